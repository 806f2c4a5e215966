import fc from 'fast-check';

/**
 * Markdown of the shapes agents post, made so that what a test looks for can be told from the text: its
 * words hold no mark characters, and only `questions` end in a question mark.
 */

const WORDS =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron rho sigma tau'.split(' ');
const word = fc.constantFrom(...WORDS);

const marked = fc.oneof(
  { weight: 12, arbitrary: word },
  { weight: 1, arbitrary: word.map((w) => `**${w} ${w}**`) },
  { weight: 1, arbitrary: word.map((w) => `*${w}*`) },
  { weight: 1, arbitrary: word.map((w) => `~~${w} ${w}~~`) },
  { weight: 1, arbitrary: word.map((w) => `\`${w}.ts\``) },
  { weight: 1, arbitrary: word.map((w) => `[${w} ${w}](https://example.com/${w}?a=1&b=2)`) },
  { weight: 1, arbitrary: word.map((w) => `https://example.com/${w}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('e.g.', 'v1.2.3', 'R&D', '<kbd>Ctrl</kbd>', '10:30', '请**立即**更新'),
  },
);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function sentence(end: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(word, fc.array(marked, { minLength: 1, maxLength: 14 }), fc.array(word, { maxLength: 5 }), end)
    .map(([first, middle, last, mark]) => {
      const tail = last.length > 0 ? `, ${last.join(' ')}` : ` ${first}`;
      return `${capital(first)} ${middle.join(' ')}${tail}${mark}`;
    });
}

/** A sentence that asks nothing. */
export const statement = sentence(fc.constantFrom('.', '.', '.', '!'));
/** A sentence that asks. */
export const question = sentence(fc.constant('?'));

const paragraph = fc
  .array(statement, { minLength: 1, maxLength: 5 })
  .chain((sentences) => fc.constantFrom(' ', ' ', '\n').map((glue) => sentences.join(glue)));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), word, marked)
  .map(([n, a, b]) => `${'#'.repeat(n)} ${a} ${b}`);
const fence = fc
  .array(word, { maxLength: 4 })
  .map((lines) => `\`\`\`ts\n${lines.map((w) => `const ${w} = "?";\n`).join('')}\`\`\``);
const table = fc
  .array(fc.tuple(word, word), { minLength: 1, maxLength: 3 })
  .map((rows) => `| a | b |\n|---|--:|\n${rows.map(([a, b]) => `| ${a} | ${b}? |`).join('\n')}`);
const trace = word.map(
  (w) =>
    `Traceback (most recent call last):\n  File "/srv/${w}.py", line 3, in ${w}\n    ${w}()\nKeyError: '${w}'`,
);
const quote = paragraph.map((text) => text.replace(/^/gm, '> '));
const alert = paragraph.map((text) => `> [!NOTE]\n${text.replace(/^/gm, '> ')}`);
const details = paragraph.map((text) => `<details>\n<summary>More</summary>\n\n${text}\n\n</details>`);
const comment = word.map((w) => `<!-- ${w}: is this hidden? -->`);
const rule = fc.constant('---');

const item = fc.oneof(
  statement,
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
);
const nested = fc.tuple(item, fc.array(item, { maxLength: 2 })).map(([head, below]) => {
  return [head, ...below.map((text) => `   - ${text}`)].join('\n');
});
/** A list whose every item may be chosen. */
const list = fc
  .tuple(fc.constantFrom('-', '*', '1.', '- [ ]'), fc.array(nested, { minLength: 1, maxLength: 7 }))
  .map(([marker, items]) =>
    items.map((text, at) => `${marker === '1.' ? `${at + 1}.` : marker} ${text}`).join('\n'),
  );
const lettered = fc
  .array(item, { minLength: 2, maxLength: 4 })
  .map((items) => items.map((text, at) => `${String.fromCharCode(65 + at)}) ${capital(text)}`).join('\n'));

const block = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  { weight: 2, arbitrary: heading },
  { weight: 3, arbitrary: list },
  ...[lettered, fence, table, trace, quote, alert, details, comment, rule].map((arbitrary) => ({
    weight: 1,
    arbitrary,
  })),
);

/** A comment that asks nothing. */
export const statements = fc.array(block, { maxLength: 9 }).map((blocks) => blocks.join('\n\n'));

/** A comment with one question in it, in a paragraph of its own or among statements. */
export const asking = fc
  .tuple(
    statements,
    fc.array(statement, { maxLength: 2 }),
    question,
    fc.array(statement, { maxLength: 2 }),
    statements,
  )
  .map(([before, left, asked, right, after]) =>
    [before, [...left, asked, ...right].join(' '), after].filter((part) => part !== '').join('\n\n'),
  );

/** Either. */
export const comment$ = fc.oneof(statements, asking);

/** Characters that mean something to one of the parsers, and some that mean trouble. */
const PIECES = [
  ...'*_~`[]()<>!#|-+.:;,?"\'\\/&@=^{}$ \n\n\t\r\0'.split(''),
  ...[
    'a',
    'b',
    'A)',
    'B)',
    '1.',
    '- ',
    '> ',
    '```',
    '~~~',
    '<!--',
    '-->',
    '<table>',
    '</table>',
    '<td>',
    '<tr>',
    '<li>',
  ],
  ...[
    '<ul>',
    '</ul>',
    '<pre>',
    '</pre>',
    '<a href="',
    '</a>',
    '<img src=',
    '<br>',
    '<b>',
    '</b>',
    '<title>',
    '<!channel>',
  ],
  ...[
    '<@U1>',
    '&amp;',
    '&#63;',
    '&#0;',
    'https://a.b/c',
    'javascript:x',
    'www.a.b',
    'a@b.c',
    '@here',
    '[x]: y',
    '[^1]: z',
  ],
  ...[
    '\u200B',
    '\uFEFF',
    '\uD83D',
    '\uDE00',
    '👩‍👩‍👧',
    'é',
    '\u0301',
    'خطأ؟',
    '立即。',
    '？',
    '\u202E',
    '\u2028',
    '…',
    '—',
    '/a/b/c/d',
    'C:\\a\\b\\c',
  ],
  ...['reply `x`', 'Error: x\n', 'at a.b(c)\n', '    ', '| a |\n|---|\n', '![', '](', '[!NOTE]', '- [ ] '],
];

/** Anything at all. */
export const noise = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 120 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom(...PIECES, 'lorem ipsum dolor ', 'Sit amet. '), { minLength: 100, maxLength: 400 })
    .map((pieces) => pieces.join('')),
);

export const maxChars = fc.integer({ min: 200, max: 3000 });
