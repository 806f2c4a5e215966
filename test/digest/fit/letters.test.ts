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

const PAD = 'Nothing here asks, and nothing here is short. '.repeat(14);

describe('a line is cut only where a reader sees it break', () => {
  test.each([
    ['a comment', 'Shall I deploy? <!-- hidden\nA) secret one\nB) secret two\n-->'],
    ['a link', 'Which? See [the\nA) one\nB) two](http://x.example)'],
    ['the title of a link', 'Which? See [it](http://x.example "the\nA) one\nB) two")'],
    ['a code span', 'Which? See `the\nA) one\nB) two`'],
    ['a mark', '**Which?\nA) one\nB) two**'],
    ['a tag', '<b>Which?\nA) one\nB) two</b>'],
    ['the attribute of a tag', 'Which? <a title="\nA) one\nB) two">it</a>'],
  ])('not in %s', (_, text) => {
    expect(fitText(text, { maxChars: 3000 }).choices).toEqual([]);
    const { text: shown, choices } = fitText(`${text}\n\n${PAD}`, { maxChars: 400 });
    expect(choices).toEqual([]);
    expect(shown).not.toContain('secret');
    expect(shown).not.toMatch(/&lt;!--|^1\. |\]\(/m);
  });

  test('a hidden list behind words, in front of a question', () => {
    const { text, ask } = fitText(
      `Before <!-- hidden\nA) secret one\nB) secret two\n--> shall I deploy?\n\n${PAD}`,
      { maxChars: 400 },
    );
    expect(ask).toBe('Before shall I deploy?');
    expect(text).not.toContain('secret');
  });

  test.each(['A) *left*\nB) `right`', 'A) left\\\nB) right', 'A) left  \nB) right', 'A) a * b\nB) `'])(
    'but in the others: %j',
    (list) => {
      expect(choices(list)).toHaveLength(2);
    },
  );
});

test('an item that goes on for very many lines', () => {
  const text = `A) x\n${'y\n'.repeat(130_000)}Zed\nB) q`;
  expect(fitText(text, { maxChars: 200 }).text).toMatch(/^A\) x\ny/);
});

test('a short text is drawn as it was written', () => {
  expect(fitText('A) left\nB) right', { maxChars: 3000 }).text).toBe('A) left\nB) right');
});
