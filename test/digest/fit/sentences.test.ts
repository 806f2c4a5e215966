import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asks, clauseEnds, sentenceEnds } from '../../../src/digest/fit/sentences.js';
import { noise } from '../support/markdown.js';

/** The sentences of a text, without the blanks between them. */
function sentences(text: string): string[] {
  const out: string[] = [];
  let start = 0;
  for (const end of sentenceEnds(text)) {
    out.push(text.slice(start, end).trim());
    start = end;
  }
  return out.filter((sentence) => sentence !== '');
}

/** `|` stands between the sentences that should be found. */
const CASES: readonly string[] = [
  'One ends.| Two ends!| Three?| Four',
  'It is e.g. this one, i.e. not that one, cf. the other, vs. all.| Next.',
  'Logs, traces etc. are kept.| Next.',
  'Ask J. R. Smith of the U.S. team.| Next.',
  'We run v1.2.3 and 2.0 on it.| Next.',
  'See index.ts and the .env file.| Next.',
  'No. 7 is red, see fig. 3 and p. 12 of Oct. 15.| Next.',
  'Is it done?| No.| Then wait.',
  'Wait... for it.| Then go…  or not.| End.',
  'Really?!| Yes!!| Hm...?| Ok.',
  'He said "go." Then he left.',
  '"Is it safe?"| Nobody knows.',
  '(Is it safe?)| Nobody knows.',
  'The car deck (one space or three?) is left out.| Next.',
  'It hears "deck 2, row 14? free" and stops.| Next.',
  'I asked them [twice. or more?] about it.| Next.',
  'Smile :( or not?| Next.',
  'Ready?|🙏 Thanks!|👏',
  'A 5" disk is full.| Delete it?',
  'これは文です。|次の文ですか？|「はい。」と言った。|終わり！',
  'هل هذا صحيح؟| نعم.',
  'यह वाक्य है।| दूसरा।',
  'Open https://example.com/?q=a.b and look.| Next.',
  'Cost is $3.50 at 10:30.| Next.',
  '1. Is a number.| Next.',
  'Two ways out:|\nWhich one?',
  'Options are below|\nWhich one?',
  'A line that was wrapped by an editor at some width or other\nGitHub goes on.| Next.',
  'a short line\nthat goes on.| Next.',
  'Asked for|\u2028a break.',
  'Mr. Fox and Dr. No met St. John.| Next.',
  'Done.)| Next.',
  'It works!*| Next.',
  'Now?[^1]| I can do it.',
  'Now?¹| I can.',
  'Now?1| I can.',
  'It is so.[^a][^b]| I can.',
  'Pick a[1] or b.',
  'Version 2.1 is out.',
  '可以部署吗?|我等你。|完成!|继续。',
  '進めてよいですか?|お願いします。',
  '「いいですか?」と聞いた。|次。',
  '说“可以吗?”|然后走。',
  'a?b は何ですか。',
  'I wonder (should I deploy now?| Then I stop.',
  'I looked at the logs (see above.| Should I restart now?| I will wait.',
  'I looked (see above.| Should I restart (or not)?| I will wait.',
  'He said "go.| Should I?| I will wait.',
  'Ist das ok, z. B. so?| Nein.',
  'Das heißt, d. h. so, u. a. dort.| Nein.',
  'Take option a.| Next.',
];

test.each(CASES)('%s', (marked) => {
  const text = marked.replaceAll('|', '');
  const want = marked
    .split('|')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  expect(sentences(text)).toEqual(want);
});

describe('a question', () => {
  test.each(['Is it?', 'Is it?!', 'Is it?"', '(Is it?)', 'それは？', 'أهو؟', 'Is it? ', '**Is it?**'])(
    '%s',
    (text) => {
      expect(asks(text)).toBe(true);
    },
  );
  test.each(['It is.', 'Is it? It is.', 'https://a.b/?q', 'what', '', '?x'])('not: %s', (text) => {
    expect(asks(text)).toBe(false);
  });
});

test('clauses end before commas, semicolons, colons and dashes, but not inside numbers and times', () => {
  const text = 'At 10:30, 1,000 came; they left: all — but one';
  expect(clauseEnds(text).map((end) => text.slice(0, end))).toEqual([
    'At 10:30',
    'At 10:30, 1,000 came',
    'At 10:30, 1,000 came; they left',
    'At 10:30, 1,000 came; they left: all ',
  ]);
});

test('the ends rise and the last is the end of the text', () => {
  fc.assert(
    fc.property(noise, (text) => {
      const ends = [...sentenceEnds(text)];
      expect([...ends].sort((a, b) => a - b)).toEqual(ends);
      if (text !== '') expect(ends.at(-1)).toBe(text.length);
    }),
  );
});

test('what is written behind a finished sentence leaves its end where it is', () => {
  fc.assert(
    fc.property(noise, noise, (before, after) => {
      const text = `${before.replaceAll(/["([（「『“]/g, '')}. End of it?`;
      const first = [...sentenceEnds(text)].filter((end) => end < text.length);
      const second = [...sentenceEnds(`${text} ${after}`)].filter((end) => end < text.length);
      expect(second).toEqual(first);
    }),
    { numRuns: 300 },
  );
});
