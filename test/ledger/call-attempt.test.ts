import { expect, test } from '@jest/globals';
import { CallAttempt } from '../../src/ledger/call-attempt.js';

const never = new Promise<never>(() => {});

test('a call that waits for its turn ends when its time is over, unsent', async () => {
  const attempt = new CallAttempt(10, undefined);
  await expect(attempt.unlessGivenUp(never)).rejects.toThrow('before it was sent');
  expect(attempt.facts()).toEqual({ sent: false, timedOut: true });
  attempt.end();
});

test('a call that waits for its turn ends when the caller gives up, and sends nothing afterwards', async () => {
  const stop = new AbortController();
  const attempt = new CallAttempt(60_000, stop.signal);
  const waiting = attempt.unlessGivenUp(never);
  stop.abort();
  await expect(waiting).rejects.toThrow('before it was sent');
  await expect(attempt.fetch('http://127.0.0.1:9/', { signal: attempt.signal })).rejects.toThrow();
  expect(attempt.facts()).toEqual({ sent: false, timedOut: false });
  attempt.end();
});

test('an outcome in time is the outcome', async () => {
  const attempt = new CallAttempt(60_000, undefined);
  expect(await attempt.unlessGivenUp(Promise.resolve(7))).toBe(7);
  await expect(attempt.unlessGivenUp(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  attempt.end();
});
