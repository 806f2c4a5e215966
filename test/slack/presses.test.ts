import { expect, test } from '@jest/globals';
import { Presses } from '../../src/slack/presses.js';

test('a stop waits for a press that is being taken in, and its member is told nothing', async () => {
  const presses = new Presses();
  const told: string[] = [];
  let taken = () => {};
  const work = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const followed = presses.follow(work, async () => void told.push('again'));
  const ended = presses.end(10_000);
  taken();
  await Promise.all([followed, ended]);
  expect(told).toEqual([]);
});

test('a press that a stop leaves is told to its member, whatever becomes of telling another', async () => {
  const presses = new Presses();
  const told: string[] = [];
  const never = () => new Promise<void>(() => undefined);
  void presses.follow(never(), () => Promise.reject(new Error('Slack is away')));
  void presses.follow(never(), async () => void told.push('again'));
  await presses.end(20);
  expect(told).toEqual(['again']);
});

test('a press that fails is no longer waited for, and fails for who follows it', async () => {
  const presses = new Presses();
  const told: string[] = [];
  const followed = presses.follow(Promise.reject(new Error('away')), async () => void told.push('again'));
  await expect(followed).rejects.toThrow('away');
  await presses.end(10_000);
  expect(told).toEqual([]);
});
