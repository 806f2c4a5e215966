import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createArraySplitter } from '../../src/loop/json-array.js';

function split(pieces: readonly string[], limit = 1000) {
  const splitter = createArraySplitter(limit);
  const elements = pieces.flatMap((piece) => splitter.feed(piece));
  return { elements: elements.map(({ text }) => text), state: splitter.state() };
}

const cuts = fc.array(fc.nat(100), { maxLength: 10 });

function cut(text: string, places: readonly number[]): string[] {
  const ends = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length];
  return ends.slice(1).map((end, n) => text.slice(ends[n], end));
}

describe('a whole array', () => {
  test('gives the elements JSON.parse would, however it is spaced and cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), cuts, fc.constantFrom(0, 1, 2), (values, places, indent) => {
        const { elements, state } = split(cut(` ${JSON.stringify(values, null, indent)}\n`, places), 100_000);
        expect(elements.map((text) => JSON.parse(text ?? ''))).toEqual(JSON.parse(JSON.stringify(values)));
        expect(state).toBe('closed');
      }),
    );
  });

  test('of strings full of brackets, quotes and backslashes', () => {
    const values = ['"]', '\\', '\\"', '},{', '[', { '"]': '\\\\"' }];
    expect(split([JSON.stringify(values)]).elements.map((text) => JSON.parse(text ?? ''))).toEqual(values);
  });

  test('an element over the limit is named and dropped, its neighbours stay', () => {
    fc.assert(
      fc.property(cuts, (places) => {
        expect(split(cut(`[1,"${'x'.repeat(60)}",2]`, places), 50).elements).toEqual(['1', undefined, '2']);
      }),
    );
  });
});

describe('what is no whole array', () => {
  test.each([
    ['', 'open'],
    ['[', 'open'],
    ['[{"a":1},{"b"', 'open'],
    ['{"detail":"no"}', 'not-an-array'],
    ['<html>', 'not-an-array'],
    ['[1] [2]', 'not-an-array'],
    ['[1]]', 'not-an-array'],
  ])('%j is %s', (text, state) => {
    expect(split([text]).state).toBe(state);
  });

  test('what was whole before the cut is given', () => {
    expect(split(['[{"a":1},{"b"']).elements).toEqual(['{"a":1}']);
  });

  test('nothing makes it throw, or hold more than the limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', 'x', ' ') })),
        (pieces) => {
          for (const text of split(['[', ...pieces], 5).elements)
            expect((text ?? '').length).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});
