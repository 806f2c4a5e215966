import { configSchema, keysOf, type SchemaPart } from './schema.js';

/** A key that stands beside ours and is surely one of ours, misspelt: where it stands, and what was meant. */
export type Misspelt = { path: string; nearest: string };

const plain = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many letters were added, left out, changed or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

/** Keys longer than this are nobody's slip of the finger, and would cost. */
const LONGEST_KEY = 40;

/** The known key that was meant; undefined when none is near enough, since the-loop has many keys of its own. */
function nearest(key: string, known: readonly string[]): string | undefined {
  const written = plain(key);
  if (written.length < 3 || key.length > LONGEST_KEY) return undefined;
  const candidates = known.map((name) => {
    const meant = plain(name);
    const beginsIt = written.length >= 5 && meant.startsWith(written);
    const allowed = meant.length >= 7 ? 2 : 1;
    // As many letters are off as one is longer, at least: most keys are done with here.
    const apart = Math.abs(written.length - meant.length);
    return { name, off: beginsIt ? 1 : apart > allowed ? apart : distance(written, meant), allowed };
  });
  return candidates.filter(({ off, allowed }) => off <= allowed).sort((a, b) => a.off - b.off)[0]?.name;
}

function walk(data: unknown, known: Record<string, SchemaPart>, at: readonly string[]): Misspelt[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  return Object.entries(data).flatMap(([key, value]) => {
    const node = Object.hasOwn(known, key) ? known[key] : undefined;
    const path = [...at, key];
    if (node !== undefined) return walk(value, keysOf(node) ?? {}, path);
    const meant = nearest(key, Object.keys(known));
    return meant === undefined ? [] : [{ path: path.join('.'), nearest: [...at, meant].join('.') }];
  });
}

/**
 * Finds keys of our file that are ours but for a letter or two, or a beginning of one (`botToken`). Every other key is the-loop's or
 * somebody's, and passes.
 */
export function misspeltKeys(data: unknown): Misspelt[] {
  return walk(data, keysOf(configSchema()) ?? {}, []);
}
