import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fit as fitText, toMrkdwn } from '../../src/digest/index.js';
import { comments } from './support/cases.js';
import { flat, shownLines, shownWords, unmarked } from './support/lines.js';
import { asking, comment$, maxChars, noise, question, statement, statements } from './support/markdown.js';
import { wordsOfMrkdwn } from './support/visible.js';

const URL = 'https://github.com/octo/app/issues/7';
const condense = (markdown: string, room: number) => fitText(markdown, { maxChars: room, url: URL });

function isFaithful(markdown: string, room: number): void {
  const { text, ask, digested } = condense(markdown, room);
  if (!digested) return;
  const author = flat(toMrkdwn(markdown));
  const asked = unmarked(ask ?? '');
  const rest = asked === '' ? author : author.replace(asked, ' ').replace(/\s+/g, ' ');
  let at = 0;
  for (const line of shownLines(text, ask !== undefined)) {
    for (const run of line) {
      const place = rest.indexOf(run, at);
      expect({ run, place, rest: place < 0 ? rest : '' }).not.toMatchObject({ place: -1 });
      at = place;
    }
  }
}

describe('a digest is faithful', () => {
  test('every line of it is a run of the author’s drawn words, in the author’s order but for the ask', () => {
    fc.assert(fc.property(comment$, maxChars, isFaithful), { numRuns: 400 });
  });

  test.each(comments)('$name keeps its words and their order', ({ markdown }) => {
    for (let room = 200; room <= 3000; room += 175) isFaithful(markdown, room);
  });

  test('the ask opens it, bold, and stands once', () => {
    fc.assert(
      fc.property(asking, maxChars, (markdown, room) => {
        const { text, ask, digested } = condense(markdown, room);
        if (!digested) return;
        const [first = ''] = text.split('\n');
        expect(first).toMatch(/^\*.*\*$/);
        const words = unmarked(ask ?? '');
        expect(unmarked(first).endsWith('…') || unmarked(first) === words).toBe(true);
        const times = (whole: string) => whole.split(words).length - 1;
        expect(times(flat(text))).toBeLessThanOrEqual(Math.max(1, times(flat(toMrkdwn(markdown)))));
      }),
      { numRuns: 300 },
    );
  });

  test('it is the same each time', () => {
    fc.assert(
      fc.property(comment$, maxChars, (markdown, room) => {
        expect(condense(markdown, room)).toEqual(condense(markdown, room));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the budget', () => {
  test('holds for every text and every room', () => {
    fc.assert(
      fc.property(fc.oneof(comment$, noise), maxChars, (markdown, room) => {
        expect(condense(markdown, room).text.length).toBeLessThanOrEqual(room);
      }),
      { numRuns: 500 },
    );
  });

  test.each(comments)('$name: holds for every room, and more room never shows less', ({ markdown }) => {
    let before = 0;
    for (let room = 200; room <= 3000; room += 13) {
      const { text, digested } = condense(markdown, room);
      expect(text.length).toBeLessThanOrEqual(room);
      if (!digested) break;
      const shown = shownWords(text).length;
      expect({ room, less: shown < before, shown, before }).toMatchObject({ less: false });
      before = shown;
    }
  });

  test('more room never shows less', () => {
    fc.assert(
      fc.property(asking, maxChars, fc.integer({ min: 1, max: 200 }), (markdown, room, extra) => {
        const small = condense(markdown, room);
        const large = condense(markdown, Math.min(3000, room + extra));
        if (!large.digested) return;
        expect(shownWords(large.text).length).toBeGreaterThanOrEqual(shownWords(small.text).length);
      }),
      { numRuns: 400 },
    );
  });

  test('a text within it has all its words', () => {
    fc.assert(
      fc.property(fc.oneof(comment$, noise), (markdown) => {
        const { text, digested } = condense(markdown, 3000);
        if (digested) return;
        expect(wordsOfMrkdwn(text)).toEqual(wordsOfMrkdwn(toMrkdwn(markdown)));
      }),
      { numRuns: 200 },
    );
  });

  test('truncating takes no more of the text than it may, and says how much is left', () => {
    fc.assert(
      fc.property(fc.oneof(comment$, noise), maxChars, (markdown, room) => {
        const { text, digested } = fitText(markdown, { maxChars: room, mode: 'truncate' });
        expect(digested).toBe(false);
        const drawn = toMrkdwn(markdown);
        const note = /\n?… \((\d+) more characters — see the link\)$/.exec(text);
        if (!note) {
          expect(text).toBe(drawn);
          return;
        }
        const kept = text.slice(0, note.index);
        expect(kept.length).toBeLessThanOrEqual(room);
        expect(kept.length + Number(note[1])).toBe(drawn.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('cuts', () => {
  const long = fc.array(statement, { minLength: 8, maxLength: 30 }).map((sentences) => sentences.join(' '));

  test('a cut inside a sentence is made only where no sentence end fits', () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 200, max: 700 }), (markdown, room) => {
        const { text, digested } = condense(markdown, room);
        if (!digested) return;
        const body = text.split('\n\n')[0] ?? '';
        const ends = (piece: string) => /[.!]["'”’)*_~]*$/.test(piece);
        if (ends(unmarked(body))) return;
        expect(unmarked(body)).toMatch(/…$/);
        const first = markdown.split(/(?<=(?<!e\.g)[.!]) (?=[A-Z])/)[0] ?? '';
        expect(toMrkdwn(first).length).toBeGreaterThan(room - text.length + body.length - 1);
      }),
      { numRuns: 300 },
    );
  });

  test('no word is cut', () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 200, max: 700 }), (markdown, room) => {
        const { text, digested } = condense(markdown, room);
        if (!digested) return;
        const author = new Set(flat(toMrkdwn(markdown)).split(/[\s,]+/));
        const body = flat(text.split('\n\n')[0] ?? '').replace(/…$/, '');
        for (const word of body.split(/[\s,]+/)) expect(author.has(word) || word === '').toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

/** What Slack could act on: everything in angle brackets must be a link to a place we allow. */
function actsNowhere(text: string): void {
  const links = /<(?:https?:\/\/|mailto:)[^<>|\s]+(?:\|[^<>\n]*)?>/gi;
  const rest = text.replace(links, '').replace(/^> ?/gm, '');
  expect(rest).not.toMatch(/[<>]/);
  expect(text).not.toMatch(/@(?:here|channel|everyone)\b/i);
  expect(text.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&');
  expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
}

describe('nothing that comes in acts', () => {
  test('mrkdwn holds no control sequence, and no link but to http, https and mailto', () => {
    fc.assert(
      fc.property(fc.oneof(noise, comment$), (markdown) => actsNowhere(toMrkdwn(markdown))),
      { numRuns: 1000 },
    );
  });

  test('nor does a digest, or a truncated text', () => {
    fc.assert(
      fc.property(fc.oneof(noise, comment$), maxChars, (markdown, room) => {
        actsNowhere(condense(markdown, room).text);
        actsNowhere(fitText(markdown, { maxChars: room, mode: 'truncate' }).text);
      }),
      { numRuns: 500 },
    );
  });

  test('marks are balanced on every line', () => {
    fc.assert(
      fc.property(comment$, maxChars, (markdown, room) => {
        for (const text of [toMrkdwn(markdown), condense(markdown, room).text]) {
          for (const line of text.replace(/```[\s\S]*?```/g, '').split('\n')) {
            const bare = line.replace(/`[^`]*`/g, '').replace(/<[^>]*>/g, '');
            for (const mark of ['*', '_', '~', '`']) {
              expect({ line, mark, odd: bare.split(mark).length % 2 === 0 }).toMatchObject({ odd: false });
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the ask', () => {
  test('what is written behind it never changes it', () => {
    fc.assert(
      fc.property(statements, question, comment$, (before, asked, after) => {
        const { ask } = condense(`${before}\n\n${asked}`, 700);
        expect(ask).toBeDefined();
        expect(condense(`${before}\n\n${asked}\n\n${after}`, 700).ask).toBe(ask);
        expect(condense(`${before}\n\n${asked} ${after.replaceAll('\n', ' ')}`, 700).ask).toBe(ask);
      }),
      { numRuns: 300 },
    );
  });
});

describe('bad input', () => {
  test.each([199, 3001, 200.5, Number.NaN, Number.POSITIVE_INFINITY, -1, 0])(
    'maxChars %p is refused',
    (room) => {
      expect(() => fitText('x', { maxChars: room })).toThrow(RangeError);
      expect(() => fitText('x', { maxChars: room })).toThrow(/200 to 3000/);
    },
  );

  test.each([undefined, null, 7, {}, ['x']])('%p is no text', (value) => {
    const untyped: {
      fit: (text: unknown, options: unknown) => unknown;
      toMrkdwn: (text: unknown) => unknown;
    } = JSON.parse('{}');
    Object.assign(untyped, { fit: fitText, toMrkdwn });
    expect(() => untyped.toMrkdwn(value)).toThrow(TypeError);
    expect(() => untyped.fit(value, { maxChars: 700 })).toThrow(TypeError);
  });

  test.each([
    [undefined, /options must be an object, not undefined/],
    [null, /options must be an object, not null/],
    [700, /options must be an object, not number/],
    [{}, /options\.maxChars must be an integer from 200 to 3000, not undefined/],
    [{ maxChars: '700' }, /options\.maxChars must be an integer from 200 to 3000, not string/],
    [{ maxChars: 700, url: null }, /options\.url must be a string, or left out, not null/],
    [{ maxChars: 700, url: 5 }, /options\.url must be a string, or left out, not number/],
    [{ maxChars: 700, mode: 'short' }, /options\.mode must be digest or truncate/],
  ])('options %j are refused, and it is said what would be right', (options, message) => {
    const untyped: { fit: (text: string, options: unknown) => unknown } = JSON.parse('{}');
    Object.assign(untyped, { fit: fitText });
    expect(() => untyped.fit('x', options)).toThrow(TypeError);
    expect(() => untyped.fit('x', options)).toThrow(message);
  });

  test('nothing else ever throws', () => {
    fc.assert(
      fc.property(
        noise,
        maxChars,
        fc.constantFrom('digest', 'truncate'),
        fc.option(fc.string()),
        (text, room, mode, url) => {
          toMrkdwn(text);
          fitText(text, { maxChars: room, mode, url: url ?? undefined });
        },
      ),
      { numRuns: 1500 },
    );
  });
});
