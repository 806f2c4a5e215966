import { afterEach, expect, test } from '@jest/globals';
import { RateLimits } from '../../../src/sandbox/slack/rate-limits.js';
import { botClient, Cleanup, startSlack } from './helpers.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const post = (channel: string) => ['chat.postMessage', { channel }] as const;

test('posts may come five at once in each channel and then one a second', () => {
  let now = 1_000_000;
  const rates = new RateLimits(() => now);
  const burst = () => Array.from({ length: 6 }, () => rates.take(...post('C0A')));
  expect(burst()).toEqual([undefined, undefined, undefined, undefined, undefined, 1]);
  expect(rates.take(...post('C0B'))).toBeUndefined();
  now += 999;
  expect(rates.take(...post('C0A'))).toBe(1);
  now += 1;
  expect(rates.take(...post('C0A'))).toBeUndefined();
  expect(rates.take(...post('C0A'))).toBe(1);
});

test('threads may be read fifty times a minute, whatever the channel', () => {
  let now = 1_000_000;
  const rates = new RateLimits(() => now);
  const read = (n: number) => rates.take('conversations.replies', { channel: `C${n}` });
  const first = Array.from({ length: 50 }, (_, n) => read(n));
  expect(first.filter((wait) => wait !== undefined)).toEqual([]);
  expect(read(50)).toBe(2);
  now += 1_200;
  expect(read(51)).toBeUndefined();
});

test('other methods are not limited', () => {
  const rates = new RateLimits(() => 0);
  for (let n = 0; n < 200; n += 1) expect(rates.take('chat.update', { channel: 'C0A' })).toBeUndefined();
});

test('the server answers 429 with Retry-After only when told to enforce rates', async () => {
  const now = () => Date.parse('2026-01-01T00:00:00Z');
  const hurried = async (enforceRates: boolean) => {
    const slack = await startSlack(cleanup, { enforceRates, now });
    for (let n = 0; n < 5; n += 1) {
      await botClient(slack).chat.postMessage({ channel: 'C0SANDBOX', text: `${n}` });
    }
    return botClient(slack).chat.postMessage({ channel: 'C0SANDBOX', text: 'one more' });
  };
  await expect(hurried(true)).rejects.toMatchObject({ retryAfter: 1 });
  await expect(hurried(false)).resolves.toMatchObject({ ok: true });
});
