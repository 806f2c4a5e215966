import { describe, expect, test } from '@jest/globals';
import { Breaker } from '../../src/slack/breaker.js';

describe('a breaker', () => {
  test('lets every call through while none meets trouble', () => {
    const breaker = new Breaker();
    expect([breaker.enter(0), breaker.enter(0), breaker.enter(1)]).toEqual([true, true, true]);
    breaker.well();
    expect(breaker.enter(2)).toBe(true);
  });

  test('leaves Slack alone after trouble, for a second or as long as it asks', () => {
    for (const [asked, ms] of [
      [undefined, 1_000],
      [30_000, 30_000],
    ] as const) {
      const breaker = new Breaker();
      breaker.enter(0);
      breaker.badly(100, asked);
      expect(breaker.enter(100 + ms - 1)).toBe(false);
      expect(breaker.enter(100 + ms)).toBe(true);
    }
  });

  test('has one call at a time find out whether the trouble is over', () => {
    const breaker = new Breaker();
    breaker.badly(0, undefined);
    expect(breaker.enter(1_000)).toBe(true);
    expect(breaker.enter(60_000)).toBe(false);
    breaker.badly(60_000, undefined);
    expect(breaker.enter(60_999)).toBe(false);
    expect(breaker.enter(61_000)).toBe(true);
    breaker.well();
    expect([breaker.enter(61_001), breaker.enter(61_001)]).toEqual([true, true]);
  });

  test('a call that began before the trouble and went well ends it', () => {
    const breaker = new Breaker();
    breaker.enter(0);
    breaker.enter(0);
    breaker.badly(10, undefined);
    breaker.well();
    expect(breaker.enter(11)).toBe(true);
  });

  test('two calls that went badly: the longer wait counts', () => {
    const breaker = new Breaker();
    breaker.badly(0, 30_000);
    breaker.badly(1, undefined);
    expect(breaker.enter(29_999)).toBe(false);
    expect(breaker.enter(30_000)).toBe(true);
  });
});
