import { describe, expect, test } from '@jest/globals';
import { type FitOptions, fit as fitText } from '../../../src/digest/index.js';

const FILLER = 'More background follows in this sentence. '.repeat(80).trim();
const lines = (text: string, options: Partial<FitOptions> = {}) =>
  fitText(text, { maxChars: 400, ...options }).text.split('\n');

describe('the ask', () => {
  test.each([
    [
      'in the middle of its paragraph',
      `First. Which one? Last.\n\n${FILLER}`,
      ['*Which one?*', '', 'First. Last.'],
    ],
    [
      'on a line of its own',
      `First.\nWhich one?\nLast.\n\n${FILLER}`,
      ['*Which one?*', '', 'First.', 'Last.'],
    ],
    ['alone in its paragraph', `First.\n\nWhich one?\n\n${FILLER}`, ['*Which one?*', '', 'First.']],
    ['a heading', `# Which *one*?\n\nFirst.\n\n${FILLER}`, ['*Which _one_?*', '', 'First.']],
    ['over two lines', `Which one\nof both?\n\n${FILLER}`, ['*Which one of both?*', '']],
    ['in bold', `**Which one?** Last.\n\n${FILLER}`, ['*Which one?*', '', 'Last.']],
    ['in a quote', `> Which one?\n\nFirst.\n\n${FILLER}`, ['*Which one?*', '', 'First.']],
    [
      'a question before an instruction',
      `Reply \`go\`. Which one?\n\n${FILLER}`,
      ['*Which one?*', '', 'Reply `go`.'],
    ],
    ['with a link', `See [x](https://x.example)?\n\n${FILLER}`, ['*See <https://x.example|x>?*', '']],
  ])('is taken out of its place: %s', (_, text, want) => {
    expect(lines(text).slice(0, want.length)).toEqual(want);
  });

  test('that is too long is cut, and says so', () => {
    const { text, ask } = fitText(`Is ${'very, '.repeat(200)}long?`, { maxChars: 300 });
    expect(text).toMatch(/^\*Is (?:very, )+very…\*\n\n_… the full text is on the ticket_$/);
    expect(ask?.length).toBeGreaterThan(1000);
  });

  test('leaves the choices what they need', () => {
    const { text } = fitText(`Is ${'very, '.repeat(200)}long?\n\n- left\n- right`, { maxChars: 300 });
    expect(text).toContain('\n\n1. left\n2. right\n\n');
    expect(text.length).toBeGreaterThan(285);
  });
});

describe('lists', () => {
  test('are numbered anew each, with nested bullets that are not', () => {
    const text = `- a\n  1. b\n     - c\n- d\n\nand\n\n7. e\n8. f\n\n${FILLER}`;
    expect(lines(text).slice(0, 9)).toEqual([
      '1. a',
      '    • b',
      '        ◦ c',
      '2. d',
      '',
      'and',
      '',
      '1. e',
      '2. f',
    ]);
  });

  test('show no bullet that has no words, and every number', () => {
    expect(lines(`- - a\n  -\n-\n- b\n\n${FILLER}`).slice(0, 4)).toEqual(['1.', '    • a', '2.', '3. b']);
  });

  test('have an item on one line', () => {
    expect(lines(`- a\n  b\n\n  c\n\n  > d\n- e\n\n${FILLER}`).slice(0, 2)).toEqual(['1. a b c d', '2. e']);
  });

  test('keep the order of what stands under an item', () => {
    expect(lines(`- a\n  - b\n\n  c\n- d\n\n${FILLER}`).slice(0, 4)).toEqual([
      '1. a',
      '    • b',
      '   c',
      '2. d',
    ]);
  });

  test('hold pointers in the line of their item', () => {
    const { text, pointers } = fitText(`- a\n  \`\`\`\n  x\n  y\n  \`\`\`\n- b\n\n${FILLER}`, {
      maxChars: 400,
    });
    expect(text.startsWith('1. a _⟨code: 2 lines⟩_\n2. b\n')).toBe(true);
    expect(pointers).toEqual([{ kind: 'code', count: 2 }]);
  });

  test('are cut before a pointer that does not fit, and never inside one', () => {
    const item = `- ${'so many words, '.repeat(11)}\n\n  \`\`\`\n  x\n  \`\`\`\n\n  ${'and more, '.repeat(30)}`;
    for (let maxChars = 200; maxChars < 300; maxChars++) {
      const { text, pointers } = fitText(item, { maxChars });
      const shown = text.split('⟨code: 1 lines⟩').length - 1;
      expect(pointers).toHaveLength(shown);
      expect(text.split('⟨')).toHaveLength(shown + 1);
      expect(text.startsWith('1. so many words')).toBe(true);
    }
  });

  test('that are the choices stand whole before the prose that precedes them', () => {
    const text = `${FILLER}\n\nWhich one?\n\n- the left one, which is long enough to matter\n  - a detail\n- the right one`;
    const { text: digest } = fitText(text, { maxChars: 300 });
    expect(digest).toContain('\n\n1. the left one, which is long enough to matter\n2. the right one\n\n');
    expect(digest).toContain('More background follows in this sentence.\n\n1.');
  });

  test('that are too long give each item its share, short ones leaving theirs to long ones', () => {
    const text = `Which one?\n\n- no\n- ${'a long way, '.repeat(40)}\n- ${'another way, '.repeat(40)}`;
    const [, , first = '', second = '', third = ''] = lines(text, { maxChars: 300 });
    expect(first).toBe('1. no');
    expect(Math.abs(second.length - third.length)).toBeLessThan(14);
    expect(second.length + third.length).toBeGreaterThan(190);
  });

  test('that are far too long show as many as can be told apart, and count the others', () => {
    const text = `Which one?\n\n${'- a way of doing it that has a long name\n'.repeat(40)}`;
    const shown = lines(text, { maxChars: 300 });
    const numbered = shown.filter((line) => /^\d+\. /.test(line));
    expect(numbered.length).toBeGreaterThan(5);
    for (const line of numbered) expect(line.length).toBeLessThanOrEqual(24);
    expect(shown).toContain(`… ${40 - numbered.length} more in the full text`);
  });
});

describe('choices whose lead was left out', () => {
  const LONG = 'Words that say little and take room. '.repeat(12);
  test.each([
    ['a line that leads in', `Should I push?\n\n${LONG}\n\nOptions:\n- a\n- b`, '1. a'],
    ['a heading', `${LONG}\n\n${LONG}\n## Options\n- a\n- b\n\nShould I push?`, '1. a'],
    ['a line that leads in, in a quote', `Should I push?\n\n${LONG}\n\n> Options:\n> - a\n> - b`, '> 1. a'],
  ])('stand behind a blank line: %s', (_, text, first) => {
    for (let maxChars = 200; maxChars <= 440; maxChars += 5) {
      const { text: shown, choices } = fitText(text, { maxChars });
      expect(choices).toHaveLength(2);
      expect(shown.length).toBeLessThanOrEqual(maxChars);
      expect(shown).not.toContain('Options');
      expect(shown).toContain(`\n\n${first}\n`);
    }
  });

  test('in a quote that is shown in part', () => {
    const text = `Should I push?\n\n> ${LONG}\n>\n> Options:\n> - a\n> - b`;
    expect(fitText(text, { maxChars: 300 }).text).toMatch(/\n> Words.*\n> \n> 1\. a\n> 2\. b\n/);
  });
});

describe('pictures without words', () => {
  const WORDS = 'Words that say little and take room. '.repeat(12);
  test('are links in a digest, and choices too', () => {
    const { text, choices } = fitText(
      `Which?\n\n- ![](https://x.example/a.png)\n- ![](https://x.example/b.png)\n\n<img src="https://x.example/c.png">\n\n${WORDS}`,
      { maxChars: 300 },
    );
    expect(text).toContain(
      '\n1. <https://x.example/a.png>\n2. <https://x.example/b.png>\n\n<https://x.example/c.png>\n',
    );
    expect(choices.map(({ label }) => label)).toEqual(['https://x.example/a.png', 'https://x.example/b.png']);
  });

  test('are the name of the file when the address is very long', () => {
    const { text } = fitText(`![](https://x.example/a.png?${'k=1&'.repeat(90)}) ${WORDS}`, { maxChars: 300 });
    expect(text).toMatch(/^a\.png Words that/);
    const badge = fitText(`![](https://x.example/?${'k=1&'.repeat(90)}) ${WORDS}`, { maxChars: 300 });
    expect(badge.text).toMatch(/^x\.example Words that/);
  });
});

describe('a heading', () => {
  const WORDS = `${'w'.repeat(20)} `.repeat(40);
  test.each([
    ['a paragraph', `Intro here.\n\n## Next\n\n${'w'.repeat(900)} x`],
    ['another heading', `Intro here.\n\n## Next\n\n### Part\n\n${'w'.repeat(900)} x`],
    ['a long heading', `Intro here.\n\n## Next\n\n### ${WORDS}\n\nMore.`],
    ['choices that are too long', `Intro here. Which?\n\n- a\n- b\n\n## Next\n\n${'w'.repeat(900)} x`],
  ])('is not shown when nothing of its section is: %s', (_, text) => {
    const { text: shown } = fitText(text, { maxChars: 220 });
    expect(shown).toContain('Intro here.');
    expect(shown).not.toMatch(/Next|Part/);
  });

  test.each([
    ['over a first part of it', `Intro here.\n\n## Next\n\n${'Some words. '.repeat(60)}`],
    [
      'over the choices',
      `Intro here. Which?\n\n${'Some words. '.repeat(3)}\n\n## Next\n\n1. a\n2. b\n\n${WORDS}`,
    ],
    ['over a pointer', `Intro here.\n\n## Next\n\n\`\`\`\nx\n\`\`\`\n\n${WORDS}`],
  ])('is shown %s', (_, text) => {
    expect(fitText(text, { maxChars: 220 }).text).toMatch(/^\*Next\*$/m);
  });

  test('is shown when there is nothing else to show', () => {
    const { text } = fitText(`# Only this\n\n${'w'.repeat(900)}`, { maxChars: 220 });
    expect(text).toMatch(/^\*Only this\*\n\n_…/);
  });

  test('is shown at the end of a text that has it there', () => {
    const { text } = fitText(`\`\`\`\n${'x\n'.repeat(300)}\`\`\`\n\n## The end`, { maxChars: 220 });
    expect(text).toMatch(/⟩_\n\n\*The end\*\n\n_…/);
  });
});

describe('the closing line', () => {
  const closing = (url?: string) => lines(FILLER, { url }).at(-1);

  test.each([
    ['https://github.com/octo/app/issues/7', '_… full text: <https://github.com/octo/app/issues/7|GitHub>_'],
    ['https://ghe.example:8443/o/a/1', '_… full text: <https://ghe.example:8443/o/a/1|ghe.example:8443>_'],
    ['https://github.com/?a=1&b=2|3', '_… full text: <https://github.com/?a=1&amp;b=2%7C3|GitHub>_'],
    ['javascript:alert(1)', '_… the full text is on the ticket_'],
    ['mailto:a@b.example', '_… the full text is on the ticket_'],
    ['not a url', '_… the full text is on the ticket_'],
    [`https://github.com/${'x'.repeat(400)}`, '_… the full text is on the ticket_'],
    [undefined, '_… the full text is on the ticket_'],
  ])('%s', (url, line) => {
    expect(closing(url)).toBe(line);
  });

  test('is not there when nothing is missing, and is when a path is', () => {
    const list = Array.from({ length: 30 }, (_, at) => `- [x] item${at + 1}`).join('\n');
    expect(lines(`Tick?\n\n${list}`, { maxChars: 386 }).at(-1)).toBe('30. ☑ item30');
    expect(lines(`Tick?\n\n${list.replace('item1', '/a/b/c')}`, { maxChars: 386 }).at(-1)).toBe(
      '_… the full text is on the ticket_',
    );
  });
});

describe('quotes', () => {
  test('have their mark on each line, between paragraphs too', () => {
    expect(lines(`> a\n>\n> - b\n>   - c\n\n${FILLER}`).slice(0, 5)).toEqual([
      '> a',
      '> ',
      '> 1. b',
      '>     • c',
      '',
    ]);
  });
});

test('what fits to the last character is shown', () => {
  const first = `${'word '.repeat(40).trim()}.`;
  const closing = '_… the full text is on the ticket_';
  const exact = `${first}\n\n${closing}`;
  const text = `${first}\n\n${FILLER.replaceAll('. ', ', ')}`;
  expect(fitText(text, { maxChars: exact.length }).text).toBe(exact);
  expect(fitText(text, { maxChars: exact.length - 1 }).text).toMatch(/word word…\n\n/);
});

test('a link with an endless target is shown as its words', () => {
  const { text } = fitText(`[words](https://x.example/${'y'.repeat(2000)}) ${FILLER}`, { maxChars: 300 });
  expect(text.startsWith('words More background')).toBe(true);
  const later = fitText(`First.\n\nSee [words](https://x.example/${'y'.repeat(301)}) for it.\n\n${FILLER}`, {
    maxChars: 400,
  });
  expect(later.text.startsWith('First.\n\nSee words for it.\n\nMore')).toBe(true);
});

test('a text that only drawing makes too long is digested', () => {
  const text = `Is a < b? ${'&&'.repeat(120)}`;
  expect(text.length).toBeLessThan(300);
  expect(fitText(text, { maxChars: 300 })).toMatchObject({ digested: true, ask: 'Is a < b?' });
});
