import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for `work`, but no longer than `ms` milliseconds. Work that takes longer goes on unheeded.
 *
 * @returns whether it ended in time, however it ended
 */
export async function atMost(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  const ended = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    timer.abort();
  }
}
