import { findKeywords, type KeywordMatch } from './keyword-matches.js';

/** The keywords that are always broken; `routing.control.keywords` adds to them (contracts/the-loop.md, "The ticket"). */
const CONTROL_KEYWORDS: readonly string[] = [
  'the-loop start',
  'the-loop stop',
  'the-loop pause',
  'the-loop resume',
  'the-loop execute',
  'the-loop contribute',
  'the-loop do',
  'the-loop cleanup',
];

/** The configured keywords and those that are always broken, each once. */
export function withControlKeywords(keywords: readonly string[]): string[] {
  return [...new Set([...CONTROL_KEYWORDS, ...keywords])];
}

const ZERO_WIDTH_SPACE = '\u200b';
/** Looks like `-`, and is not it in any normal form. */
const UNBREAKING_HYPHEN = '\u2011';
/** A sliver of white space: a reader that strips zero-width characters still sees two tokens. */
const HAIR_SPACE = '\u200a';

/** Splitting one keyword can bare another; nobody configures a chain this long. */
const MOST_ROUNDS = 8;

/**
 * Breaks every control keyword in a text that is otherwise finished, so that it cannot act and still reads the same:
 * the keyword's hyphen becomes a non-breaking one, or its first word gets a hair space after its first character. A
 * keyword whose words are single characters cannot be broken; `assertMirrorSafe` then refuses the body.
 */
export function breakKeywords(text: string, keywords: readonly string[]): string {
  const all = withControlKeywords(keywords);
  let broken = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const matches = findKeywords(broken, all);
    if (matches.length === 0) return broken;
    broken = applyEdits(
      broken,
      matches.map((match) => editFor(broken, match)),
    );
  }
  return broken;
}

/**
 * Stops words that GitHub would act on where they stand as text: `@name` and `@org/team` notify nobody, `#12`,
 * `owner/repo#12` and `GH-12` link nothing (so `fixes #12` closes nothing). Code needs none of it: GitHub leaves
 * code alone.
 */
export function stillWords(text: string): string {
  return text
    .replaceAll('@', `@${ZERO_WIDTH_SPACE}`)
    .replace(/#(?=[0-9])/g, `#${ZERO_WIDTH_SPACE}`)
    .replace(/(gh-)(?=[0-9])/gi, `$1${ZERO_WIDTH_SPACE}`);
}

/** In code, where `<` stays as it is, no `<!--` may be left for a reader of the raw body. */
export function breakCommentOpeners(code: string): string {
  return code.replaceAll('<!--', `<${ZERO_WIDTH_SPACE}!--`);
}

/** The same for a URL, where a letter can be written in another way that leads to the same place: `%67o` for `go`. */
export function breakKeywordsInUrl(url: string, keywords: readonly string[]): string {
  const edits = findKeywords(url, withControlKeywords(keywords)).flatMap((match) => {
    // Never a delimiter: `%2F` is another path than `/`.
    const at = match.at.find((index) => /[A-Za-z0-9-]/.test(url.charAt(index)));
    if (at === undefined) return [];
    const code = url.charCodeAt(at).toString(16).toUpperCase();
    return [{ at, length: 1, replacement: `%${code}` }];
  });
  return applyEdits(url, edits);
}

type Edit = { readonly at: number; readonly length: number; readonly replacement: string };

function editFor(text: string, { folded, at }: KeywordMatch): Edit {
  const hyphen = folded.indexOf('-');
  const split = hyphen >= 0 ? hyphen : firstSplit(folded, at);
  const index = at[split] ?? 0;
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const plain = character.normalize('NFKC');
  // One character that stands for several (`㎏`) is written out first, and broken in the next round.
  const replacement =
    plain.length > 1 ? plain : hyphen >= 0 ? UNBREAKING_HYPHEN : `${character}${HAIR_SPACE}`;
  return { at: index, length: character.length, replacement };
}

/** The first place between two characters of one word. */
function firstSplit(folded: string, at: readonly number[]): number {
  const split = at.findIndex((index, unit) => {
    const next = at[unit + 1];
    return next !== undefined && next !== index && folded[unit] !== ' ' && folded[unit + 1] !== ' ';
  });
  return Math.max(split, 0);
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let done = 0;
  for (const { at, length, replacement } of sorted) {
    if (at < done) continue;
    pieces.push(text.slice(done, at), replacement);
    done = at + length;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}
