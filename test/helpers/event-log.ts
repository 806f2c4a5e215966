import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChannelRecord } from '../../src/eventlog/channel-record.js';
import type { EventLog } from '../../src/eventlog/event-log.js';
import { createEventLog } from '../../src/eventlog/event-log.js';
import { keepingLogger, type LogEntry } from './logger.js';

/** A real event log in a folder of its own. */
export type TestEventLog = {
  eventLog: EventLog;
  file: string;
  entries: LogEntry[];
  records(): Promise<(ChannelRecord & { ts: string; source: string; level: string; pid: number })[]>;
  remove(): Promise<void>;
};

/** Makes an event log in a temporary folder. */
export async function makeEventLog(): Promise<TestEventLog> {
  const dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-log-'));
  const file = path.join(dir, 'logs', 'events.jsonl');
  const { logger, entries } = keepingLogger();
  return {
    eventLog: createEventLog(file, logger),
    file,
    entries,
    async records() {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
