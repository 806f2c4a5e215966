/** Doubling delays: `first` for attempt 1, at most `longest`; milliseconds. */
export function backoff(attempt: number, bounds: { first: number; longest: number }): number {
  return Math.min(bounds.longest, bounds.first * 2 ** Math.min(30, Math.max(0, attempt - 1)));
}
