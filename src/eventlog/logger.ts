import winston from 'winston';
import type { Logger } from './logger-type.js';

const pretty = winston.format.printf(({ timestamp, level, message, ...fields }) => {
  const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  return `${String(timestamp).slice(11, 23)} ${level.padEnd(5)} ${String(message)}${rest.join('')}`;
});

/**
 * The app's log on stderr: one JSON object or one readable line an entry. stdout stays free for a command's result.
 *
 * @param options.level entries below it are dropped
 */
export function createLogger(options: { level: keyof Logger; format: 'json' | 'pretty' }): Logger {
  const { combine, timestamp, json } = winston.format;
  const logger = winston.createLogger({
    level: options.level,
    format: combine(timestamp(), options.format === 'json' ? json() : pretty),
    transports: [new winston.transports.Console({ stderrLevels: ['error', 'warn', 'info', 'debug'] })],
  });
  const at = (level: keyof Logger) => (message: string, fields?: Record<string, unknown>) => {
    logger.log(level, message, fields);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
