import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../eventlog/describe-error.js';

/** What came of asking: the answer, or why there is none, for people. */
export type Asked<T> = { kind: 'answered'; value: T } | { kind: 'failed'; reason: string };

/** Asks, and is back within its bound whatever becomes of the question. */
export type Probe<T> = () => Promise<Asked<T>>;

/**
 * Puts a bound on a question. One that is still open is not asked again: who asks meanwhile waits for the same answer, so
 * that a database that hangs is not handed one more connection at every look.
 *
 * @param ms the longest wait for an answer, milliseconds
 */
export function createProbe<T>(ask: () => Promise<T>, ms: number): Probe<T> {
  let open: { answer: Promise<Asked<T>>; since: number } | undefined;

  async function put(): Promise<Asked<T>> {
    try {
      return { kind: 'answered', value: await ask() };
    } catch (error) {
      return { kind: 'failed', reason: describeError(error) };
    } finally {
      open = undefined;
    }
  }

  return async () => {
    open ??= { answer: put(), since: performance.now() };
    const { answer, since } = open;
    const bound = new AbortController();
    const late = sleep(ms, undefined, { signal: bound.signal }).then(
      (): Asked<T> => ({
        kind: 'failed',
        reason: `no answer for ${((performance.now() - since) / 1000).toFixed(1)} s`,
      }),
    );
    late.catch(() => undefined);
    try {
      return await Promise.race([answer, late]);
    } finally {
      bound.abort();
    }
  };
}
