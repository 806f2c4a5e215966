import { expect, test } from '@jest/globals';
import { deliveryDelay, mirrorDelay, tellDelay } from '../../src/replies/schedule.js';

function allDelays(trouble: 'session' | 'service'): number[] {
  const delays: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const delay = deliveryDelay(tries, trouble);
    if (delay === 'given-up') return delays;
    delays.push(delay);
  }
}

test('an outage is tried for about fifteen minutes, a terminal a few times', () => {
  const service = allDelays('service');
  const minutes = service.reduce((sum, delay) => sum + delay, 0) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThan(16);
  expect(allDelays('session').length).toBeLessThan(6);
});

test('the ticket is tried for as long as it takes, never more slowly than every five minutes', () => {
  expect([1, 2, 3, 50].map(mirrorDelay)).toEqual([1_000, 2_000, 4_000, 300_000]);
});

test('a mark is tried for as long as it takes, ever more rarely, up to every two minutes', () => {
  expect([1, 2, 3, 50].map(tellDelay)).toEqual([2_000, 4_000, 8_000, 120_000]);
});
