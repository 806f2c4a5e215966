import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainArgs } from './chain.js';

/** Waits between tries, in milliseconds: about a minute in all, as long as a member may look at the message. */
const WAITS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 20_000];

/**
 * Handles a press again while that fails, such as while the database is away. Taking a press in twice is harmless: it is
 * known by its timestamp.
 *
 * @param givenUp called before the last failure is thrown, to tell the member
 */
export function stubbornly(
  handle: (args: ChainArgs) => Promise<void>,
  givenUp: (args: ChainArgs) => Promise<void>,
  waits: readonly number[] = WAITS,
): (args: ChainArgs) => Promise<void> {
  return async (args) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await handle(args);
      } catch (error) {
        const wait = waits[tries];
        if (wait === undefined) {
          await givenUp(args);
          throw error;
        }
        await sleep(wait);
      }
    }
  };
}
