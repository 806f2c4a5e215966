/**
 * Where sentences and clauses end. Every decision looks back, and ahead no further than the next blank, so
 * what is written behind a finished sentence cannot change it.
 */

const TERMINAL = /[.!?。！？｡؟۔।…‥]/;
const WIDE_TERMINAL = /[。！？｡]/;
const QUESTION = /[?？؟]/;
const CLOSERS = /["'”’»›)\]}>」』】》〉）*_~]/;
const BLANK = /\s/;

/** Never the end of a sentence. */
const ABBREVIATIONS = new Set(
  (
    'e.g i.e vs etc cf al ca approx resp incl excl viz mr mrs ms dr prof st jr sr messrs dept est inc ltd corp ' +
    'bzw usw z.b d.h u.a p.ex'
  ).split(' '),
);
/** Not the end of a sentence when a number follows. */
const BEFORE_NUMBER = new Set(
  (
    'no nos nr fig figs eq eqs sec ch vol art p pp ed max min v ver jan feb mar apr jun jul aug sep sept oct ' +
    'nov dec'
  ).split(' '),
);

const PAIRS: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '（': '）',
  '「': '」',
  '『': '』',
  '“': '”',
  '"': '"',
};
/** A bracket or quote that is not closed within this many characters was not meant as one. */
const LONGEST_ASIDE = 300;
/** A line shorter than this was ended on purpose, unless its sentence plainly goes on. */
const SHORT_LINE = 50;

interface Aside {
  readonly at: number;
  readonly close: string;
}

/** The word that ends at `end`, with its inner dots. */
function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < 12 && /[\p{L}\p{N}.]/u.test(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}

/** Whether the single dot at `at` ends a sentence whose first word is at `first`, when a blank follows. */
function dotEnds(text: string, at: number, first: number): boolean {
  const word = wordBefore(text, at);
  if (/^\p{Lu}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return false;
  const lower = word.toLowerCase();
  if (ABBREVIATIONS.has(lower)) return false;
  if (/^\p{N}+$/u.test(word) && first === at - word.length) return false;
  if (!BEFORE_NUMBER.has(lower)) return true;
  let next = at + 1;
  while (next < text.length && BLANK.test(text.charAt(next))) next++;
  return !/\p{N}/u.test(text.charAt(next));
}

/** Whether the author ended a line on purpose: a break asked for, a colon, or a short line before a capital. */
function lineEnds(text: string, at: number, lineStart: number): boolean {
  if (text.charAt(at) === '\u2028' || text.charAt(at - 1) === ':') return true;
  const next = text.slice(at + 1, at + 3);
  return at - lineStart < SHORT_LINE && /^(?:\p{Lu}|\p{N}|\p{Extended_Pictographic})/u.test(next);
}

/**
 * The offsets at which the sentences of `text` end, in ascending order; the last is `text.length`. Breaks
 * within are `\n` or U+2028 as `spans.ts` has them.
 */
export function* sentenceEnds(text: string): Generator<number> {
  let start = 0;
  let first = 0;
  let lineStart = 0;
  let asides: Aside[] = [];
  /** Where the first word of the sentence is, or `before` when there is none ahead of it; no blank is looked at twice. */
  const firstWord = (before: number) => {
    first = Math.max(first, start);
    while (first < before && BLANK.test(text.charAt(first))) first++;
    return first;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\n' || char === '\u2028') {
      if (lineEnds(text, at, lineStart) && firstWord(at) < at) {
        yield at;
        start = at;
        asides = [];
      }
      lineStart = at + 1;
      continue;
    }
    while (asides[0] && at - asides[0].at > LONGEST_ASIDE) asides.shift();
    if (asides.at(-1)?.close === char) {
      asides.pop();
      continue;
    }
    const close = PAIRS[char];
    if (close && opensAside(text, at)) {
      asides.push({ at, close });
      continue;
    }
    if (!TERMINAL.test(char)) continue;
    let runEnd = at + 1;
    while (TERMINAL.test(text.charAt(runEnd))) runEnd++;
    const run = text.slice(at, runEnd);
    let end = runEnd;
    const open = [...asides];
    while (end < text.length && CLOSERS.test(text.charAt(end))) {
      if (open.at(-1)?.close === text.charAt(end)) open.pop();
      end++;
    }
    const aside = asides[0];
    const whole = open.length === 0 && (!aside || firstWord(aside.at) >= aside.at);
    at = runEnd - 1;
    if (!whole || !runEnds(text, run, runEnd, end, firstWord(at))) continue;
    yield end;
    start = end;
    asides = [];
    at = end - 1;
  }
  if (text.length > 0) yield text.length;
}

function opensAside(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  const wide = text.charAt(at) > '\u2FFF';
  return wide || ((before === '' || /[\s(["“'—–-]/.test(before)) && after !== '' && !BLANK.test(after));
}

function runEnds(text: string, run: string, runEnd: number, end: number, first: number): boolean {
  const next = text.charAt(end);
  const blank = next === '' || BLANK.test(next);
  // 「…。」と goes on: a particle says that the quote is part of a sentence.
  if (WIDE_TERMINAL.test(run)) return end === runEnd || !/[\u3041-\u309F]/.test(next);
  if (/^[.…‥]+$/.test(run)) return blank && run === '.' && dotEnds(text, runEnd - 1, first);
  return blank || /^\p{Extended_Pictographic}/u.test(text.slice(end, end + 2));
}

/** Whether a sentence asks: its last mark is a question mark, behind nothing but quotes and brackets. */
export function asks(sentence: string): boolean {
  let end = sentence.trimEnd().length;
  while (end > 0 && CLOSERS.test(sentence.charAt(end - 1))) end--;
  for (; end > 0 && TERMINAL.test(sentence.charAt(end - 1)); end--) {
    if (QUESTION.test(sentence.charAt(end - 1))) return true;
  }
  return false;
}

/** The offsets before the marks that end clauses: `,` `;` `:` before a blank, dashes, and their CJK kin. */
export function clauseEnds(text: string): number[] {
  const ends: number[] = [];
  for (const hit of text.matchAll(/[,;:](?=\s)|[、，；：]|—|\s–(?=\s)/g)) ends.push(hit.index);
  return ends;
}

/** The offsets of the blanks between words. */
export function wordEnds(text: string): number[] {
  const ends: number[] = [];
  for (const hit of text.matchAll(/\s+/g)) ends.push(hit.index);
  return ends;
}
