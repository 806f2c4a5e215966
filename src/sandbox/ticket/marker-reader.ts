/** What a token is made of by the narrowest meaning; anything else beside it ends it. */
const WORD = /[A-Za-z0-9_]/;

/**
 * The-loop's rule, read as a hostile reader could: would this body, without its marker, act as a command? A keyword
 * counts as whole tokens anywhere, in any case, over any white space; and so that no reader that first strips
 * invisible characters, quote signs or Markdown marks sees more than this one, each such reading is tried as well.
 */
export function wouldActAsCommand(body: string, keywords: readonly string[]): boolean {
  const unquoted = body.replace(/^[ \t]*(?:>[ \t]*)+/gm, '');
  const readings = [body, unquoted].flatMap((text) => [text, withoutMarks(text)]);
  const all = readings.flatMap((text) => [text, withoutInvisible(text), text.normalize('NFKC')]);
  return all.some((text) => keywords.some((keyword) => holds(text, keyword)));
}

function holds(text: string, keyword: string): boolean {
  const words = keyword
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return false;
  const found = new RegExp(words.map(escaped).join('\\s+'), 'giu');
  const folded = text.toLowerCase();
  for (const { 0: match, index } of folded.matchAll(found)) {
    const end = index + match.length;
    // Beside a keyword's own sign (`/on`) readers disagree about what may stand: anything may.
    const opens = !WORD.test(folded.charAt(index - 1)) || !WORD.test(match.charAt(0));
    const closes = !WORD.test(folded.charAt(end)) || !WORD.test(match.slice(-1));
    if (opens && closes) return true;
  }
  return false;
}

function withoutMarks(text: string): string {
  return text.replace(/[*_~`\\]/g, '');
}

function withoutInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
