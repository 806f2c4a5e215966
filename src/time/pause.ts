import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds, or until `signal` aborts. Never throws. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
