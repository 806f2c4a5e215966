import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breakKeywords, breakKeywordsInUrl, stillWords } from '../../src/ledger/defang.js';
import { findKeywords } from '../../src/ledger/keyword-matches.js';
import { wouldActAsCommand } from '../../src/sandbox/ticket/marker-reader.js';

const WORDS = ['start', 'stop', 'pause', 'resume', 'execute', 'contribute', 'do', 'cleanup'];
const DEFAULTS = WORDS.map((word) => `the-loop ${word}`);

describe('breakKeywords', () => {
  test.each([
    ...DEFAULTS,
    'THE-LOOP START',
    'please the-loop do it.',
    '(the-loop stop)',
    'the-loop  \t start',
    'the-loop\nstart',
    'the-loop\n> start',
    'the-loop\n> > start',
    'the-loop\u00a0start',
    'the-loop\u3000start',
    'the-loop\u2028start',
    'the\u200b-loop start',
    'the-lo\u2060op st\u00adart',
    'x\u200bthe-loop start',
    'the-loop start\u200bx',
    'the-loop **start**',
    '**the-loop** start',
    'the-lo*op* start',
    'foo*the-loop start*bar',
    '`the-loop` `start`',
    '_the-loop start_',
    '[the-loop](https://x.example/a) start',
    'the-loop ſtart',
    'the-loop contrıbute',
    'ｔｈｅ－ｌｏｏｐ start',
    'éthe-loop start',
    'the-loop start-up',
    'not-the-loop start',
  ])('breaks %j', (text) => {
    expect(findKeywords(text, DEFAULTS)).not.toEqual([]);
    const broken = breakKeywords(text, []);
    expect(findKeywords(broken, DEFAULTS)).toEqual([]);
    expect(wouldActAsCommand(broken, DEFAULTS)).toBe(false);
    expect(broken.normalize('NFKC').replaceAll('\u2010', '-')).toBe(text.normalize('NFKC'));
  });

  test.each([
    'the-loop',
    'the-loop started',
    'xthe-loop start',
    'the-loop, start',
    'theloop start',
    'start the-loop',
    '',
  ])('leaves %j alone', (text) => {
    expect(breakKeywords(text, [])).toBe(text);
  });

  test('a hyphen becomes one that looks the same, in the keyword only', () => {
    expect(breakKeywords('run the-loop start on the-loop', [])).toBe('run the\u2011loop start on the-loop');
  });

  test.each([
    ['go', 'let go now', 'let g\u200ao now'],
    ['/agent run', 'x /agent run y', 'x /\u200aagent run y'],
    ['weiter machen', 'WEITER  machen', 'W\u200aEITER  machen'],
    ['kg', 'two ㎏ of it', 'two k\u200ag of it'],
    ['c++ go', 'c++ go', 'c\u200a++ go'],
    ['a.b', 'axb a.b', 'axb a\u200a.b'],
  ])('the configured keyword %j is broken in %j', (keyword, text, broken) => {
    expect(breakKeywords(text, [keyword])).toBe(broken);
  });

  test('splitting one keyword bares no other', () => {
    const keywords = ['start', 'tart', 'art'];
    const broken = breakKeywords('start', keywords);
    expect(findKeywords(broken, keywords)).toEqual([]);
  });

  test('an empty keyword means nothing', () => {
    expect(breakKeywords('any words', ['', '  '])).toBe('any words');
  });

  test('whatever the text, the independent reader finds no command afterwards', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'the-loop',
        'start',
        'stop',
        'do',
        ' ',
        '\n',
        '\n> ',
        '\u200b',
        '\u00a0',
        '*',
        '_',
        '`',
        '\\',
      ),
      fc.constantFrom(
        'the',
        '-',
        'loop',
        'st',
        'art',
        'go',
        ']',
        '[',
        '](x)',
        'ſtop',
        'THE-LOOP',
        '\u00ad',
        'é',
        '.',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const broken = breakKeywords(pieces.join(''), ['go']);
        expect(wouldActAsCommand(broken, [...DEFAULTS, 'go'])).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });
});

test('in a URL a keyword is written in another way that leads to the same place', () => {
  const keywords = ['go', 'agent-run', '/on'];
  const broken = breakKeywordsInUrl('https://x.example/go/agent-run/on?q=go', keywords);
  expect(findKeywords(broken, keywords)).toEqual([]);
  expect(broken).toBe('https://x.example/%67o/%61gent-run/%6Fn?q=%67o');
});

test.each([
  ['@octocat', '@\u200boctocat'],
  ['@@a', '@\u200b@\u200ba'],
  ['@org/team', '@\u200borg/team'],
  ['fixes #12', 'fixes #\u200b12'],
  ['closes octo/app#12', 'closes octo/app#\u200b12'],
  ['GH-12', 'GH-\u200b12'],
  ['#x C#', '#x C#'],
])('%s notifies and links nothing', (text, still) => {
  expect(stillWords(text)).toBe(still);
});
