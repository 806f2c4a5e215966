import { describe, expect, test } from '@jest/globals';
import type { KnownBlock } from '@slack/types';
import fc from 'fast-check';
import { choiceBlocks } from '#blocks/choices.js';
import { fitMessage } from '#blocks/fit-message.js';
import { eventMessage, noticeMessage } from '#blocks/message.js';
import { fit } from '../../src/digest/index.js';
import { validateBlocks } from '../../src/sandbox/slack/validate/index.js';
import { bare, choices, expectGoodMessage, wireSize } from './messages.js';
import { anyLabel, anyText, anyUrl, QUESTION_ID, TICKET, testReal } from './texts.js';

const outcome = fc.oneof(
  fc.constant(undefined),
  fc.constant({ kind: 'superseded' } as const),
  anyLabel.map((actor) => ({ kind: 'elsewhere', actor }) as const),
  fc.record({
    kind: fc.constant('answered' as const),
    choice: fc.option(fc.record({ number: fc.integer({ min: 1, max: 100 }), label: anyLabel }), {
      nil: undefined,
    }),
    member: fc.oneof(fc.constant('U0DANA'), anyLabel),
    ticket: fc.record({ state: fc.constantFrom('pending', 'written', 'none', 'failed'), url: anyUrl }),
    delivery: fc.constantFrom('pending', 'delivered', 'undelivered', 'unknown'),
    reason: fc.option(anyLabel, { nil: undefined }),
  }),
);

const controls = fc.option(
  fc.record({
    questionId: fc.oneof(
      { weight: 9, arbitrary: fc.constant(QUESTION_ID) },
      { weight: 1, arbitrary: anyLabel },
    ),
    choices: fc
      .tuple(
        fc.constantFrom(0, 1, 2, 5, 6, 30, 60, 83, 84, 100, 101),
        fc.array(anyLabel, { minLength: 1, maxLength: 8 }),
      )
      .map(([count, labels]) =>
        choices(count).map((one, at) => ({ ...one, label: labels[at % labels.length] ?? '' })),
      ),
    fullText: fc.boolean(),
  }),
  { nil: undefined },
);

const surroundings = fc.record({
  title: anyLabel,
  workItem: fc.record({ label: anyLabel, url: anyUrl }),
  ask: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
  hasAsk: fc.boolean(),
  controls,
  githubUrl: anyUrl,
  outcome,
  detail: fc.option(fc.record({ actor: fc.option(anyLabel, { nil: undefined }), url: anyUrl }), {
    nil: undefined,
  }),
});

describe('Slack takes the message', () => {
  test('whatever the comment, the budget and what stands around it', () => {
    fc.assert(
      fc.property(
        anyText(600),
        fc.record({
          maxChars: fc.integer({ min: 200, max: 3000 }),
          mode: fc.constantFrom('digest', 'truncate'),
        }),
        surroundings,
        (markdown, { maxChars, mode }, around) => {
          const { text } = fit(markdown, { maxChars, mode, url: TICKET });
          expectGoodMessage(eventMessage({ ...around, text }));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('even when the text is no digest and has no bounds', () => {
    fc.assert(
      fc.property(anyText(3000), surroundings, (text, around) => {
        const { blocks, text: fallback } = eventMessage({ ...around, text });
        expect(validateBlocks(blocks, 'message')).toEqual([]);
        expect(wireSize(blocks)).toBeLessThanOrEqual(13_000);
        expect(fallback.length).toBeLessThanOrEqual(3_900);
      }),
      { numRuns: 100 },
    );
  });

  const huge: readonly [string, string][] = [
    ['a megabyte in one word', 'x'.repeat(1_000_000)],
    ['the longest comment of words', 'word '.repeat(13_107)],
    ['thousands of tiny lines', 'a\n\n'.repeat(20_000)],
    ['control characters', '\u0001'.repeat(3_000)],
    ['quotation marks', '"'.repeat(3_000)],
    ['halves of surrogate pairs', '\ud83d'.repeat(3_000)],
  ];
  test.each(huge)('%s', (_, text) => {
    for (const around of [
      {},
      { controls: { questionId: QUESTION_ID, choices: choices(100), fullText: true } },
    ]) {
      expectGoodMessage(eventMessage({ ...bare, text, ...around }));
      expectGoodMessage(noticeMessage(text));
    }
  });

  testReal('a real comment at any budget', (markdown) => {
    for (const maxChars of [200, 201, 280, 400, 600, 900, 1_300, 1_800, 2_400, 3_000]) {
      for (const mode of ['digest', 'truncate'] as const) {
        const fitted = fit(markdown, { maxChars, mode, url: TICKET });
        const message = eventMessage({
          ...bare,
          text: fitted.text,
          ask: fitted.ask,
          hasAsk: fitted.ask !== undefined && fitted.digested,
          controls: { questionId: QUESTION_ID, choices: fitted.choices, fullText: fitted.digested },
          githubUrl: TICKET,
          detail: { actor: 'octocat', url: TICKET },
        });
        expectGoodMessage(message);
        // What is shown as written may have its ask anywhere: a notification has it first.
        if (fitted.digested) expect(message.text).toBe(fitted.text);
        expect(message.text.endsWith(fitted.text)).toBe(true);
        for (const block of message.blocks) {
          const fences = block.type === 'section' ? block.text?.text.match(/^(?:> )?```$/gm) : undefined;
          expect((fences?.length ?? 0) % 2).toBe(0);
        }
        expect(JSON.stringify(message.blocks)).not.toContain('only its beginning fits here');
        if (fitted.digested && fitted.ask !== undefined) {
          const [, first] = message.blocks;
          expect(first).toMatchObject({ text: { text: fitted.text.split('\n\n')[0] } });
        }
      }
    }
  });
});

describe('a message that would be too large', () => {
  const text = `*Which one?*\n\n${'A sentence of the text. '.repeat(124)}`.trim();
  const select = (blocks: readonly KnownBlock[]) =>
    blocks
      .flatMap((block) => (block.type === 'actions' ? block.elements : []))
      .find((e) => e.type === 'static_select');

  test('gets shorter labels in its menu first, and keeps its text', () => {
    const long = 'Coerce the value in the renderer and warn about it in the log of the build';
    const { blocks } = eventMessage({
      ...bare,
      text,
      hasAsk: true,
      controls: { questionId: QUESTION_ID, choices: choices(70, long), fullText: true },
    });
    expect(JSON.stringify(blocks)).toContain(text.slice(-100));
    const labels = select(blocks)?.options?.map((option) => option.text.text) ?? [];
    expect(labels).toHaveLength(70);
    expect(labels[0]).toMatch(/^1 · Coerce the.*…$/);
  });

  test('ends its text at a section and says so; the ask and every choice stay', () => {
    const { blocks } = eventMessage({
      ...bare,
      text: [text, text, text].join('\n\n'),
      hasAsk: true,
      controls: { questionId: QUESTION_ID, choices: choices(100), fullText: true },
    });
    expect(blocks[1]).toMatchObject({ text: { text: '*Which one?*' } });
    expect(JSON.stringify(blocks)).toContain('… the text goes on');
    expect(select(blocks)?.options).toHaveLength(100);
  });

  test('shows the first words of a paragraph that is too long', () => {
    const words = 'word '.repeat(599).trim();
    const controls = { questionId: QUESTION_ID, choices: choices(100), fullText: true };
    const { blocks } = eventMessage({ ...bare, text: words, controls });
    expect(select(blocks)?.options).toHaveLength(100);
    expect(JSON.stringify(blocks)).toMatch(/(?:word ){100}/);
  });

  /** So much below the text that a full menu leaves no room for it. */
  const crowded = (texts: string[]) =>
    fitMessage({
      head: [],
      text: () => texts,
      outcome: [],
      choices: (room) => choiceBlocks(QUESTION_ID, choices(100), room),
      foot: ['a', 'b'].map((letter) => ({
        type: 'section',
        text: { type: 'mrkdwn', text: letter.repeat(2_900) },
      })),
    });

  test('a menu that leaves no room for text gives way to the number', () => {
    const blocks = crowded([text]);
    expect(select(blocks)).toBeUndefined();
    expect(JSON.stringify(blocks)).toContain('Reply with the number of your answer');
    expect(JSON.stringify(blocks)).toContain(text.slice(-100));
  });

  test('speaks of no text where there is none', () => {
    const blocks = crowded([]);
    expect(JSON.stringify(blocks)).not.toContain('the text goes on');
  });
});
