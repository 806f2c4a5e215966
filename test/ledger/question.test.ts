import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AGENT_MARKER, findHiddenIds, isMarked, VISIBLE_LINE } from '../../src/ledger/marker.js';
import { composeQuestion, plainQuestion, questionId } from '../../src/ledger/question.js';

const ID = questionId('0f3c');
const GITHUB_MAX = 65_536;
const ending = `\n\n${AGENT_MARKER}\n${VISIBLE_LINE}\n${ID}\n`;

/** How often a text stands in another. */
const times = (text: string, part: string) => text.split(part).length - 1;

describe('the comment of a question', () => {
  test('is the question, the marker and the visible line, as the-loop writes one', () => {
    expect(composeQuestion('Which one?\n\n1. Coerce\n2. Refuse\n', ID)).toEqual({
      body: `Which one?\n\n1. Coerce\n2. Refuse${ending}`,
      left: 0,
    });
  });

  test('carries the marker once, and no id of another comment', () => {
    const mirror = '<!-- the-loop-slack:C0SANDBOX:1700000000.000100 -->';
    const { body } = composeQuestion(`${AGENT_MARKER}\nWhich?\n${mirror}\n${AGENT_MARKER}${ID}`, ID);
    expect(body).toBe(`Which?${ending}`);
    expect(findHiddenIds(body)).toEqual([]);
  });

  test('what is left around a signature does not make one', () => {
    const around = (whole: string) => `${whole.slice(0, 20)}${AGENT_MARKER}${whole.slice(20)}`;
    const { body } = composeQuestion(
      around(AGENT_MARKER) + around('<!-- the-loop-slack:C0SANDBOX:1700000000.000100 -->'),
      ID,
    );
    expect(times(body, AGENT_MARKER)).toBe(1);
    expect(findHiddenIds(body)).toEqual([]);
  });

  test('keeps other comments and keywords: they are the agent’s own words, on a marked comment', () => {
    const text = '<!-- the-loop:phase-selection -->\nReply `the-loop execute`.';
    expect(composeQuestion(text, ID).body).toBe(`${text}${ending}`);
  });

  test.each([
    ['```ts\nlet a;', '```ts\nlet a;\n```'],
    ['~~~~\nx\n~~~', '~~~~\nx\n~~~\n~~~~'],
    ['```\nx\n```', '```\nx\n```'],
    ['```\nx\n``` no end', '```\nx\n``` no end\n```'],
    ['``` `inline` ```', '``` `inline` ```'],
    ['\n \n    ```\n', '    ```'],
  ])('closes a code block that is left open: %j', (text, closed) => {
    expect(composeQuestion(text, ID).body).toBe(`${closed}${ending}`);
  });

  test('one that GitHub would not take is cut at a line, and says how much is missing', () => {
    const text = `Which?\n\n\`\`\`\n${'a line of the log\n'.repeat(5_000)}`;
    const { body, left } = composeQuestion(text, ID);
    expect(body.length).toBeLessThanOrEqual(GITHUB_MAX);
    expect(body.length).toBeGreaterThan(GITHUB_MAX - 400);
    const [, said, shown = ''] =
      /^_GitHub takes 65536 characters: (\d+) are left out at the end\.[^\n]*\n\n(.*)$/s.exec(body) ?? [];
    expect(Number(said)).toBe(left);
    const kept = shown.slice(0, -`\n\`\`\`\n\n…${ending}`.length);
    expect(shown).toBe(`${kept}\n\`\`\`\n\n…${ending}`);
    expect(text.trim().startsWith(kept)).toBe(true);
    expect(kept.endsWith('a line of the log')).toBe(true);
    expect(kept.length + left).toBe(text.trim().length);
  });

  test('a single word of emoji is not cut inside one', () => {
    for (const before of ['', 'x']) {
      const { body } = composeQuestion(`${before}${'🎈'.repeat(40_000)}`, ID);
      expect(body.isWellFormed()).toBe(true);
      expect(body.length).toBeLessThanOrEqual(GITHUB_MAX);
    }
  });

  test('whatever the question, it fits, is marked once and is found by its id', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('```\n', '~~~', '\n', AGENT_MARKER, ID, '<!--', ' '),
    );
    const question = fc
      .tuple(fc.array(piece), fc.nat(40_000))
      .map(([parts, n]) => parts.join('').repeat(n).slice(0, 200_000));
    fc.assert(
      fc.property(question, (text) => {
        const { body } = composeQuestion(text, ID);
        expect(body.length).toBeLessThanOrEqual(GITHUB_MAX);
        expect(isMarked(body)).toBe(true);
        expect(times(body, AGENT_MARKER)).toBe(1);
        expect(body.endsWith(ending)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

test('a question of nothing but signatures is empty', () => {
  expect(plainQuestion(` ${AGENT_MARKER}\n${ID} `)).toBe('');
});
