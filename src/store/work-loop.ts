import { describeError } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';
import { pause } from '../time/pause.js';

/** A piece of work that was claimed. It resolves when that is done, or back in the queue. */
export type Job = () => Promise<void>;

/** Claims at most `atMost` pieces of work, which is 1 or more. Fewer than asked for: no more is due now. */
export type Take = (atMost: number) => Promise<Job[]>;

/** A worker over a queue in the database. */
export type WorkLoop = {
  /** Looks for work now instead of at the next tick. */
  wake(): void;
  /** Resolves when the loop has ended: the work in hand is finished first. */
  done: Promise<void>;
};

/** How often an idle worker looks; another replica's rows and due times are seen this late at most. Milliseconds. */
const IDLE_MS = 500;

/** The longest wait after a failing database, in milliseconds. */
const LONGEST_MS = 15_000;

/**
 * Works a queue off until `signal` aborts: looks at once when woken and when something was finished (what is behind it
 * may be due then), every half second else, and more slowly while that fails. One look serves every free slot, so a
 * burst costs the database few of them. Work that throws is tried again, since what it was about is still in the database.
 *
 * @param slots how much is in hand at once
 */
export function startWorkLoop(
  name: string,
  take: Take,
  deps: { slots: number; logger: Logger; signal: AbortSignal },
): WorkLoop {
  const { slots, logger, signal } = deps;
  const inHand = new Set<Promise<void>>();
  let wakeUp = new AbortController();
  const wake = () => wakeUp.abort();
  signal.addEventListener('abort', wake, { once: true });
  const failed = (error: unknown) =>
    logger.error('a step failed, and is tried again', { worker: name, cause: describeError(error) });
  const start = (job: Job) => {
    const running: Promise<void> = job().then(
      () => {
        // In this order: the look that it wakes must see the free slot.
        inHand.delete(running);
        wake();
      },
      (error: unknown) => {
        // It does not wake: what fails at once would be tried as fast as it fails.
        inHand.delete(running);
        failed(error);
      },
    );
    inHand.add(running);
  };
  /** @returns false when it failed */
  const look = async (): Promise<boolean> => {
    const free = slots - inHand.size;
    if (free === 0) return true;
    try {
      for (const job of await take(free)) start(job);
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  const run = async () => {
    let failures = 0;
    while (!signal.aborted) {
      failures = (await look()) ? 0 : failures + 1;
      await pause(Math.min(LONGEST_MS, IDLE_MS * 2 ** Math.min(failures, 10)), wakeUp.signal);
      // Whoever woke it up to here is heard by the look that follows.
      wakeUp = new AbortController();
    }
    await Promise.all(inHand);
  };
  return { wake, done: run() };
}

/**
 * Takes what is claimed one at a time. A claim that fails after others succeeded ends the look: those must be worked
 * on, and the next look meets the failure again.
 */
export function oneByOne(takeOne: () => Promise<Job | undefined>): Take {
  return async (atMost) => {
    const jobs: Job[] = [];
    while (jobs.length < atMost) {
      try {
        const job = await takeOne();
        if (!job) break;
        jobs.push(job);
      } catch (error) {
        if (jobs.length === 0) throw error;
        break;
      }
    }
    return jobs;
  };
}

/** Works off all that is due now, one after the other. */
export async function workOff(take: Take): Promise<void> {
  for (let jobs = await take(1); jobs.length > 0; jobs = await take(1)) {
    for (const job of jobs) await job();
  }
}
