import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fit as fitText } from '../../src/digest/index.js';

const URL_OF_COMMENT = 'https://github.com/octo/app/issues/7';
/** The characters a phone shows in a line. */
const PHONE = 44;

/** Words set in lines of a phone's width; what hangs under a number or a mark stays under it. */
function wrapped(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const hang = ' '.repeat(/^(?:> )?(?: *(?:\d+\.|[•◦☑☐]) )?/.exec(line)?.[0].length ?? 0);
      const lines: string[] = [''];
      for (const word of line.split(' ')) {
        const last = lines.at(-1) ?? '';
        if (last.trim() === '' || last.length + 1 + word.length <= PHONE) {
          lines[lines.length - 1] = lines.length === 1 && last === '' ? word : `${last} ${word}`;
        } else {
          lines.push(hang + word);
        }
      }
      return lines;
    })
    .join('\n');
}

const page = readFileSync(new URL('../../docs/digest.md', import.meta.url), 'utf8');
const EXAMPLE = /\(`maxChars: (\d+)`\):\n\n```text\n([\s\S]*?)```\n\nAfter:\n\n```text\n([\s\S]*?)```/g;
const examples = [...page.matchAll(EXAMPLE)].map(([, maxChars = '', before = '', after = '']) => ({
  maxChars: Number(maxChars),
  before,
  after,
}));

test('the page shows three comments', () => {
  expect(examples).toHaveLength(3);
});

test.each(examples)(
  'a digest of $maxChars characters is as the page shows it',
  ({ maxChars, before, after }) => {
    const { text, digested } = fitText(before, { maxChars, url: URL_OF_COMMENT });
    expect(digested).toBe(true);
    expect(`${wrapped(text)}\n`).toBe(after);
  },
);
