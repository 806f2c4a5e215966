import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '#blocks/limits.js';
import { type Piece, splitPieces, splitText } from '#blocks/split-text.js';
import { toMrkdwn } from '../../src/digest/index.js';
import { anyText, testReal } from './texts.js';

const LIMIT = LIMITS.section.text;
const whole = ({ before, body, after }: Piece) => before + body + after;
const fencesOf = (text: string) => text.split('\n').filter((line) => /^(?:> )?```$/.test(line)).length;
const withoutBlanks = (text: string) => text.replace(/\s/g, '');

/** What must hold for the pieces of any text. */
function expectGoodPieces(text: string, pieces: readonly Piece[], limit: number): void {
  expect(pieces.map(({ body }) => body).join('')).toBe(text);
  let read = '';
  for (const [at, piece] of pieces.entries()) {
    const isLast = at === pieces.length - 1;
    expect(piece.body).not.toBe('');
    expect(whole(piece).length).toBeLessThanOrEqual(limit);
    if (text.isWellFormed()) expect(whole(piece).isWellFormed()).toBe(true);
    expect(piece.before).toMatch(/^(?:(?:> )?```\n)?$/);
    expect(piece.after).toMatch(/^(?:\n?(?:> )?```)?$/);
    expect(pieces[at + 1]?.before ?? '').toBe(piece.after === '' ? '' : `${piece.after.trim()}\n`);
    if (pieces.length > 50) continue;
    read += piece.body;
    const cutsLine = !isLast && !read.endsWith('\n');
    const lines = cutsLine ? read.slice(0, read.lastIndexOf('\n') + 1) : read;
    if (!isLast) expect(piece.after !== '').toBe(fencesOf(lines) % 2 === 1);
  }
}

describe('whatever the text', () => {
  test('the pieces are the text, each within the limit, every fence closed and reopened', () => {
    fc.assert(
      fc.property(anyText(300), fc.integer({ min: 32, max: 3000 }), fc.boolean(), (text, limit, lead) => {
        expectGoodPieces(text, splitPieces(text, limit, lead), limit);
      }),
      { numRuns: 400 },
    );
  });

  test('the sections hold every word and no blank ends', () => {
    fc.assert(
      fc.property(anyText(300), fc.integer({ min: 32, max: 600 }), (text, limit) => {
        const sections = splitText(text, limit);
        expect(withoutBlanks(sections.join('')).replaceAll('```', '').replaceAll('>', '')).toBe(
          withoutBlanks(text).replaceAll('```', '').replaceAll('>', ''),
        );
        for (const section of sections) {
          expect(section.trim()).not.toBe('');
          expect(section).not.toMatch(/^\s*\n|\s$/);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('what a comment is drawn as is cut at lines only, unless a line is too long', () => {
    fc.assert(
      fc.property(anyText(400), (markdown) => {
        const text = toMrkdwn(markdown);
        const pieces = splitPieces(text, 900);
        expectGoodPieces(text, pieces, 900);
        const short = text.split('\n').every((line) => line.length < 800);
        if (short) for (const { body } of pieces.slice(0, -1)) expect(body.endsWith('\n')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('where a text is cut', () => {
  const bodies = (text: string, limit: number, lead = false) =>
    splitPieces(text, limit, lead).map(({ body }) => body);

  test('at a blank line rather than at a line, at a line rather than in one', () => {
    expect(bodies('one\ntwo\n\nthree\nfour and more words', 32)).toEqual([
      'one\ntwo\n\n',
      'three\nfour and more words',
    ]);
    expect(bodies('one two three\nfour five six\nseven eight', 32)).toEqual([
      'one two three\nfour five six\n',
      'seven eight',
    ]);
  });

  test('before a heading rather than behind it', () => {
    expect(bodies('one two three\n\n*Head*\n\nfour five six seven', 32)).toEqual([
      'one two three\n\n',
      '*Head*\n\nfour five six seven',
    ]);
  });

  test('the ask stands alone, and only the first paragraph does', () => {
    expect(splitText('*Which one?*\n\nBoth.\n\nReady.', LIMIT, true)).toEqual([
      '*Which one?*',
      'Both.\n\nReady.',
    ]);
    expect(splitText('*Which one?*\n\nBoth.', LIMIT, false)).toEqual(['*Which one?*\n\nBoth.']);
    expect(splitText('*Which one?*', LIMIT, true)).toEqual(['*Which one?*']);
  });

  test('a blank line in a fence ends no paragraph', () => {
    expect(splitText('```\none\n\ntwo\n```\n\nthree', LIMIT, true)).toEqual([
      '```\none\n\ntwo\n```',
      'three',
    ]);
  });

  test('a fence that fits a section is not taken apart', () => {
    const fence = `\`\`\`\n${'code\n'.repeat(20)}\`\`\`\n`;
    expect(bodies(`Look:\n${fence}W.\n`, 112)).toEqual(['Look:\n', `${fence}W.\n`]);
  });

  test('a longer fence is closed and reopened between its lines', () => {
    const text = `Look:\n\n\`\`\`\n${'line of code\n'.repeat(6)}\`\`\`\nWell.`;
    expect(splitText(text, 60)).toEqual([
      'Look:',
      '```\nline of code\nline of code\nline of code\nline of code\n```',
      '```\nline of code\nline of code\n```\nWell.',
    ]);
  });

  test('a fence in a quote is reopened in a quote', () => {
    const text = `> \`\`\`\n${'> some code\n'.repeat(6)}> \`\`\``;
    expect(splitText(text, 50)).toEqual([
      '> ```\n> some code\n> some code\n> some code\n> ```',
      '> ```\n> some code\n> some code\n> some code\n> ```',
    ]);
  });

  test('an endless line of code is cut and stays code', () => {
    for (const piece of splitText(`\`\`\`\n${'x'.repeat(500)}\n\`\`\``, 100)) {
      expect(piece).toMatch(/^```\nx+\n```$/);
    }
  });

  test('backticks that a cut puts at the start of a section are no fence', () => {
    const text = `${'x'.repeat(39)} \`\`\`\n${'some prose\n'.repeat(9)}`;
    for (const { before, after } of splitPieces(text, 40)) expect(before + after).toBe('');
  });

  test('the indent of a list survives a cut before it', () => {
    expect(splitText('• one and some words\n    ◦ nested words\n    ◦ more', 40)).toEqual([
      '• one and some words\n    ◦ nested words',
      '    ◦ more',
    ]);
  });
});

describe('sizes', () => {
  const endless: readonly [string, string][] = [
    ['one endless word', 'x'.repeat(1_000_000)],
    ['one endless line of words', 'word '.repeat(200_000)],
    ['one endless line of marks', '*a _b ~c `d <e '.repeat(66_000)],
    ['thousands of tiny lines', 'a\n'.repeat(500_000)],
    ['thousands of fences', '```\n'.repeat(250_000)],
    ['one endless fence', `\`\`\`\n${'x'.repeat(999_992)}\n\`\`\``],
    ['one endless run of backticks', '`'.repeat(1_000_000)],
    ['one endless run of &', '&amp;'.repeat(200_000)],
    ['one endless row of families', '👩‍👩‍👧‍👦'.repeat(90_000)],
    ['one letter with endless accents', `e${'\u0301'.repeat(1_000_000)}`],
    ['blanks alone', ' '.repeat(1_000_000)],
    ['blank lines alone', '\n'.repeat(1_000_000)],
    ['one endless link', `<https://x.example/${'a'.repeat(1_000_000)}|label>`],
    ['right to left', 'שלום עולם. '.repeat(90_000)],
    ['Japanese', '日本語の文です。'.repeat(125_000)],
  ];
  test.each(endless)('a megabyte of %s is split within seconds and whole', (_, text) => {
    const start = performance.now();
    expectGoodPieces(text, splitPieces(text), LIMIT);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  testReal('the longest comment loses nothing', (markdown) => {
    const text = toMrkdwn(markdown);
    expectGoodPieces(text, splitPieces(text), LIMIT);
    expectGoodPieces(text, splitPieces(text, 200), 200);
  });
});
