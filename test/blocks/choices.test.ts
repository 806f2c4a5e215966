import { describe, expect, test } from '@jest/globals';
import type { ActionsBlock } from '@slack/types';
import fc from 'fast-check';
import { choiceBlocks, choiceLabel } from '#blocks/choices.js';
import { parseChoiceValue, parseMenuChoice } from '#blocks/ids.js';
import { validateBlocks } from '../../src/sandbox/slack/validate/index.js';
import { anyLabel, QUESTION_ID } from './texts.js';

const numbered = (count: number, label = 'Wait') =>
  Array.from({ length: count }, (_, at) => ({ number: at + 1, label }));

/** The controls of the only block: `text -> value` each. */
function drawn(blocks: ActionsBlock[]): string[] {
  return blocks.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      if (element.type === 'button') return [`${element.text.text} -> ${element.value}`];
      if (element.type !== 'static_select') throw new Error(`unexpected ${element.type}`);
      return (element.options ?? []).map((option) => `${option.text.text} -> ${option.value}`);
    }),
  );
}

describe('the controls of a question', () => {
  test('are buttons up to five, each with an id of its own', () => {
    const [block] = choiceBlocks(QUESTION_ID, [
      { number: 1, label: 'Coerce in the renderer' },
      { number: 2, label: 'Refuse at parse time' },
    ]);
    expect(block).toEqual({
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'choice:1',
          text: { type: 'plain_text', text: '1 · Coerce in the renderer', emoji: false },
          value: `${QUESTION_ID}:1`,
        },
        {
          type: 'button',
          action_id: 'choice:2',
          text: { type: 'plain_text', text: '2 · Refuse at parse time', emoji: false },
          value: `${QUESTION_ID}:2`,
        },
      ],
    });
    expect(choiceBlocks(QUESTION_ID, numbered(5))[0]?.elements).toHaveLength(5);
  });

  test('are one menu from six to a hundred', () => {
    for (const count of [6, 100]) {
      const blocks = choiceBlocks(QUESTION_ID, numbered(count));
      expect(blocks).toMatchObject([
        {
          elements: [
            {
              type: 'static_select',
              action_id: 'choose',
              placeholder: { type: 'plain_text', text: 'Choose an answer' },
            },
          ],
        },
      ]);
      expect(drawn(blocks)).toHaveLength(count);
      expect(drawn(blocks).at(-1)).toBe(`${count} · Wait -> ${count}`);
      expect(validateBlocks(blocks, 'message')).toEqual([]);
    }
  });

  test('are none without choices, and none whose press could not be read again', () => {
    expect(choiceBlocks(QUESTION_ID, [])).toEqual([]);
    expect(choiceBlocks('no uuid', numbered(2))).toEqual([]);
    const odd = [0, 101, 1.5, Number.NaN, 7, 7].map((number) => ({ number, label: `${number}` }));
    expect(drawn(choiceBlocks(QUESTION_ID, odd))).toEqual([`7 · 7 -> ${QUESTION_ID}:7`]);
  });

  test('whatever the labels, Slack takes them and each press can be read', () => {
    fc.assert(
      fc.property(fc.array(anyLabel, { maxLength: 105 }), fc.integer({ min: 3, max: 75 }), (labels, room) => {
        const choices = labels.map((label, at) => ({ number: at + 1, label }));
        const blocks = choiceBlocks(QUESTION_ID, choices, room);
        expect(validateBlocks(blocks, 'message')).toEqual([]);
        const all = drawn(blocks);
        expect(all).toHaveLength(Math.min(labels.length, 100));
        for (const [at, control] of all.entries()) {
          const [text = '', value = ''] = control.split(' -> ');
          const read = parseChoiceValue(value) ?? parseMenuChoice(blocks[0]?.block_id ?? '', value);
          expect(read).toEqual({ questionId: QUESTION_ID, number: at + 1 });
          expect(text.length).toBeLessThanOrEqual(room);
          expect(text.isWellFormed()).toBe(true);
          expect(text).toMatch(/^\d+(?: · \S.*)?$/);
          expect(text).not.toMatch(/\p{Cc}|[\u202A-\u202E]/u);
        }
      }),
    );
  });
});

describe('a label', () => {
  test.each([
    ['fits at 75', 'a'.repeat(71), `1 · ${'a'.repeat(71)}`],
    ['is cut at a word', `${'word '.repeat(20)}`, `1 · ${'word '.repeat(14).trim()}…`],
    ['ends in no loose comma', `${'x'.repeat(60)}, and more words here`, `1 · ${'x'.repeat(60)}, and more…`],
    ['is cut in a word that has no end', 'x'.repeat(80), `1 · ${'x'.repeat(70)}…`],
    ['splits no family', '👩‍👩‍👧‍👦'.repeat(10), `1 · ${'👩‍👩‍👧‍👦'.repeat(6)}…`],
    ['splits no flag', `a${'🇯🇵'.repeat(30)}`, `1 · a${'🇯🇵'.repeat(17)}…`],
    ['stands on one line', 'one\n two\t\u0007three', '1 · one two three'],
    ['of nothing is the number', ' \n\u200B\u202E', '1'],
    ['keeps what would act elsewhere as it is', '<!channel> *b* :smile:', '1 · <!channel> *b* :smile:'],
  ])('%s', (_, label, expected) => {
    expect(choiceLabel({ number: 1, label }, 75)).toBe(expected);
  });

  test('loses its comma before the sign of a cut', () => {
    expect(choiceLabel({ number: 1, label: 'Wait, then go on' }, 12)).toBe('1 · Wait…');
  });
});
