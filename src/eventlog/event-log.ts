import { createAppender } from './appender.js';
import { type ChannelRecord, recordLevel } from './channel-record.js';
import { describeError } from './describe-error.js';
import type { Logger } from './logger-type.js';

/** Where `channel.*` records are written. Recording never fails a caller: a full disk must not stop an answer. */
export type EventLog = { record(entry: ChannelRecord): Promise<void> };

/**
 * The-loop's own event log file, which several processes append to: each record is a line, written whole, so lines never
 * interleave, and `the-loop events` shows ours among its own.
 *
 * @param file created with its folder when it is not there yet
 */
export function createEventLog(file: string, logger: Logger): EventLog {
  const append = createAppender(file);
  return {
    async record(entry) {
      const { event, ...fields } = entry;
      const level = recordLevel(entry);
      const line = {
        ts: new Date().toISOString(),
        source: 'slack-app',
        event,
        level,
        pid: process.pid,
        ...fields,
      };
      logger[level === 'warning' ? 'warn' : level](event, fields);
      try {
        await append(line);
      } catch (error) {
        logger.error('the event log cannot be written', { file, cause: describeError(error) });
      }
    },
  };
}
