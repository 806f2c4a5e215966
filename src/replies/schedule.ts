/** Waits between tries to deliver, in milliseconds: dense at first, about 15 minutes in all (contracts/the-loop.md). */
const DELIVERY_DELAYS = [1_000, 2_000, 5_000, 10_000, 30_000, ...Array.from({ length: 14 }, () => 60_000)];

/** @returns the wait after the given number of tries, or Infinity when they are used up */
export function deliveryDelay(tries: number): number {
  return tries === 0 ? 0 : (DELIVERY_DELAYS[tries - 1] ?? Number.POSITIVE_INFINITY);
}

/** The wait before the ticket is tried again, in milliseconds: doubling up to five minutes, for as long as it takes. */
export function mirrorDelay(attempts: number): number {
  return Math.min(300_000, 1_000 * 2 ** Math.min(attempts, 20));
}
