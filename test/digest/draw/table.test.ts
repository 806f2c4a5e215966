import { expect, test } from '@jest/globals';
import { width } from '../../../src/digest/draw/width.js';
import { toMrkdwn } from '../../../src/digest/index.js';

test('columns are aligned as the author aligned them', () => {
  expect(toMrkdwn('| a | b | c |\n|:--|:-:|--:|\n| one | two | 3 |\n| x | y | 400 |')).toBe(
    '```\na   |  b  |   c\n----|-----|----\none | two |   3\nx   |  y  | 400\n```',
  );
});

test('cells hold plain words', () => {
  expect(toMrkdwn('| a |\n|---|\n| **b** `c` [d](https://x.example) & <e> |')).toBe(
    '```\na\n-------\nb c d &amp;\n```',
  );
});

test('a wide character takes two columns, a mark none', () => {
  expect(width('ab')).toBe(2);
  expect(width('立即')).toBe(4);
  expect(width('e\u0301')).toBe(1);
  expect(width('🚀')).toBe(2);
  expect(toMrkdwn('| a | b |\n|---|---|\n| 立即 | c |\n| d | e |')).toBe(
    '```\na    | b\n-----|--\n立即 | c\nd    | e\n```',
  );
});

test('one long cell does not widen every row', () => {
  const drawn = toMrkdwn(`| a | b |\n|---|---|\n| ${'x'.repeat(5000)} | c |\n${'| d | e |\n'.repeat(500)}`);
  expect(drawn.length).toBeLessThan(5000 + 500 * 60);
});

test('surplus empty cells are not drawn', () => {
  expect(toMrkdwn('| a | b | c |\n|---|---|---|\n| d |')).toBe('```\na | b | c\n--|---|--\nd\n```');
});
