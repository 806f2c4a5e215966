import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatTs, makeTsSource, parseTs } from '../../../src/sandbox/slack/timestamps.js';

test('a ts has ten digits, a point and six digits', () => {
  expect(formatTs(1_700_000_000_000_100)).toBe('1700000000.000100');
  expect(makeTsSource(() => 1_700_000_000_123)()).toBe('1700000000.123000');
});

test('every ts is later than the one before, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 })), (clock) => {
      let at = 0;
      const next = makeTsSource(() => clock[at++] ?? 0);
      const made = clock.map(() => next());
      expect(new Set(made).size).toBe(made.length);
      expect(made).toEqual([...made].sort());
    }),
  );
});

test('what is formatted is parsed back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), (micros) => {
      expect(parseTs(formatTs(micros))).toBe(micros);
    }),
  );
});

test.each([
  ['1700000000', 1_700_000_000_000_000],
  ['1700000000.5', 1_700_000_000_500_000],
  ['0', 0],
  ['', undefined],
  ['1700000000.', undefined],
  ['1700000000.1234567', undefined],
  ['-1', undefined],
  ['now', undefined],
])('%j parses to %j', (ts, micros) => {
  expect(parseTs(ts)).toBe(micros);
});
