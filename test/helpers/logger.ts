import type { Logger } from '../../src/eventlog/logger-type.js';

/** One entry of the log. */
export type LogEntry = { level: keyof Logger; message: string; fields: Record<string, unknown> };

/** A log that keeps what it was given, for tests to look at. */
export function keepingLogger(): { logger: Logger; entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const at =
    (level: keyof Logger) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      entries.push({ level, message, fields });
    };
  return { logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, entries };
}
