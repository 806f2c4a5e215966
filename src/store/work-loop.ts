import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';

/** A worker over a queue in the database. */
export type WorkLoop = {
  /** Looks for work now instead of at the next tick. */
  wake(): void;
  /** Resolves when the loop has ended: the step under way is finished first. */
  done: Promise<void>;
};

/** How often an idle worker looks; another replica's rows and due times are seen this late at most. Milliseconds. */
const IDLE_MS = 500;

/** The longest wait after a failing database, in milliseconds. */
const LONGEST_MS = 15_000;

/**
 * Runs `step` until `signal` aborts: at once while there is work, every half second when there is none, and more
 * slowly while it fails. A step that throws is tried again, since what it was about is still in the database.
 *
 * @param step does one piece of work; false when there was none
 */
export function startWorkLoop(
  name: string,
  step: () => Promise<boolean>,
  deps: { logger: Logger; signal: AbortSignal },
): WorkLoop {
  const { logger, signal } = deps;
  let wakeUp = new AbortController();
  signal.addEventListener('abort', () => wakeUp.abort(), { once: true });
  const pause = async (ms: number) => {
    await sleep(ms, undefined, { signal: wakeUp.signal }).catch(() => undefined);
    wakeUp = new AbortController();
  };
  const run = async () => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const worked = await step();
        failures = 0;
        if (!worked) await pause(IDLE_MS);
      } catch (error) {
        failures += 1;
        logger.error('a step failed, and is tried again', { worker: name, cause: describeError(error) });
        await pause(Math.min(LONGEST_MS, IDLE_MS * 2 ** Math.min(failures, 10)));
      }
    }
  };
  return { wake: () => wakeUp.abort(), done: run() };
}
