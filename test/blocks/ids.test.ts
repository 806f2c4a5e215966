import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { choiceValue, pageValue, parseChoiceValue, parsePageValue } from '#blocks/ids.js';
import { LIMITS } from '#blocks/limits.js';
import { QUESTION_ID } from './texts.js';

test('what a control carries is read back', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 100 }), (questionId, number) => {
      const value = choiceValue(questionId, number);
      expect(parseChoiceValue(value)).toEqual({ questionId, number });
      expect(value.length).toBeLessThanOrEqual(LIMITS.option.value);
      expect(parsePageValue(pageValue(questionId, number))).toEqual({ questionId, page: number });
    }),
  );
});

test.each([
  ...[
    '',
    ':',
    ':1',
    QUESTION_ID,
    `${QUESTION_ID}:`,
    `${QUESTION_ID}:0`,
    `${QUESTION_ID}:01`,
    `${QUESTION_ID}:101`,
  ],
  ...[
    `${QUESTION_ID}:-1`,
    `${QUESTION_ID}:1.5`,
    `${QUESTION_ID}:1e1`,
    `${QUESTION_ID}:١`,
    `${QUESTION_ID}:1 `,
  ],
  ...[
    ` ${QUESTION_ID}:1`,
    `${QUESTION_ID}:1\n`,
    `${QUESTION_ID}:1:1`,
    `x${QUESTION_ID}:1`,
    `${QUESTION_ID.slice(1)}:1`,
  ],
  ...[QUESTION_ID.replaceAll('-', ''), 'g'.repeat(36), `${'9'.repeat(1_000)}`],
])('%j is no choice', (value) => {
  expect(parseChoiceValue(value)).toBeUndefined();
});

test('a page has no upper bound of a hundred, and no choice’s value is a page of nothing', () => {
  expect(parsePageValue(`${QUESTION_ID}:250`)).toEqual({ questionId: QUESTION_ID, page: 250 });
  expect(parsePageValue(`${QUESTION_ID}:0`)).toBeUndefined();
});
