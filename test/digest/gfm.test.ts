import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { toMrkdwn } from '../../src/digest/index.js';
import { wordsOfHtml, wordsOfMrkdwn } from './support/visible.js';

interface Example {
  readonly title: string;
  readonly markdown: string;
  /** What GitHub's published rules make of it. */
  readonly html: string;
}

const path = new URL('cases/gfm.json', import.meta.url);
const examples: readonly Example[] = JSON.parse(readFileSync(path, 'utf8'));

describe('GFM keeps its words', () => {
  test.each(examples)('$title', ({ markdown, html }) => {
    expect(wordsOfMrkdwn(toMrkdwn(markdown)).filter(notRule)).toEqual(wordsOfHtml(html).filter(notRule));
  });
});

/** The lines we draw between and below cells are no words. */
function notRule(word: string): boolean {
  return !/^[|-]+$/.test(word);
}

describe('GFM is drawn', () => {
  test.each([
    ['https://example.com/a_b', '<https://example.com/a_b>'],
    ['see https://example.com/__tests__/x.', 'see <https://example.com/__tests__/x>.'],
    ['www.example.com/x', '<http://www.example.com/x|www.example.com/x>'],
    ['me@example.com', '<mailto:me@example.com|me@example.com>'],
    ['xhttp://example.com', 'xhttp://example.com'],
    ['[a https://b.example c](https://d.example)', '<https://d.example|a https://b.example c>'],
    ['ftp://example.com/x', 'ftp://example.com/x'],
    ['1. [x] done\n2. [ ] open', '1. ☑ done\n2. ☐ open'],
    ['- [x]no blank', '• [x]no blank'],
    ['~a ~~b~ c~~', '~a ~~b~ c~~'],
  ])('%s', (markdown, mrkdwn) => {
    expect(toMrkdwn(markdown).replaceAll('\u200B', '')).toBe(mrkdwn);
  });
});
