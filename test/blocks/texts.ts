import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@jest/globals';
import fc from 'fast-check';

export const QUESTION_ID = '0b0e6f5c-3f1a-4c58-9f6e-2f6c0f6b7a10';
export const TICKET = 'https://github.com/octo/app/issues/7#issuecomment-9';

/** Pieces that comments and what is drawn of them are made of: marks, fences, lists, scripts, and what could act. */
const PIECES = [
  ...['word ', 'A sentence ends. ', 'Which one? ', '\n', '\n\n', '\n\n\n', ' ', '    ', '\t'],
  ...['*bold* ', '_it_ ', '~gone~ ', '`code` ', '*', '_', '~', '`', '**b** ', '# head\n', '> ', '> > deep\n'],
  ...['```', '```\n', '```ts\n', '\n```\n', '~~~\n', 'const x = 1;\n', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ...[
    '- item\n',
    '1. first\n2. second\n',
    '    - nested\n',
    '- [ ] open\n',
    '<details><summary>s</summary>\n',
  ],
  ...[
    '&',
    '<',
    '>',
    '&amp;',
    '<!channel>',
    '<@U0BOB>',
    '@here ',
    '<https://x.example/?a|b>',
    '[l](https://x.example) ',
  ],
  ...[
    '🙂',
    '👩‍👩‍👧‍👦',
    '🇯🇵',
    'é',
    'เก้า',
    '日本語の文。',
    '这是一个句子！',
    'שלום עולם ',
    'مرحبا بالعالم؟ ',
    '\u202E',
    '\u200B',
  ],
  ...[
    '\u0000',
    '\u0007',
    '\ud83d',
    '\udc00',
    '\u2028',
    '\r\n',
    'x'.repeat(400),
    '長'.repeat(400),
    `https://x.example/${'p/'.repeat(90)}`,
  ],
];

const pieced = (most: number) =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: most }).map((pieces) => pieces.join(''));

/** Text of any kind, up to about `most` pieces or characters. */
export function anyText(most: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: pieced(most) },
    { weight: 1, arbitrary: fc.string({ maxLength: most, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.string({ maxLength: most, unit: 'grapheme' }) },
  );
}

/** What a label, a title or a reason could be. */
export const anyLabel = fc.oneof(
  anyText(30),
  fc.constantFrom('', ' ', '\n', '\u200B', '&'.repeat(300), '*'.repeat(300)),
);

const letters = (length: number) => `https://x.example/${'a'.repeat(length - 'https://x.example/'.length)}`;

/** Addresses, good and bad, some at and beyond what Slack takes. */
export const anyUrl = fc.constantFrom(
  ...[undefined, TICKET, '', 'ftp://x.example/', 'https://', 'not an address', 'javascript:alert(1)'],
  ...[
    'https://x.example/?a|b>c <!here>',
    `https://x.example/${'&'.repeat(900)}`,
    letters(1000),
    letters(3000),
    letters(3001),
  ],
);

const REAL = fileURLToPath(new URL('../digest/cases/real/', import.meta.url));

/** Comments of the shapes that agents really post, as the digest's own tests keep them. */
export const realTexts: readonly { name: string; text: string }[] = readdirSync(REAL)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => ({ name, text: readFileSync(path.join(REAL, name), 'utf8') }));

/** Runs a test over the real comments. */
export function testReal(title: string, body: (text: string, name: string) => void): void {
  test.each(realTexts)(`${title}: $name`, ({ name, text }) => body(text, name));
}
