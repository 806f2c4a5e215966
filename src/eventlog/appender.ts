import { appendRecords } from './append-record.js';

type Line = Readonly<Record<string, unknown>>;

/**
 * Appends records to one log, in the order they come: those that come while a write is under way go into the next write
 * together, a line each, so that a busy app opens the file once for many.
 *
 * @returns what appends one record; its promise settles when the record's write has, and rejects as `appendRecords` throws
 */
export function createAppender(file: string): (record: Line) => Promise<void> {
  let waiting: Line[] = [];
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const writeWaiting = () => {
    const batch = waiting;
    waiting = [];
    next = undefined;
    current = appendRecords(file, batch);
    return current;
  };
  return (record) => {
    waiting.push(record);
    next ??= current.then(writeWaiting, writeWaiting);
    return next;
  };
}
