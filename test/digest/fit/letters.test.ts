import { describe, expect, test } from '@jest/globals';
import { fit as fitText } from '../../../src/digest/index.js';

function choices(list: string): string[] {
  const { choices } = fitText(`Which way?\n\n${list}`, { maxChars: 3000 });
  return choices.map(({ number, marker, label }) => `${number} ${marker} ${label}`);
}

describe('lettered lines in sequence are a list', () => {
  test.each([
    ['parentheses', 'A) left\nB) right', ['1 A) left', '2 B) right']],
    ['dots', 'A. left\nB. right\nC. back', ['1 A. left', '2 B. right', '3 C. back']],
    ['small letters', 'a) left\nb) right', ['1 a) left', '2 b) right']],
    ['bold markers', '**A)** left\n**B)** right', ['1 A) left', '2 B) right']],
    ['bold heads', '**A) left** at once\n**B) right** later', ['1 A) left at once', '2 B) right later']],
    ['paragraphs', 'A) left\n\nB) right', ['1 A) left', '2 B) right']],
    [
      'lines that go on',
      'A) left\n   and up\nB) right\nand down',
      ['1 A) left and up', '2 B) right and down'],
    ],
  ])('%s', (_, list, want) => {
    expect(choices(list)).toEqual(want);
  });

  test('in the paragraph of the question', () => {
    const { choices, ask } = fitText('Which way?\nA) left\nB) right\nTake your time.', { maxChars: 3000 });
    expect(ask).toBe('Which way?');
    expect(choices.map(({ label }) => label)).toEqual(['left', 'right']);
  });

  test('a question behind them is still the ask', () => {
    const { choices, ask } = fitText('A) left\nB) right\nWhich one?', { maxChars: 3000 });
    expect(ask).toBe('Which one?');
    expect(choices).toHaveLength(2);
  });
});

test.each(['A) alone', 'A) left\nC) right', 'B) left\nC) right', 'A. Smith wrote it.', 'A)left\nB)right'])(
  'no list: %s',
  (text) => {
    expect(choices(text)).toEqual([]);
  },
);

test('a short text is drawn as it was written', () => {
  expect(fitText('A) left\nB) right', { maxChars: 3000 }).text).toBe('A) left\nB) right');
});
