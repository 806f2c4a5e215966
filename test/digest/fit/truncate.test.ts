import { expect, test } from '@jest/globals';
import { fit as fitText } from '../../../src/digest/index.js';

const truncated = (markdown: string) => fitText(markdown, { maxChars: 200, mode: 'truncate' }).text;

test('a short text stands whole', () => {
  expect(truncated('**a**\n\n- b')).toBe('*a*\n\n• b');
});

test.each([
  [
    'a fence is closed',
    `a\n\n\`\`\`\n${'code\n'.repeat(60)}\`\`\``,
    /^a\n\n```\n(?:code\n)+(?:c|co|cod)?\n?```\n… \(\d+ more/,
  ],
  ['a mark is closed', `a **${'bold and '.repeat(40)}end**`, /^a \*bold[a-z ]+\*\n… \(\d+ more/],
  [
    'a link is whole',
    `[${'words and '.repeat(40)}end](https://x.example)`,
    /^<https:\/\/x\.example\|words[a-z ]+>\n… \(\d+ more/,
  ],
  ['an entity is whole', '<'.repeat(120).replace(/</g, 'a < '), /^(?:a &lt; )+(?:a|a &lt;)\n… \(\d+ more/],
  ['a pair is whole', '😀'.repeat(150), /^(?:😀)+\n… \(\d+ more/u],
])('%s', (_, markdown, want) => {
  expect(truncated(markdown)).toMatch(want);
});
