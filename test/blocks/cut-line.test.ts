import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutLine } from '#blocks/cut-line.js';
import { escapeText } from '#blocks/escape.js';
import { anyText } from './texts.js';

const cutAt = (line: string, room: number, code = false) => line.slice(0, cutLine(line, room, code));

describe('a line that is too long', () => {
  test('is cut behind a sentence when one ends in the second half of the room', () => {
    expect(cutAt('One is here. Two is there and goes on', 22)).toBe('One is here. ');
    expect(cutAt('One. Two is there and goes on and on', 22)).toBe('One. Two is there and ');
    expect(cutAt('一つ目の文です。二つ目の文です', 12)).toBe('一つ目の文です。');
  });

  test.each([
    ['bold words', 'so *this is bold* then', 15, 'so '],
    ['code', 'so `this is code` then', 15, 'so '],
    ['a link', 'so <https://x.example/|this is a link> then', 30, 'so '],
    ['italics in bold', 'so *this _is both_ here* then', 22, 'so '],
  ])('is not cut inside %s', (_, line, room, expected) => {
    expect(cutAt(line, room)).toBe(expected);
  });

  test('wherever a line of words, pairs and links is cut, both sides stay whole', () => {
    const word = fc.constantFrom(
      'word',
      'end.',
      '*bold word*',
      '_it_',
      '~a b~',
      '`a * b`',
      '`*a b`',
      '*a * b*',
      '*_both of it_*',
      '2 * 3',
      'a_b',
    );
    const link = fc.constantFrom(
      '<https://x.example/a_b|a label>',
      '*<https://x.example|bold link>*',
      '&amp;',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, link), { minLength: 20, maxLength: 40 }),
        fc.integer({ min: 36, max: 80 }),
        (words, room) => {
          const line = words.join(' ');
          const cut = cutLine(line, room, false);
          const ends = new Set<number>();
          let length = 0;
          for (const each of words) {
            length += each.length + 1;
            for (const [at, char] of [...each].entries()) {
              if (each === '2 * 3' && char === ' ') ends.add(length - each.length + at);
            }
            ends.add(length);
          }
          expect(ends.has(cut)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a sign between blanks or inside a word opens nothing', () => {
    expect(cutAt('2 * 3 is six and snake_case_name too', 24)).toBe('2 * 3 is six and ');
  });

  test('a sign inside code opens nothing', () => {
    expect(cutAt('so `*a` is code and more words', 24)).toBe('so `*a` is code and ');
  });

  test('a link that ended is no reason to cut before it', () => {
    expect(cutAt(`ab<https://x.example/|l>${'x'.repeat(100)}`, 60)).toHaveLength(60);
  });

  test('a pair longer than the room is cut behind a word', () => {
    expect(cutAt('*bold words without an end in sight*', 16)).toBe('*bold words ');
  });

  test('a link longer than the room begins the next section', () => {
    expect(cutAt(`see<https://x.example/${'a'.repeat(100)}>`, 40)).toBe('see');
  });

  test('no entity is cut', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a&<>]{60,90}$/), fc.integer({ min: 8, max: 50 }), (plain, room) => {
        const line = escapeText(plain);
        const cut = cutLine(line, room, false);
        expect(line.slice(0, cut)).not.toMatch(/&[a-z]{0,3}$/);
      }),
    );
  });

  test('no emoji, flag or accented letter is cut', () => {
    const grapheme = fc.constantFrom('👩‍👩‍👧‍👦', '🇯🇵', '👍🏽', 'e\u0301', '日', 'x');
    const segmenter = new Intl.Segmenter();
    fc.assert(
      fc.property(
        fc.array(grapheme, { minLength: 40, maxLength: 60 }),
        fc.integer({ min: 12, max: 39 }),
        (all, room) => {
          const line = all.join('');
          const ends = new Set(
            [...segmenter.segment(line)].map(({ index, segment }) => index + segment.length),
          );
          expect(ends.has(cutLine(line, room, false))).toBe(true);
          expect(ends.has(cutLine(line, room, true))).toBe(true);
        },
      ),
    );
  });

  test('whatever it is, the cut lies within the room', () => {
    fc.assert(
      fc.property(anyText(60), fc.integer({ min: 8, max: 80 }), fc.boolean(), (text, room, code) => {
        const line = `${text.replaceAll('\n', ' ')}${'x'.repeat(room + 1)}`;
        const cut = cutLine(line, room, code);
        expect(cut).toBeGreaterThanOrEqual(1);
        expect(cut).toBeLessThanOrEqual(room);
      }),
    );
  });
});
