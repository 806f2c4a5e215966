import { describe, expect, test } from '@jest/globals';
import { fit as fitText } from '../../../src/digest/index.js';

const askOf = (markdown: string) => fitText(markdown, { maxChars: 3000 }).ask;

describe('the first question asks', () => {
  test.each([
    ['in a paragraph', 'First. Which one? And which next?', 'Which one?'],
    ['in a heading', 'First.\n\n## Which one?\n\nOr not?', 'Which one?'],
    ['in a quote', '> Which one?', 'Which one?'],
    ['in a fold', '<details><summary>a</summary>\n\nWhich one?\n\n</details>', 'Which one?'],
    ['in bold, with marks left off', '**Which `one` of _these_?** That.', 'Which one of these?'],
    ['whose link ends it', 'First. [Which one?](https://x.example) That.', 'Which one?'],
    ['before its link', 'Which [one. Or two](https://x.example)?', 'Which one. Or two?'],
    ['with a question mark in code', 'Run `a? B` or `c. D`. Which one?', 'Which one?'],
    ['with one in an address', 'See https://x.example/?a=b. Which one?', 'Which one?'],
    ['as an entity', 'Which one&#63;', 'Which one?'],
    [
      'over a line that was wrapped',
      'Which one of the many that were proposed in the\nlast week? That.',
      'Which one of the many that were proposed in the last week?',
    ],
    ['after a colon on the line before', 'Two ways:\nWhich one?', 'Which one?'],
    ['before a note', 'Should we deploy now?[^1] I can do it.', 'Should we deploy now?[^1]'],
    [
      'before a lowered note',
      'Well. Should we deploy now?<sub>or later</sub> I can.',
      'Should we deploy now?or later',
    ],
    ['before a raised number', 'Should we deploy now?<sup>1</sup> I can.', 'Should we deploy now?1'],
    ['in Chinese with a narrow mark', '可以部署吗?我等你。', '可以部署吗?'],
    [
      'behind a bracket that is never closed',
      'I looked at the logs (see above. Should I restart now? I will wait.',
      'Should I restart now?',
    ],
    ['with a German abbreviation', 'Gut. Ist das ok, z. B. so?', 'Ist das ok, z. B. so?'],
    ['over a break that was asked for', 'Should we<br>deploy?', 'Should we deploy?'],
    ['behind a break that was asked for', 'All is ready<br>Should we?', 'Should we?'],
    ['behind a mark alone', '\\? is it?', 'is it?'],
    [
      'between lines that name errors',
      'ConfigError: Should I create it?\nParseError: no.',
      'ConfigError: Should I create it?',
    ],
    [
      'with a path and escapes',
      'Is C:\\\\a and /srv/app/x/y \\*fine\\*?',
      'Is C:\\a and /srv/app/x/y *fine*?',
    ],
  ])('%s', (_, markdown, ask) => {
    expect(askOf(markdown)).toBe(ask);
  });

  test.each([
    ['in a list item', '- Which one?'],
    ['in code', '```\nWhich one?\n```\n\n    Which one?\n\n`Which one?`'],
    ['in a table', '| Which one? |\n|---|\n| That? |'],
    ['in a comment', 'a <!-- Which one? --> b'],
    ['in a trace', 'KeyError: which one?\n    at run (/a/b.js:1:2)'],
    ['in a lettered list', 'A) this?\nB) that?'],
    ['in brackets or quotes within a sentence', 'The car deck (one space?) and the "why not?" of it.'],
    ['that goes on', 'what?ever'],
  ])('but not: %s', (_, markdown) => {
    expect(askOf(markdown)).toBeUndefined();
  });
});

describe('without a question, the first instruction to reply asks', () => {
  test.each([
    ['Tick. Then reply `go` here. Reply `stop` later.', 'Then reply go here.'],
    ['Reply with `A` or `B`, e.g. `A`.', 'Reply with A or B, e.g. A.'],
  ])('%s', (markdown, ask) => {
    expect(askOf(markdown)).toBe(ask);
  });

  test.each([['Reply soon. `go` is a word.'], ['The replies: `go`.'], ['Run `reply`.'], ['- reply `go`']])(
    'but not: %s',
    (markdown) => {
      expect(askOf(markdown)).toBeUndefined();
    },
  );
});
