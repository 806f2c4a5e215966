import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseLine } from '../the-loop/records.js';
import type { LogEvent } from './client/wire.js';

/** How many of the newest records are kept. */
const KEPT = 300;

/** Longer records, such as those with a whole question, are cut where they are shown. Characters. */
const LONGEST_RECORD = 2_000;

/** Reads the event log as it grows. */
export type EventTail = {
  /** Reads what is new; true when something was. */
  read(): boolean;
  /** The newest records, oldest first. */
  events(): readonly LogEvent[];
};

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Follows a JSONL event log from its beginning; a line that is no record is skipped, as the-loop does. */
export function tailEvents(path: string): EventTail {
  let offset = 0;
  let rest: Uint8Array = new Uint8Array();
  let events: LogEvent[] = [];
  const take = (line: string) => {
    const record = parseLine(line);
    if (record === undefined) return;
    events = [
      ...events.slice(1 - KEPT),
      {
        at: words(record.ts),
        source: words(record.source),
        event: record.event,
        detail: words(record.reason),
        raw: line.length > LONGEST_RECORD ? `${line.slice(0, LONGEST_RECORD)}…` : line,
      },
    ];
  };
  return {
    events: () => events,
    read() {
      const file = openSync(path, 'r');
      try {
        const { size } = fstatSync(file);
        if (size <= offset) return false;
        const bytes = new Uint8Array(size - offset);
        const got = readSync(file, bytes, 0, bytes.length, offset);
        offset += got;
        const all = Buffer.concat([rest, bytes.subarray(0, got)]);
        const end = all.lastIndexOf(10);
        for (const line of all.subarray(0, Math.max(end, 0)).toString('utf8').split('\n')) take(line);
        rest = all.subarray(end + 1);
        return end >= 0;
      } finally {
        closeSync(file);
      }
    },
  };
}
