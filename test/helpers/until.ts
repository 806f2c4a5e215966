import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `look` gives something other than undefined or false, looking every few milliseconds (`everyMs`).
 *
 * @throws when `withinMs` passes first, naming what was waited for
 */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 10_000,
  everyMs = 10,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms for ${what}`);
    await sleep(everyMs);
  }
}
