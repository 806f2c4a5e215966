import { expect, test } from '@jest/globals';
import { createProbe } from '../../src/health/probe.js';

test('an answer and a failure are told apart; a failure is named without its message', async () => {
  expect(await createProbe(async () => 7, 5_000)()).toEqual({ kind: 'answered', value: 7 });
  const refused = createProbe(async () => {
    throw Object.assign(new TypeError('postgres://user:password@host'), { code: 'ECONNREFUSED' });
  }, 5_000);
  expect(await refused()).toEqual({ kind: 'failed', reason: 'TypeError ECONNREFUSED' });
});

test('a question that hangs is given up in time, and is not asked again while it is open', async () => {
  let asked = 0;
  let answer: (value: string) => void = () => undefined;
  const probe = createProbe(() => {
    asked += 1;
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  }, 30);
  for (const result of await Promise.all([probe(), probe(), probe()])) {
    expect(result).toEqual({ kind: 'failed', reason: expect.stringMatching(/^no answer for \d+\.\d s$/) });
  }
  expect((await probe()).kind).toBe('failed');
  expect(asked).toBe(1);
  const late = probe();
  answer('back');
  expect(await late).toEqual({ kind: 'answered', value: 'back' });
  const again = probe();
  expect(asked).toBe(2);
  answer('again');
  expect(await again).toEqual({ kind: 'answered', value: 'again' });
});
