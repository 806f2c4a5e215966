import { asideStarts, CLOSE_OF, LONGEST_ASIDE } from './asides.js';

/**
 * Where sentences and clauses end. Every decision looks back, and ahead no further than the next word or
 * the end of an aside, so what is written behind a finished sentence cannot change it.
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

/** 「…。」と goes on: a particle says that the quote is part of a sentence. */
const PARTICLE = /[\u3041-\u309F]/;
/** A letter of a script that sets no blank between sentences. */
const WIDE_LETTER = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3005\\u30FC]';
const WIDE_BEFORE = new RegExp(`${WIDE_LETTER}$`, 'u');
const WIDE_AFTER = new RegExp(`^(?:${WIDE_LETTER}|[（「『《【])`, 'u');

/** The marks of notes behind the end of a sentence: `[^1]`, `[1]`, a raised number. Each character has one reading. */
const NOTES = '(?:\\[\\^?[^[\\]\\s.!?。！？]{1,40}\\]|[⁰¹²³⁴⁵⁶⁷⁸⁹])+';
const NOTE_AT = new RegExp(NOTES, 'y');
/** A raised number whose tag is gone; behind a dot it would be part of a number. */
const NUMBER_AT = /\d{1,3}(?=\s|$)/y;
const NOTE_BEFORE = new RegExp(`(?:${NOTES}|(?<=[?!？！؟])\\d{1,3})$`);
/** More than the notes behind a sentence ever take. */
const LONGEST_NOTES = 180;

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
  if (/^\p{Ll}$/u.test(word) && isSpaced(text, at)) return false;
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
  const closed = asideStarts(text);
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
    const close = CLOSE_OF[char];
    if (close && closed.has(at)) {
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
    end = noteEnd(text, end, run);
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

/** The end of the marks of notes that stand at `at`, right behind the run of marks that ends a sentence. */
function noteEnd(text: string, at: number, run: string): number {
  NOTE_AT.lastIndex = at;
  if (NOTE_AT.test(text)) return NOTE_AT.lastIndex;
  NUMBER_AT.lastIndex = at;
  return /[?!？！؟]$/.test(run) && NUMBER_AT.test(text) ? NUMBER_AT.lastIndex : at;
}

/** Whether the letter before the dot at `at` is one of an abbreviation such as `z. B.` or `d. h.`. */
function isSpaced(text: string, at: number): boolean {
  return (
    /^\.[ \u00A0]\p{L}\./u.test(text.slice(at, at + 5)) ||
    /(?:^|\P{L})\p{Ll}\.[ \u00A0]\p{L}$/u.test(text.slice(Math.max(0, at - 6), at))
  );
}

function runEnds(text: string, run: string, runEnd: number, end: number, first: number): boolean {
  const next = text.charAt(end);
  const blank = next === '' || BLANK.test(next);
  if (WIDE_TERMINAL.test(run)) return end === runEnd || !PARTICLE.test(next);
  if (/^[.…‥]+$/.test(run)) return blank && run === '.' && dotEnds(text, runEnd - 1, first);
  const after = text.slice(end, end + 2);
  if (blank || /^\p{Extended_Pictographic}/u.test(after)) return true;
  const mark = runEnd - run.length;
  if (!WIDE_BEFORE.test(text.slice(Math.max(0, mark - 2), mark)) || !WIDE_AFTER.test(after)) return false;
  return end === runEnd || !PARTICLE.test(next);
}

/** Whether a sentence asks: its last mark is a question mark, behind nothing but quotes, brackets and notes. */
export function asks(sentence: string): boolean {
  const trimmed = sentence.trimEnd();
  const notes = NOTE_BEFORE.exec(trimmed.slice(-LONGEST_NOTES))?.[0] ?? '';
  let end = trimmed.length - notes.length;
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
