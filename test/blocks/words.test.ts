import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeText, escapeWords } from '#blocks/escape.js';
import { cutWords, oneLine, wholeCharacters } from '#blocks/words.js';
import { anyText } from './texts.js';

describe('untrusted words', () => {
  test.each([
    ['a\n b\t\u0007c\u2028d', 'a b c d'],
    ['\u202Eevil\u2066', 'evil'],
    ['\u200B\u200D', ''],
    ['half \ud83d', 'half \ufffd'],
    ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
  ])('%j stand on one line as %j', (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  test('are cut at a word, else between characters, and never longer than the room', () => {
    expect(cutWords('one two three', 13)).toBe('one two three');
    expect(cutWords('one two three', 12)).toBe('one two…');
    expect(cutWords('one two three', 8)).toBe('one two…');
    expect(cutWords('one two three', 7)).toBe('one…');
    expect(cutWords('endless', 4)).toBe('end…');
    expect(cutWords('endless', 2)).toBe('');
    fc.assert(
      fc.property(anyText(40), fc.integer({ min: 0, max: 120 }), (text, room) => {
        const line = oneLine(text);
        const cut = cutWords(line, room);
        expect(cut.length).toBeLessThanOrEqual(room);
        expect(cut.isWellFormed()).toBe(true);
        if (cut === line || cut === '') return;
        expect(line.startsWith(cut.slice(0, -1))).toBe(true);
        expect(cut.endsWith('…')).toBe(true);
      }),
    );
  });

  test('keep their characters whole', () => {
    expect(wholeCharacters('a👍🏽b', 3)).toBe(1);
    expect(wholeCharacters('a👍🏽b', 5)).toBe(5);
    expect(wholeCharacters('abc', 7)).toBe(3);
    expect(wholeCharacters(`e${'\u0301'.repeat(20)}`, 9)).toBe(9);
    expect(wholeCharacters(`👩${'\u200D👩'.repeat(20)}`, 4)).toBe(3);
  });
});

describe('plain text as mrkdwn', () => {
  test('cannot mention, link or page', () => {
    expect(escapeText('<!here> <@U0BOB> a&b @here @Channel me@hereby.org')).toBe(
      '&lt;!here&gt; &lt;@U0BOB&gt; a&amp;b @\u200Bhere @\u200BChannel me@hereby.org',
    );
    fc.assert(
      fc.property(anyText(40), (text) =>
        expect(escapeText(text)).not.toMatch(/[<>]|@here\b|&(?!(?:amp|lt|gt);)/i),
      ),
    );
  });

  test('draws no mark, and is itself again without the zero-width spaces', () => {
    expect(escapeWords('*a* snake_case `b`')).toBe('\u200B*\u200Ba\u200B*\u200B snake_case ˋbˋ');
    fc.assert(
      fc.property(anyText(40), (text) => {
        const plain = text.replaceAll('\u200B', '').replaceAll('`', '').toWellFormed();
        const drawn = escapeWords(plain);
        expect(drawn).not.toMatch(/(?:^|[^\p{L}\p{N}\u200B])[*_~]|[*_~](?:$|[^\p{L}\p{N}\u200B])|`/u);
        expect(drawn.replaceAll('\u200B', '')).toBe(
          plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        );
      }),
    );
  });
});
