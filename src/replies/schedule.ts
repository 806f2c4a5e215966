import { backoff } from '../time/backoff.js';

/** Waits between tries to deliver, in milliseconds: dense at first, about 15 minutes in all (contracts/the-loop.md). */
const SERVICE_DELAYS = [1_000, 2_000, 5_000, 10_000, 30_000, ...Array.from({ length: 14 }, () => 60_000)];

/** A terminal that does not take a paste either does within seconds or needs a person. */
const SESSION_DELAYS = [1_000, 2_000, 5_000, 10_000];

/**
 * The wait before the next try to deliver.
 *
 * @param tries how many were made, 1 or more
 * @returns milliseconds, or `given-up` when the tries are used up
 */
export function deliveryDelay(tries: number, trouble: 'session' | 'service'): number | 'given-up' {
  const delays = trouble === 'session' ? SESSION_DELAYS : SERVICE_DELAYS;
  return delays[tries - 1] ?? 'given-up';
}

/**
 * The wait before a mark or a line that Slack did not take is tried again, in milliseconds: from two seconds, doubling up to
 * two minutes, so that many which wait for a mark do not stand in the way of those that wait for their session.
 */
export function tellDelay(attempts: number): number {
  return backoff(attempts, { first: 2_000, longest: 120_000 });
}

/** The wait before the ticket is tried again, in milliseconds: doubling up to five minutes, for as long as it takes. */
export function mirrorDelay(attempts: number): number {
  return backoff(attempts, { first: 1_000, longest: 300_000 });
}
