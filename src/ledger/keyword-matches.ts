/** Where a keyword stands. */
export type KeywordMatch = {
  /** The keyword as it is matched: folded, one space between words. */
  readonly folded: string;
  /** For each UTF-16 unit of `folded`: the index in the text of the character behind it, the same for a ligature's. */
  readonly at: readonly number[];
};

/** Characters that are not drawn, zero-width ones among them: a reader may strip them before it looks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const SPACE = /[\s\p{Z}]/u;
/** Most of a text is ASCII, and a set is many times quicker than a class of Unicode. */
const ASCII_END = '\x7f';
const ASCII_SPACE = new Set([' ', '\t', '\n', '\v', '\f', '\r']);
/** Makes one letter with the ASCII one before it, where a reader composes before it looks. */
const COMBINING = /\p{M}/u;

/** The narrowest meaning of a word character: what only some readers take for one still ends a token here. */
const WORD = /[A-Za-z0-9_]/;

/** Marks that GitHub draws as style, or not at all: `the-loop **start**` looks like a keyword. */
const MARKS = new Set(['*', '_', '~', '`', '\\', '[', ']']);

/** The target of a link, which is not drawn. A target that we write has neither white space nor parentheses. */
const LINK_TARGET = /\]\([^\s()]*\)/y;

/** A text as the most generous reader takes it: folded, white space collapsed, what is not drawn dropped. */
type Reading = {
  readonly text: string;
  readonly original: string;
  /** For each UTF-16 unit of `text`: the index in the original of the character it comes from. */
  readonly origin: readonly number[];
  /** For each unit, and one past the last: whether something was dropped just before it. */
  readonly gapBefore: readonly boolean[];
};

/**
 * Every place where a control keyword stands as whole tokens: in any case, over any white space (line breaks and
 * quote signs included), with invisible characters, Markdown marks or link targets anywhere inside. It finds more than
 * the-loop's own rule does (contracts/the-loop.md, "The ticket"), so what it no longer finds cannot act. Linear in the
 * text for a given list of keywords.
 */
export function findKeywords(text: string, keywords: readonly string[]): KeywordMatch[] {
  const readings = [read(text, false), ...(text.includes('](') ? [read(text, true)] : [])];
  return keywords.flatMap((keyword) => {
    const wanted = read(keyword.trim(), false).text;
    return wanted === '' ? [] : readings.flatMap((reading) => findOne(reading, wanted));
  });
}

function findOne(reading: Reading, wanted: string): KeywordMatch[] {
  const found: KeywordMatch[] = [];
  for (let at = reading.text.indexOf(wanted); at >= 0; at = reading.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isEdge(reading, at, at - 1, wanted.charAt(0)) && isEdge(reading, end, end, wanted.slice(-1))) {
      found.push({ folded: wanted, at: reading.origin.slice(at, end) });
    }
  }
  return found;
}

/**
 * A token ends where no word character follows, or where something dropped stood: one reader sees it, another not.
 * Of a keyword that itself ends in none (`/on`), readers disagree about what may stand beside it: anything may.
 */
function isEdge(reading: Reading, boundary: number, neighbour: number, own: string): boolean {
  if (!WORD.test(own)) return true;
  const at = reading.origin[neighbour];
  if (at === undefined || reading.gapBefore[boundary] === true) return true;
  return !WORD.test(reading.original.charAt(at)) || COMBINING.test(reading.original.charAt(at + 1));
}

function read(text: string, dropTargets: boolean): Reading {
  const units: string[] = [];
  const origin: number[] = [];
  const gapBefore: boolean[] = [];
  let gap = false;
  let lineStart = true;
  let at = 0;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const dropped = droppedLength(text, at, character, lineStart, dropTargets);
    if (dropped > 0) {
      gap = true;
      at += dropped;
      continue;
    }
    const space = character > ASCII_END ? SPACE.test(character) : ASCII_SPACE.has(character);
    lineStart = character === '\n' || (lineStart && space);
    // A gap inside white space is not lost: the space is itself an edge.
    if (!space || units.at(-1) !== ' ') {
      for (const unit of space ? ' ' : folded(character)) {
        units.push(unit);
        origin.push(at);
        gapBefore.push(gap);
        gap = false;
      }
    }
    at += character.length;
  }
  gapBefore.push(gap);
  return { text: units.join(''), original: text, origin, gapBefore };
}

function droppedLength(
  text: string,
  at: number,
  character: string,
  lineStart: boolean,
  dropTargets: boolean,
): number {
  if (dropTargets && character === ']') {
    LINK_TARGET.lastIndex = at;
    const target = LINK_TARGET.exec(text);
    if (target !== null) return target[0].length;
  }
  if (MARKS.has(character) || (character > ASCII_END && INVISIBLE.test(character))) return character.length;
  return lineStart && character === '>' ? 1 : 0;
}

/** One character as a case-insensitive match takes it, in UTF-16 units; it can be several (`ﬆ`). */
function folded(character: string): string[] {
  if (character <= ASCII_END) return [character.toLowerCase()];
  // Dotless and dotted i match i where a matcher ignores case, and no normal form says so.
  if (character === 'ı' || character === 'İ') return ['i'];
  return character.normalize('NFKC').toLowerCase().split('');
}
