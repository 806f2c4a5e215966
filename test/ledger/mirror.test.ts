import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { cleanText } from '../../src/ledger/clean.js';
import { AGENT_MARKER, findHiddenIds, isMarked, VISIBLE_LINE } from '../../src/ledger/marker.js';
import { composeMirror, type MirrorInput } from '../../src/ledger/mirror.js';
import { COMMENT_MAX } from '../../src/ledger/mirror-safety.js';
import { asSlackSends } from '../../src/ledger/slack-token.js';
import { wouldActAsCommand } from '../../src/sandbox/ticket/marker-reader.js';
import { hostileFragments, hostileText } from './hostile-text.js';

// Thousands of runs, or waits that are real: a busy machine needs more than the default 5 s.
jest.setTimeout(30_000);

const SECRET = 'sentinel-token-0001';
const CUSTOM = ['go', 'loopy start', '/agent run', 'weiter machen'];
const KEYWORDS = [
  ...['start', 'stop', 'pause', 'resume', 'execute', 'contribute', 'do', 'cleanup'].map(
    (w) => `the-loop ${w}`,
  ),
  ...CUSTOM,
];

function mirror(text: string, more: Partial<MirrorInput> = {}): string {
  return composeMirror({
    text,
    channelName: 'Slack',
    actorId: 'U0ALICE',
    slackChannel: 'C0DEV',
    messageTs: '1700000000.000100',
    keywords: CUSTOM,
    secrets: [SECRET],
    paths: ['/home/u', '/tmp'],
    ...more,
  });
}

/** The body without the two lines that act on purpose. */
function withoutEnding(body: string): string {
  return body.replace(`\n${AGENT_MARKER}\n<!-- the-loop-slack:C0DEV:1700000000.000100 -->\n`, '');
}

const markdown = new MarkdownIt({ html: true, breaks: true });
type Token = ReturnType<typeof markdown.parse>[number];

/** What GitHub's Markdown makes of the body, as far as CommonMark says. */
function blocks(body: string): { top: Token[]; quote: Token[] } {
  const tokens = markdown.parse(body, {});
  const top = tokens.filter((token) => token.level === 0 && token.nesting !== -1);
  const start = tokens.findIndex(({ type }) => type === 'blockquote_open');
  const end = tokens.findIndex(({ type, level }) => type === 'blockquote_close' && level === 0);
  return { top, quote: tokens.slice(start + 1, end) };
}

function inlines(quote: readonly Token[]): Token[] {
  return quote.flatMap((token) => token.children ?? []);
}

function shownWords(quote: readonly Token[]): string {
  const words = quote.flatMap((token) => [
    token.type === 'fence' ? token.content : '',
    ...(token.children ?? []).map(({ content }) => content),
  ]);
  return words.join('');
}

/** Two texts are the same to a reader when they differ in these only. */
function toTheEye(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('\u2010', '-')
    .replace(/[\s\u200b*_~`]/g, '');
}

describe('composeMirror', () => {
  test('names itself, the surface and the author, quotes the reply, and ends with the marker and the id', () => {
    expect(
      mirror('Take *2*\n\nand ship', { threadUrl: 'https://x.slack.com/archives/C0DEV/p17?thread_ts=1.1' }),
    ).toBe(
      [
        VISIBLE_LINE,
        '',
        'Reply in **Slack** by `U0ALICE` ([the message](https://x.slack.com/archives/C0DEV/p17?thread_ts=1.1)):',
        '> Take **2**',
        '>',
        '> and ship',
        AGENT_MARKER,
        '<!-- the-loop-slack:C0DEV:1700000000.000100 -->',
        '',
      ].join('\n'),
    );
  });

  test('whatever the reply, there is one marker, one quote, and nothing that acts', () => {
    fc.assert(
      fc.property(hostileText(SECRET), (text) => {
        const body = mirror(text);
        const visible = withoutEnding(body);
        expect(body.split(AGENT_MARKER)).toHaveLength(2);
        expect(body.split('<!--')).toHaveLength(3);
        expect(findHiddenIds(body)).toEqual([{ channel: 'C0DEV', ts: '1700000000.000100' }]);
        expect(body).not.toContain(SECRET);
        expect(body.length).toBeLessThanOrEqual(COMMENT_MAX);
        expect(wouldActAsCommand(visible, KEYWORDS)).toBe(false);
        for (const line of visible.split(LINE_END).slice(3)) {
          expect(line).toMatch(/^>/);
        }
        const { top, quote } = blocks(body);
        expect(top.map(({ type }) => type)).toEqual([
          'paragraph_open',
          'paragraph_open',
          'blockquote_open',
          'html_block',
          'html_block',
        ]);
        expect(quote.map(({ type }) => type).filter((type) => !ALLOWED_BLOCKS.has(type))).toEqual([]);
        expect(
          inlines(quote)
            .map(({ type }) => type)
            .filter((type) => !ALLOWED_INLINES.has(type)),
        ).toEqual([]);
        const words = inlines(quote).filter(({ type }) => type === 'text');
        for (const { content } of words) expect(content).not.toMatch(/@[A-Za-z0-9]|#[0-9]|gh-[0-9]/i);
        for (const link of inlines(quote).filter(({ type }) => type === 'link_open')) {
          expect(link.attrGet('href')).toMatch(/^(?:https?:\/\/|mailto:)/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('whatever the configured keywords, even words of the frame or of a URL, none acts and the reply still lands', () => {
    const odd = [
      ...[
        '[xy]',
        '/ab',
        'ab-cd',
        '**go**',
        'bb cc',
        '@bot',
        '#12',
        'go!',
        '<xx',
        '>yy',
        '&zz',
        '(rr)',
        '-go',
        'a.b',
      ],
      ...[
        'the',
        'the-loop',
        'loop',
        'autonomous',
        'Reply',
        'Slack',
        'message',
        'U0ALICE',
        'C0DEV',
        'agent-comment',
      ],
      ...['https', 'x.example', 'label', 'evil', 'lt', 'amp', '1. one', '- item', '`do`', 'über go', '日本'],
    ];
    const keyword = fc.constantFrom(...odd);
    const text = fc.array(fc.oneof(hostileText(SECRET), keyword, fc.constantFrom(' ', '\n')), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(keyword, { maxLength: 3 }), text, (keywords, pieces) => {
        const threadUrl = 'https://x.example/archives/C0DEV/p17';
        const visible = withoutEnding(mirror(pieces.join(''), { keywords, threadUrl }));
        expect(wouldActAsCommand(visible, [...keywords, 'the-loop start'])).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('whatever was typed is shown as typed', () => {
    const typed = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), hostileFragments()), { maxLength: 12 });
    fc.assert(
      fc.property(typed, (pieces) => {
        const text = pieces.join('');
        // That is a login in a URL, and goes.
        fc.pre(!/:\/\/[^\s/@]*@/.test(text));
        const { quote } = blocks(mirror(asSlackSends(text), { secrets: [], paths: [] }));
        expect(toTheEye(shownWords(quote))).toBe(toTheEye(cleanText(text)));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Where Python's `splitlines`, JavaScript or GitHub may end a line. */
const LINE_END = new RegExp(
  ['\r', '\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'].join('|'),
);

const ALLOWED_BLOCKS = new Set(['paragraph_open', 'inline', 'paragraph_close', 'fence']);
const ALLOWED_INLINES = new Set([
  ...['text', 'softbreak', 'code_inline', 'link_open', 'link_close'],
  ...['strong_open', 'strong_close', 'em_open', 'em_close', 's_open', 's_close'],
]);

describe('a reply beyond GitHub’s cap', () => {
  test.each([
    ['words', 'lorem ipsum dolor '],
    ['lines', 'one line of it\n'],
    ['one word', 'x'],
    ['what must be escaped', '&lt;'],
    ['pairs', '🙂'],
    ['links', '<https://x.example/a|a label of words> '],
    ['keywords', 'the-loop start '],
  ])('of %s is cut, says how much is missing, and keeps its marker', (_name, unit) => {
    const body = mirror(unit.repeat(Math.ceil(90_000 / unit.length)));
    expect(body.length).toBeLessThanOrEqual(COMMENT_MAX);
    expect(body.length).toBeGreaterThan(COMMENT_MAX * 0.9);
    expect(isMarked(body)).toBe(true);
    expect(body).toMatch(/, cut: [0-9]+ characters are left out, the whole is in Slack:\n/);
    expect(body).not.toMatch(/\p{Surrogate}/u);
  });

  test('counts what it leaves out, and cuts between words', () => {
    const words = 20_000;
    const body = mirror('abcd '.repeat(words));
    const left = Number(/cut: ([0-9]+) characters/.exec(body)?.[1]);
    const shown = body
      .split('\n')
      .filter((line) => line.startsWith('>'))
      .join('');
    expect(shown).toMatch(/^> (?:abcd )+…$/);
    const kept = shown.split('abcd').length - 1;
    // The space at the cut is neither shown nor missed.
    expect(kept * 5 + left).toBeGreaterThanOrEqual(words * 5 - 1);
    expect(kept * 5 + left).toBeLessThanOrEqual(words * 5 + 1);
  });

  test('never cuts a link, a name or an entity in two', () => {
    for (let pad = 0; pad < 48; pad += 11) {
      const before = 'y'.repeat(pad);
      const links = mirror(`${before}${'<https://x.example/a|some words of a label>'.repeat(2500)}`);
      expect(links).not.toContain('&lt;');
      const entities = mirror(`${before} ${'&lt;'.repeat(30_000)}`);
      expect(entities).not.toContain('&amp;');
    }
  });

  test('a fence that is cut is closed', () => {
    const body = mirror(`\`\`\`\n${'code line\n'.repeat(9000)}\`\`\``);
    const { top, quote } = blocks(body);
    expect(quote[0]?.type).toBe('fence');
    expect(top.at(-1)?.type).toBe('html_block');
  });

  test('a cut never makes a keyword of a longer word', () => {
    for (let pad = 0; pad < 40; pad += 9) {
      const body = mirror(`${'y'.repeat(65_200 + pad)} the-loop started${'x'.repeat(9000)}`);
      expect(wouldActAsCommand(withoutEnding(body), KEYWORDS)).toBe(false);
    }
  });
});

describe('an attribution made of odd parts', () => {
  test.each([
    ['a surface with marks', { channelName: '*#dev* <!-- x --> @all\n> y the-loop start' }],
    ['an author with a backtick and a line break', { actorId: 'U0`\n<!-- the-loop:agent-comment --> @x' }],
    ['an unsafe thread URL', { threadUrl: 'javascript:alert(1)' }],
    ['a thread URL that ends its link', { threadUrl: 'https://x.example/) <!-- x -->' }],
  ])('%s stays on its line and acts no more', (_name, parts) => {
    const body = mirror('words', parts);
    expect(body.split('\n')[3]).toBe('> words');
    expect(body.split('<!--')).toHaveLength(3);
    expect(body).not.toMatch(/javascript|x\.example/);
    expect(wouldActAsCommand(withoutEnding(body), KEYWORDS)).toBe(false);
  });

  test('message ids that are not Slack’s are refused', () => {
    expect(() => mirror('x', { slackChannel: 'C --> x' })).toThrow(
      expect.objectContaining({ code: 'bad-message-id' }),
    );
    expect(() => mirror('x', { messageTs: '' })).toThrow(expect.objectContaining({ code: 'bad-message-id' }));
  });
});

test('a keyword of which nothing can be broken refuses the body instead of letting it act', () => {
  expect(() => mirror('do x now', { keywords: ['x'] })).toThrow(
    expect.objectContaining({ code: 'keyword-parses' }),
  );
  expect(mirror('do it now', { keywords: ['x'] })).toContain('> do it now');
});

test.each([
  '&lt;',
  '&amp;',
  '`',
  '*a ',
  '_',
  '[',
  '@',
  'the-loop ',
  'the-',
  '\\',
  '\n&gt;',
  '```',
  '<https://x.y/z>',
  'eyJ',
  ':<mailto:',
  '](',
  '/home/',
])('four times as many %j take about four times the time', (unit) => {
  const time = (length: number): number => {
    const text = unit.repeat(length / unit.length);
    const runs = Array.from({ length: 2 }, () => {
      // Processor time: what else the machine does is not ours.
      const start = process.cpuUsage();
      mirror(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    return Math.min(...runs);
  };
  time(2000);
  // 8 and not 4: collections fall where they fall; a quadratic one would need 16.
  expect(time(24_000)).toBeLessThan(time(6000) * 8 + 30);
});
