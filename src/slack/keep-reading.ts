import { describeError } from '../eventlog/describe-error.js';
import type { ThreadToRead } from '../store/threads.js';
import { backoff } from '../time/backoff.js';
import { pause } from '../time/pause.js';
import { type ReadDeps, readAgain, readThreads } from './read-threads.js';

/** Reading in cycles. */
export type Reading = {
  /** Reads again soon: a message may have been lost on its way in. */
  soon(): void;
  /** Resolves when reading has ended. */
  done: Promise<void>;
};

/** The wait before a cycle that was asked for, or that follows one which left threads out; the latter doubles up to the longest. */
const SOON_MS = { first: 2_000, longest: 60_000 };

/** The same after a cycle that failed. As a rule the database is away, which a try costs nothing. */
const AWAY_MS = { first: 2_000, longest: 15_000 };

/**
 * Reads in cycles until `signal` aborts, the first at once. A cycle that fails is logged, and made again soon. After one that
 * left threads out for a passing reason, such as a rate limit, these are read soon, and not only with the next cycle.
 */
export function keepReading(deps: ReadDeps, intervalMs: number, signal: AbortSignal): Reading {
  let wakeUp = new AbortController();
  signal.addEventListener('abort', () => wakeUp.abort(), { once: true });
  const run = async () => {
    let failures = 0;
    let waits = SOON_MS;
    let again: readonly ThreadToRead[] = [];
    let cycleDue = performance.now();
    while (!signal.aborted) {
      const isCycle = performance.now() >= cycleDue;
      try {
        const result = await (isCycle ? readThreads(deps, signal) : readAgain(deps, again, signal));
        if (isCycle) cycleDue = performance.now() + intervalMs;
        again = result.again;
        waits = SOON_MS;
        if (again.length === 0) failures = 0;
        else failures = result.read > 0 ? 1 : failures + 1;
      } catch (error) {
        failures += 1;
        waits = AWAY_MS;
        deps.logger.error('threads could not be read', { cause: describeError(error) });
      }
      const untilCycle = Math.max(0, cycleDue - performance.now());
      const soon = Math.min(intervalMs, backoff(failures, waits));
      await pause(failures > 0 ? soon : untilCycle, wakeUp.signal);
      if (wakeUp.signal.aborted) {
        // It is waited for, however much failed before.
        failures = 0;
        cycleDue = performance.now();
        await pause(SOON_MS.first, signal);
      }
      wakeUp = new AbortController();
    }
  };
  return { soon: () => wakeUp.abort(), done: run() };
}
