import type { Changes } from './changes.js';
import { SandboxSlackError } from './errors.js';

export type WaitOptions = {
  /** Milliseconds; 4,000 unless given, so that it gives up before a test runner does. */
  readonly timeoutMs?: number;
  /** What is waited for, in words, for the message of the error. */
  readonly what?: string;
};

type Falsy = false | null | undefined | '' | 0;

/**
 * Waits until `predicate` gives something truthy and resolves with it. It is asked now and after each
 * change of the workspace, never on a timer.
 * @throws SandboxSlackError `timed_out` when the bound passes first; whatever the predicate throws
 */
export function waitFor<T>(
  changes: Changes,
  predicate: () => T | Falsy,
  { timeoutMs = 4_000, what = 'a condition' }: WaitOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    let settled = false;
    const finish = (settle: () => void) => {
      settled = true;
      stop();
      clearTimeout(timer);
      settle();
    };
    const ask = () => {
      if (settled) return;
      try {
        const value = predicate();
        if (value) finish(() => resolve(value));
      } catch (error) {
        finish(() => reject(error));
      }
    };
    const timer = setTimeout(
      () =>
        finish(() =>
          reject(new SandboxSlackError('timed_out', `waited ${timeoutMs} ms for ${what} in the local Slack`)),
        ),
      timeoutMs,
    );
    stop = changes.onAny(ask);
    ask();
  });
}
