import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type ChannelRecord, recordLevel } from './channel-record.js';
import { describeError } from './describe-error.js';
import type { Logger } from './logger-type.js';

/** Where `channel.*` records are written. Recording never fails a caller: a full disk must not stop an answer. */
export type EventLog = { record(entry: ChannelRecord): Promise<void> };

/**
 * The-loop's own event log file, which several processes append to: each record is one line in one append, so lines
 * never interleave and `the-loop events` shows ours among its own.
 *
 * @param file created with its folder when it is not there yet
 */
export function createEventLog(file: string, logger: Logger): EventLog {
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
        await mkdir(path.dirname(file), { recursive: true });
        await appendFile(file, `${JSON.stringify(line)}\n`);
      } catch (error) {
        logger.error('the event log cannot be written', { file, cause: describeError(error) });
      }
    },
  };
}
