/** Bytes before a place in the log by which the place is known again. A record has a time stamp, so no two logs share them. */
export const PRINT_BYTES = 256;

const LINE_FEED = 10;

/** One whole line: its text without the line end (undefined when over the limit), and its bytes with it. */
export type Line = {
  text: string | undefined;
  bytes: number;
  /** The last {@link PRINT_BYTES} bytes up to the line's end. */
  print: Buffer;
};

/** Cuts bytes into lines as they are read. */
export type LineReader = {
  /** Takes the next bytes, wherever they were cut, and gives the lines they completed. */
  push(bytes: Buffer): Line[];
  /** The last {@link PRINT_BYTES} bytes taken. */
  recent(): Buffer;
};

/**
 * A reader whose lines have at most `limit` bytes. A longer one is dropped as it comes, so memory stays bounded; a
 * character is decoded only in its whole line, so one that was cut by a read is whole again. `recent` are the bytes
 * before the first ones.
 */
export function createLineReader(limit: number, recent: Buffer): LineReader {
  let print = recent;
  let parts: Buffer[] = [];
  let length = 0;

  function take(bytes: Buffer): void {
    length += bytes.length;
    if (length <= limit) parts.push(Buffer.from(bytes));
    else parts = [];
    print = lastBytes(print, bytes);
  }

  return {
    push(bytes) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
        take(bytes.subarray(start, end));
        print = lastBytes(print, bytes.subarray(end, end + 1));
        const text = length <= limit ? Buffer.concat(parts).toString('utf8') : undefined;
        lines.push({ text, bytes: length + 1, print });
        parts = [];
        length = 0;
        start = end + 1;
      }
      take(bytes.subarray(start));
      return lines;
    },
    recent: () => print,
  };
}

function lastBytes(before: Buffer, bytes: Buffer): Buffer {
  if (bytes.length === 0) return before;
  const from = bytes.subarray(-PRINT_BYTES);
  return Buffer.concat([before.subarray(Math.max(0, before.length + from.length - PRINT_BYTES)), from]);
}
