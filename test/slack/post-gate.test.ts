import { expect, test } from '@jest/globals';
import { createPostGate } from '../../src/slack/post-gate.js';

test('a burst goes at once, then one a second', () => {
  const gate = createPostGate({ perSecond: 1, burst: 3 });
  for (let post = 0; post < 3; post += 1) {
    expect(gate.wait(1_000_000)).toBe(0);
    expect(gate.take(1_000_000)).toBe(true);
  }
  expect(gate.take(1_000_000)).toBe(false);
  expect(gate.wait(1_000_000)).toBe(1_000);
  expect(gate.wait(1_000_400)).toBeCloseTo(600);
  expect(gate.wait(1_001_000)).toBe(0);
  expect(gate.take(1_001_000)).toBe(true);
  expect(gate.wait(1_001_000)).toBe(1_000);
});

test('a rate limit shuts it until then, and a longer one is not cut short by a shorter', () => {
  const gate = createPostGate({ perSecond: 1, burst: 3 });
  gate.shut(1_030_000);
  gate.shut(1_005_000);
  expect(gate.wait(1_000_000)).toBe(30_000);
  expect(gate.wait(1_030_000)).toBe(0);
});

test('a clock that jumps back opens nothing and breaks nothing', () => {
  const gate = createPostGate({ perSecond: 1, burst: 1 });
  gate.take(1_000_000);
  expect(gate.wait(900_000)).toBeGreaterThan(0);
  expect(gate.wait(901_000)).toBeCloseTo(0);
});

test('a place that was taken for nothing is given back, and never more than the burst', () => {
  const gate = createPostGate({ perSecond: 1, burst: 1 });
  expect(gate.take(1_000_000)).toBe(true);
  gate.giveBack();
  gate.giveBack();
  expect(gate.take(1_000_000)).toBe(true);
  expect(gate.take(1_000_000)).toBe(false);
});
