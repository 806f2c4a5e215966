/**
 * The longest that anything in a queue waits, in milliseconds. What is due later than this was written before the clock
 * was set back, and is due now: else an hour's correction would hold everything up for an hour.
 */
export const LONGEST_WAIT_MS = 10 * 60_000;

/** A wait, no longer than a queue keeps to. */
export function bounded(ms: number): number {
  return Math.min(ms, LONGEST_WAIT_MS);
}
