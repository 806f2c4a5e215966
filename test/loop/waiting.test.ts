import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BACKOFF, delayMs } from '../../src/loop/backoff.js';
import { retryAfterMs } from '../../src/loop/retry-after.js';
import { pause } from '../../src/time/pause.js';

describe('backoff', () => {
  test('doubles from the first wait to the longest', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 1000].map((failures) => delayMs(failures, 0, BACKOFF, () => 0));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('is never sooner than asked, and at most a quarter longer than the longest', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(600_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, floor, chance) => {
          const wait = delayMs(failures, floor, BACKOFF, () => chance);
          expect(wait).toBeGreaterThanOrEqual(Math.max(floor, BACKOFF.minMs));
          expect(wait).toBeLessThanOrEqual(Math.max(floor, BACKOFF.maxMs) * 1.25 + 1);
        },
      ),
    );
  });

  test('a pause ends at once when it is stopped, before or during', async () => {
    const controller = new AbortController();
    const during = pause(60_000, controller.signal);
    controller.abort();
    await during;
    await pause(60_000, controller.signal);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-30T08:00:00Z');

  test.each([
    ['7', 7000],
    [' 0 ', 0],
    ['Mon, 30 Nov 2026 08:00:30 GMT', 30_000],
    ['Mon, 30 Nov 2026 07:00:00 GMT', 0],
    ['99999', 300_000],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
