import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  truncateSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** One whole line of the log: the byte offset after it, and its text without the line end. */
type LogLine = { end: number; text: string };

/** The JSONL event log as a real file, which other processes append to as well. */
export type LogFile = {
  readonly path: string;
  append(record: Record<string, unknown>): void;
  /** Bytes in the file now, and what tells this file from one that replaces it. */
  stat(): { size: number; inode: number };
  /** The whole lines from a byte offset on. A last line without its line end is not one yet. */
  linesFrom(offset: number): LogLine[];
  /** Empties the file in place. */
  truncate(): void;
  /** Moves the file to `<path>.1` and starts an empty one. */
  rotate(): void;
};

/** Opens the log at a path, making the file and its folder where they are missing. */
export function openLogFile(path: string): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, '');

  function withFile<T>(use: (fd: number) => T): T {
    const fd = openSync(path, 'a+');
    try {
      return use(fd);
    } finally {
      closeSync(fd);
    }
  }

  return {
    path,
    append: (record) => appendFileSync(path, `${JSON.stringify(record)}\n`),
    stat: () =>
      withFile((fd) => {
        const { size, ino } = fstatSync(fd);
        return { size, inode: ino };
      }),
    linesFrom: (offset) =>
      withFile((fd) => {
        const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - offset));
        const read = readSync(fd, bytes, 0, bytes.length, offset);
        return splitLines(bytes.subarray(0, read), offset);
      }),
    truncate: () => truncateSync(path, 0),
    rotate: () => {
      renameSync(path, `${path}.1`);
      appendFileSync(path, '');
    },
  };
}

function splitLines(bytes: Buffer, offset: number): LogLine[] {
  const lines: LogLine[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push({ end: offset + end + 1, text: bytes.toString('utf8', start, end) });
    start = end + 1;
  }
  return lines;
}
