import { setTimeout as sleep } from 'node:timers/promises';

/** Waits between tries, in milliseconds: about 13 s in all, so that a claim of 20 s still holds when the last is made. */
const WAITS = [100, 400, 1_000, 2_000, 4_000, 5_000];

/**
 * Writes down what has already happened outside, and again while the database is away: a restarting server must not turn
 * an answer that is known to have arrived into one that nobody knows of.
 *
 * @throws the last failure, when the database stays away
 */
export async function writeDown<T>(write: () => Promise<T>, waits: readonly number[] = WAITS): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      const wait = waits[tries];
      if (wait === undefined) throw error;
      await sleep(wait);
    }
  }
}
