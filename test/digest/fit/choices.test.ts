import { describe, expect, test } from '@jest/globals';
import { fit as fitText } from '../../../src/digest/index.js';

function labels(...blocks: string[]): string[] {
  return fitText(blocks.join('\n\n'), { maxChars: 3000 }).choices.map(({ label }) => label);
}

const LIST = '- left\n- right';
const OTHER = '1. up\n2. down';

describe('the choices are the list nearest to the question', () => {
  test.each([
    ['right behind it', [OTHER, 'Which?', LIST], ['left', 'right']],
    ['right behind it, without a blank line', [`Which?\n${LIST}`], ['left', 'right']],
    ['the last before it, over prose', [OTHER, LIST, 'Some prose.', 'More. Which?'], ['left', 'right']],
    ['not over a heading, so the next', [OTHER, '## Part', 'Which?', 'Some prose.', LIST], ['left', 'right']],
    ['not over code, so none', [LIST, '```\nx\n```', 'Which?'], []],
    ['the next one behind it', ['Which?', 'Some prose.', LIST, OTHER], ['left', 'right']],
    ['in the quote that holds both', ['> Which?\n>\n> - left\n> - right', OTHER], ['left', 'right']],
    [
      'in the quote, when the question does not end it',
      ['> - left\n> - right\n>\n> Which?\n>\n> More.', OTHER],
      ['left', 'right'],
    ],
    ['right behind the quote that asks', ['> Which?', LIST], ['left', 'right']],
    ['of a question in a heading', ['## Which?', LIST], ['left', 'right']],
  ])('%s', (_, blocks, want) => {
    expect(labels(...blocks)).toEqual(want);
  });

  test.each([
    ['one item', ['Which?', '- left']],
    ['more than a hundred', ['Which?', '- x\n'.repeat(101)]],
    ['a ticked box', ['Which?', '- [x] left\n- [ ] right']],
    ['an instruction to reply', ['Please reply `go`.', LIST]],
    ['no question', ['Take one.', LIST]],
    ['an item without words', ['Which?', '- left\n-\n- right']],
  ])('but not: %s', (_, blocks) => {
    expect(labels(...blocks)).toEqual([]);
  });

  test('a hundred open boxes are choices', () => {
    expect(labels('Which?', '- [ ] x\n'.repeat(100))).toHaveLength(100);
  });
});

test('a label is the whole item in plain words, without what is nested under it', () => {
  const text =
    'Which?\n\n* **Drop** `old_index` [now](https://x.example)\n  & gain /a/b/c/d\n\n  at once\n  - later\n* keep';
  expect(fitText(text, { maxChars: 3000 }).choices).toEqual([
    { number: 1, label: 'Drop old_index now & gain /a/b/c/d at once', marker: '*' },
    { number: 2, label: 'keep', marker: '*' },
  ]);
});

test('markers are the author’s', () => {
  const markers = (list: string) =>
    fitText(`Which?\n\n${list}`, { maxChars: 300 }).choices.map(({ marker }) => marker);
  expect(markers('3. a\n7. b')).toEqual(['3.', '7.']);
  expect(markers('1) a\n2) b')).toEqual(['1)', '2)']);
  expect(markers('+ a\n+ b')).toEqual(['+', '+']);
  expect(markers('- [ ] a\n- [ ] b')).toEqual(['-', '-']);
});
