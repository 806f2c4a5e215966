import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerText, chosenItem } from '../../src/replies/choice.js';

const numbered = [
  { number: 1, label: 'Coerce', marker: '1.' },
  { number: 2, label: 'Refuse', marker: '2.' },
];
const lettered = [
  { number: 1, label: 'Coerce', marker: 'A)' },
  { number: 2, label: 'Refuse', marker: 'B)' },
];

test.each(['2', '2.', '2)', '(2)', '*2*', '２', '#2', 'option 2', 'Option 2', ' 2 '])(
  '%j names the second item',
  (typed) => {
    expect(chosenItem(typed, numbered)?.label).toBe('Refuse');
    expect(chosenItem(typed, lettered)?.label).toBe('Refuse');
  },
);

test.each(['B', 'b', 'b)', 'B.', 'option b'])('%j names the item the author lettered B', (typed) => {
  expect(chosenItem(typed, lettered)?.label).toBe('Refuse');
  expect(chosenItem(typed, numbered)).toBeUndefined();
});

test.each(['3', '0', '-1', '2 and 1', '2?', 'two', 'C', '', '2 please', '1.5', '#', 'option'])(
  '%j names no item, and is delivered as typed',
  (typed) => {
    expect(chosenItem(typed, lettered)).toBeUndefined();
  },
);

test('whatever is typed, an item is named only by its own number or letter', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const item = chosenItem(typed, lettered);
      if (item) expect(typed).toMatch(item.number === 1 ? /[1aA]/ : /[2bB]/);
    }),
  );
});

test.each([
  ['2', '2: Refuse'],
  ['b)', 'b: Refuse'],
  ['#2', '#2: Refuse'],
  ['option 2', 'option 2: Refuse'],
])('%j is delivered as %j', (said, text) => {
  expect(answerText(said, 'Refuse')).toBe(text);
});
