import { describeError } from '../eventlog/describe-error.js';
import type { ThreadToRead } from '../store/threads.js';
import { backoff } from '../time/backoff.js';
import { pause } from '../time/pause.js';
import { type ReadDeps, readAgain, readThreads } from './read-threads.js';

/** A thread in which a message may have been lost on its way in. */
export type Place = { channel: string; threadTs: string };

/** Reading in cycles. */
export type Reading = {
  /** Reads again soon, since a message may have been lost on its way in: one thread, or all of them. */
  soon(place?: Place): void;
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
  const asked = askedFor();
  let wantsAll = false;
  const run = async () => {
    let cycleDue = performance.now();
    let failures = 0;
    let waits = SOON_MS;
    let again: readonly ThreadToRead[] = [];
    while (!signal.aborted) {
      try {
        const first = await asked.take(deps.threads);
        // A thread that was asked for does not wait for a whole cycle.
        const isCycle = first.length === 0 && performance.now() >= cycleDue;
        again = [...first, ...again.filter(({ id }) => !first.some((thread) => thread.id === id))];
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
        await pause(SOON_MS.first, signal);
        if (wantsAll) cycleDue = performance.now();
        wantsAll = false;
      }
      wakeUp = new AbortController();
    }
  };
  const soon = (place?: Place) => {
    if (place === undefined || !asked.add(place)) wantsAll = true;
    wakeUp.abort();
  };
  return { soon, done: run() };
}

/** The threads that were asked for, at most so many; more are left to a cycle. */
const ASKED = 100;

/** Keeps the threads that were asked for until the database could say where they were read to. */
function askedFor() {
  const places = new Map<string, Place>();
  return {
    /** @returns false when there are too many */
    add(place: Place): boolean {
      if (places.size < ASKED) places.set(`${place.channel} ${place.threadTs}`, place);
      return places.has(`${place.channel} ${place.threadTs}`);
    },
    /** Those of them that are bound, each once. */
    async take(threads: ReadDeps['threads']): Promise<readonly ThreadToRead[]> {
      const taken = [...places];
      const found = await Promise.all(
        taken.map(([, { channel, threadTs }]) => threads.find(channel, threadTs)),
      );
      for (const [key] of taken) places.delete(key);
      return found.filter((thread) => thread !== undefined);
    },
  };
}
