import { describeError } from '../eventlog/describe-error.js';
import type { Place, ThreadToRead } from '../store/threads.js';
import { backoff } from '../time/backoff.js';
import { pause } from '../time/pause.js';
import { askedFor } from './asked-for.js';
import { type CycleResult, OURS, type ReadDeps, readAgain, readThreads } from './read-threads.js';

/** Reading in cycles. */
export type Reading = {
  /** Reads again soon, since a message may have been lost on its way in: one thread, or all of them. */
  soon(place?: Place): void;
  /** Resolves when reading has ended. */
  done: Promise<void>;
};

/** The wait before what was asked for, and before threads that were left out; the latter doubles up to the longest. */
const SOON_MS = { first: 2_000, longest: 60_000 };

/** The same after a failure of ours. As a rule the database is away, which a try costs nothing. */
const AWAY_MS = { first: 2_000, longest: 15_000 };

/** How soon a thread that was asked for and is not bound is looked for again. */
const LOOK_AGAIN_MS = 3_000;

/**
 * Reads in cycles until `signal` aborts, the first at once. What fails is logged, and made again soon: a whole cycle, or the
 * threads that it left out for a passing reason, such as a rate limit. A thread that is asked for is read between two others.
 */
export function keepReading(deps: ReadDeps, intervalMs: number, signal: AbortSignal): Reading {
  let wakeUp = new AbortController();
  signal.addEventListener('abort', () => wakeUp.abort(), { once: true });
  const asked = askedFor(deps.threads);
  // What could not be read. A cycle does not take its place: it leaves quiet threads out.
  const left = new Map<string, ThreadToRead>();
  const keep = (threads: readonly ThreadToRead[]) => {
    for (const thread of threads) left.set(thread.id, thread);
  };
  const readThese = async (threads: readonly ThreadToRead[]): Promise<CycleResult> => {
    keep(threads);
    const result = await readAgain(deps, threads, signal);
    for (const { id } of threads) left.delete(id);
    keep(result.again);
    return result;
  };
  const readAll = async (): Promise<CycleResult> => {
    const result = await readThreads(deps, signal, readAsked);
    keep(result.again);
    return result;
  };
  const readWaiting = async (): Promise<CycleResult> => {
    const first = await asked.take();
    const ids = new Set(first.map(({ id }) => id));
    return readThese([...first, ...[...left.values()].filter(({ id }) => !ids.has(id))]);
  };
  const readAsked = async () => {
    await readThese(await asked.take());
  };
  let wantsAll = false;
  const run = async () => {
    let cycleDue = performance.now();
    let failures = 0;
    let waits = SOON_MS;
    while (!signal.aborted) {
      try {
        const isCycle = performance.now() >= cycleDue;
        const { read, failed } = await (isCycle ? readAll() : readWaiting());
        if (isCycle) cycleDue = performance.now() + intervalMs;
        waits = failed.includes(OURS) ? AWAY_MS : SOON_MS;
        if (left.size === 0) failures = 0;
        else failures = read > 0 ? 1 : failures + 1;
      } catch (error) {
        failures += 1;
        waits = AWAY_MS;
        deps.logger.error('threads could not be read', { cause: describeError(error) });
      }
      const untilCycle = Math.max(0, cycleDue - performance.now());
      const untilNext = failures > 0 ? Math.min(intervalMs, backoff(failures, waits)) : untilCycle;
      await pause(asked.isWaiting() ? Math.min(untilNext, LOOK_AGAIN_MS) : untilNext, wakeUp.signal);
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
