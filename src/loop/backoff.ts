/** Milliseconds between tries: the first wait, the longest, and the one for a state that only a person can change. */
export type Backoff = { minMs: number; maxMs: number; slowMs: number };

/** Used unless told otherwise: 1 s doubling to 30 s, and once a minute for what waits on a person. */
export const BACKOFF: Backoff = { minMs: 1000, maxMs: 30_000, slowMs: 60_000 };

/**
 * Milliseconds to wait after `failures` (0 and up) tries in a row went wrong: doubled for each, never sooner than
 * `floorMs`, and up to a quarter longer by chance so that several readers do not come back at once.
 */
export function delayMs(failures: number, floorMs: number, backoff: Backoff, random: () => number): number {
  const first = Math.max(backoff.minMs, floorMs);
  const doubled = first * 2 ** Math.min(failures, 20);
  const longest = Math.max(backoff.maxMs, floorMs);
  return Math.round(Math.min(doubled, longest) * (1 + random() / 4));
}
