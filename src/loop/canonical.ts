import { createHash } from 'node:crypto';

/** Levels of nesting a record may have. The-loop's own have one; the bound keeps the recursion below off the stack's end. */
export const MAX_RECORD_DEPTH = 64;

/**
 * JSON text with the keys of every object sorted and no whitespace, so one record has one text whoever wrote it.
 * Takes a value that `JSON.parse` could have given. Returns undefined when it is nested deeper than {@link MAX_RECORD_DEPTH}.
 */
export function canonicalJson(value: unknown): string | undefined {
  return write(value, 0);
}

/** The sha256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function write(value: unknown, depth: number): string | undefined {
  if (depth > MAX_RECORD_DEPTH) return undefined;
  if (Array.isArray(value)) return join(value, '[', ']', (item) => write(item, depth + 1));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return join(entries, '{', '}', ([key, item]) => {
      const text = write(item, depth + 1);
      return text === undefined ? undefined : `${JSON.stringify(key)}:${text}`;
    });
  }
  return JSON.stringify(value) ?? 'null';
}

function join<T>(
  items: readonly T[],
  open: string,
  close: string,
  each: (item: T) => string | undefined,
): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = each(item);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return open + texts.join(',') + close;
}
