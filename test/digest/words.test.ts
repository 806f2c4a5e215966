import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { toMrkdwn } from '../../src/digest/index.js';
import { comments } from './support/cases.js';
import { comment$ } from './support/markdown.js';
import { wordsOfHtml, wordsOfMrkdwn } from './support/visible.js';

/** The yardstick: the stock parser with its own renderer, refusing no link. */
const stock = new MarkdownIt('default', { html: true });
stock.validateLink = () => true;
stock.normalizeLinkText = (url) => url;

/** What only GitHub draws otherwise: boxes, alerts, and a rule or a table's edges, which are no words. */
function comparable(words: readonly string[]): string[] {
  return words
    .join(' ')
    .replace(/(\d)\)/g, '$1.')
    .replace(/\[[ xX]\] ?/g, '')
    .replace(/\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gi, (_, name: string) => name.toLowerCase())
    .replace(/\b(?:Note|Tip|Important|Warning|Caution)\b/g, (name) => name.toLowerCase())
    .split(/[\s|]+/)
    .filter((word) => !/^-*$/.test(word));
}

function keepsWords(markdown: string): void {
  const want = comparable(wordsOfHtml(stock.render(markdown)));
  expect(comparable(wordsOfMrkdwn(toMrkdwn(markdown)))).toEqual(want);
}

/** Pieces that the two parsers read alike: no HTML, no footnotes, no odd tildes. */
const PIECES = [
  ...'*_`[]()!#-+.:;,?"\'\\&=^{}$ \n\n\n'.split(''),
  ...[
    'a',
    'b',
    'lorem ',
    'Ipsum ',
    '1.',
    '2)',
    '- ',
    '* ',
    '> ',
    '    ',
    '```\n',
    '~~x~~',
    '&amp;',
    '&copy;',
    '&#35;',
  ],
  ...['https://a.b/c ', '[x](u)', '![y](u/p)', '[x]: u\n', '| a | b |\n|---|---|\n| c | d |\n'],
  ...[
    '立即',
    'é',
    '😀',
    'خطأ',
    '**',
    '***',
    '__',
    '# ',
    '---\n',
    '===\n',
    '\t',
    '<ab:c>',
    '- [ ] c\n',
    '\\*',
    '$x',
  ],
];

const TAGS = 'table tr td th thead tbody ul ol li details summary b p div h2 blockquote sub code pre'.split(
  ' ',
);
const HTML_PIECES = [
  ...TAGS.flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...['a', 'b c', '\n', '\n\n', ' ', '<br>', '<!-- x -->', '- d', '> e', '# f', '**g**', '&lt;'],
  ...['<a href="https://a.b">', '</a>', '<img alt="pic" src="https://a.b/c">'],
];

describe('no word is lost or made up', () => {
  test('in generated comments', () => {
    fc.assert(fc.property(comment$, keepsWords), { numRuns: 500 });
  });

  test('in any mixture of Markdown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
        keepsWords,
      ),
      { numRuns: 3000 },
    );
  });

  test.each(comments.filter(({ name }) => !/^(?:23|26|31|36)-/.test(name)))('in $name', ({ markdown }) => {
    keepsWords(markdown);
  });

  test('in any mixture of HTML and Markdown', () => {
    const letters = (words: readonly string[]) => words.join('').replace(/[|.\d-]/g, '');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...HTML_PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
        (markdown) => {
          const want = letters(wordsOfHtml(stock.render(markdown)));
          expect(letters(wordsOfMrkdwn(toMrkdwn(markdown)))).toBe(want);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
