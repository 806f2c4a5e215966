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
    [
      'not over code, unless its numbers go on',
      ['1. left', '```\nx\n```', '2. right', '```\nx\n```', 'Which?'],
      ['left', 'right'],
    ],
    ['the next one behind it', ['Which?', 'Some prose.', LIST, OTHER], ['left', 'right']],
    ['in the quote that holds both', ['> Which?\n>\n> - left\n> - right', OTHER], ['left', 'right']],
    [
      'in the quote, when the question does not end it',
      ['> - left\n> - right\n>\n> Which?\n>\n> More.', OTHER],
      ['left', 'right'],
    ],
    ['right behind the quote that asks', ['> Which?', LIST], ['left', 'right']],
    ['of a question in a heading', ['## Which?', LIST], ['left', 'right']],
    ['of a question in a heading, over prose', ['## Which?', 'Some prose.', LIST], ['left', 'right']],
    ['not one under a later heading', ['Which?', '## Changed files', LIST], []],
    [
      'nor one in a quote behind a heading',
      ['Which?', '> ## Changed files\n>\n> - a.ts\n> - b.ts', LIST],
      [],
    ],
    ['nor one behind the heading that ends a quote', ['> Which?\n>\n> ## Files', LIST], []],
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

describe('a list that tells of one of several things is none to choose from', () => {
  const PROS = '- durable\n- one more service';
  const CONS = '- no service\n- one writer';
  test.each([
    ['under headings', ['Which?', `### 1. Postgres\n${PROS}`, `### 2. SQLite\n${CONS}`]],
    ['under headings, before the question', [`### Postgres\n${PROS}`, `### SQLite\n${CONS}`, 'Which?']],
    ['under bold letters', ['Which?', `**A) Postgres**\n${PROS}`, `**B) SQLite**\n${CONS}`]],
    ['under letters', [`A) Postgres\n${PROS}`, `B) SQLite\n${CONS}`, 'Which?']],
    ['under bold words', ['Which?', `**Postgres**: the elephant\n${PROS}`, `**SQLite**: one file\n${CONS}`]],
    ['under options', ['Which?', `Option 1: Postgres\n${PROS}`, `Option 2: SQLite\n${CONS}`]],
    ['in a quote', [`> Which?\n>\n> **A. Postgres**\n> - a\n> - b\n>\n> **B. SQLite**\n> - c\n> - d`]],
  ])('%s', (_, blocks) => {
    expect(labels(...blocks)).toEqual([]);
  });

  test.each([
    ['one heading alone', [`### Options\n${LIST}`, 'Which?'], ['left', 'right']],
    ['the question as a heading', [`## Which?\n${LIST}`, `## Done\n${PROS}`], ['left', 'right']],
    ['the question in bold', [`**Which?**\n${LIST}`, `**Done**\n${PROS}`], ['left', 'right']],
    ['words that are no title', ['Which?', `You can go:\n${LIST}`, `We did:\n${PROS}`], ['left', 'right']],
  ])('but: %s', (_, blocks, want) => {
    expect(labels(...blocks)).toEqual(want);
  });
});

const PAD = 'Nothing here asks, and nothing here is short. '.repeat(14);

describe('the numbers are those that are shown', () => {
  const both = (list: string) =>
    [`Which?\n\n${list}`, `Which?\n\n${list}\n\n${PAD}`].map((text) => {
      const { text: shown, choices } = fitText(text, { maxChars: 400 });
      const drawn = [...shown.matchAll(/^(?:> )?(\d+)[.)] /gm)].map(([, number]) => Number(number));
      return { drawn, typed: choices.map(({ number }) => number) };
    });

  test.each([
    ['from one', '1. a\n2. b', [1, 2], [1, 2]],
    ['from three', '3. a\n4. b\n5. c', [3, 4, 5], [1, 2, 3]],
    ['with parentheses, in a quote', '> 7) a\n> 8) b', [7, 8], [1, 2]],
    ['of a list in HTML', '<ol start="4"><li>a</li><li>b</li></ol>', [4, 5], [1, 2]],
    ['of a list in parts', '2. a\n\nWords.\n\n3. b', [2, 3], [1, 2]],
  ])('%s', (_, list, whole, digested) => {
    expect(both(list)).toEqual([
      { drawn: whole, typed: whole },
      { drawn: digested, typed: digested },
    ]);
  });

  test.each([
    ['zero', '0. a\n1. b'],
    ['more than a hundred', '100. a\n101. b'],
    ['bullets', '- a\n- b'],
    ['letters', 'A) a\nB) b'],
  ])('but not %s: from one', (_, list) => {
    expect(both(list).map(({ typed }) => typed)).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('a truncated text shows the author’s', () => {
    const text = `Which?\n\n3. a\n4. b\n\n${PAD}`;
    const { choices } = fitText(text, { maxChars: 400, mode: 'truncate' });
    expect(choices.map(({ number }) => number)).toEqual([3, 4]);
  });
});

describe('numbers that go on are one list', () => {
  const digest = (...blocks: string[]) => fitText([...blocks, PAD].join('\n\n'), { maxChars: 420 });
  const numbered = (text: string) => text.split('\n').filter((line) => /^\s*(?:\d+\.|[•◦])/.test(line));

  test.each([
    ['over prose', ['1. up', 'Quick.', '2. down', 'Slow.', 'Which?']],
    ['over prose, behind the question', ['Which?', '1. up', 'Quick.', '2. down', 'Slow.']],
    ['over a fence without an indent', ['Which?', '1. up\n```\nx\n```\n2. down\n```\ny\n```']],
    ['over the question', ['1. up', 'Which?', '2. down']],
    ['over a list with another delimiter', ['Which?', '1. up', '5) x', '2. down']],
  ])('%s', (_, blocks) => {
    const { text, choices } = digest(...blocks);
    expect(choices.map(({ number, label }) => `${number}. ${label}`)).toEqual(['1. up', '2. down']);
    expect(text).toMatch(/^1\. up$/m);
    expect(text).toMatch(/^2\. down$/m);
  });

  test('in three parts, of several items each', () => {
    const { text, choices } = digest('1. a\n2. b', 'Which?', '```\nx\n```', '3. c\n4. d', 'Words.', '5. e');
    expect(choices.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(numbered(text)).toEqual(['1. a', '2. b', '3. c', '4. d', '5. e']);
  });

  test('bullets between them are theirs', () => {
    const { text, choices } = digest('Which?', '1. up\n- quick\n- steep\n2. down\n- slow\n- flat');
    expect(choices.map(({ label }) => label)).toEqual(['up', 'down']);
    expect(numbered(text)).toEqual([
      ...['1. up', '    • quick', '    • steep'],
      ...['2. down', '    • slow', '    • flat'],
    ]);
  });

  test.each([
    ['a heading stands between them', ['1. up', '## Then', '2. down', 'Which?']],
    ['a number is left out', ['1. up', 'Words.', '3. down', 'Which?']],
    ['the delimiter is another', ['1. up', 'Words.', '2) down', 'Which?']],
    ['the second begins with one', ['1. up', 'Words.', '1. down', 'Which?']],
  ])('not when %s', (_, blocks) => {
    expect(digest(...blocks).choices).toEqual([]);
    expect(numbered(digest(...blocks).text)).toEqual(['1. up', '1. down']);
  });

  test('all parts have their room first, however long the words between them are', () => {
    for (let maxChars = 200; maxChars < 500; maxChars += 7) {
      const text = `Which?\n\n1. up\n\n${PAD}\n\n2. down\n\n${PAD}`;
      const { text: shown } = fitText(text, { maxChars });
      expect(shown.length).toBeLessThanOrEqual(maxChars);
      expect(shown).toMatch(/^1\. up$/m);
      expect(shown).toMatch(/\n\n2\. down$/m);
    }
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
