/** Blanks, line ends and control characters in a row. */
const GAPS = /[\s\p{Cc}]+/gu;
/** Characters that turn the direction of what stands after them; they would reach past the words they came with. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;
/** Something that a reader can see. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;
/** What would look odd before the sign of a cut. */
const LOOSE_ENDS = new Set([' ', ',', ';', ':', '.', '-', '–', '—', '·', '(', '[']);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Untrusted plain text on one line: blanks, line ends and control characters become one space, what turns the
 * direction of the text around it goes, half surrogate pairs become U+FFFD. Empty when nothing could be seen.
 */
export function oneLine(text: string): string {
  const line = text.toWellFormed().replace(GAPS, ' ').replace(DIRECTIONS, '').trim();
  return VISIBLE.test(line) ? line : '';
}

/**
 * Where the last whole grapheme of `text` ends, at or before `at`: an emoji, a letter with its accents or a flag is never
 * split. One longer than `at` is split between code points; `at` is at least 2.
 */
export function wholeCharacters(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const start = graphemes.segment(text).containing(at)?.index ?? at;
  if (start > 0) return start;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/**
 * Plain text of one line in at most `room` UTF-16 units: whole when it fits, else its first words and `…`; a first word
 * that is too long is cut between characters. Empty when not even two units and the `…` fit.
 */
export function cutWords(text: string, room: number): string {
  if (text.length <= room) return text;
  if (room < 3) return '';
  const blank = text.lastIndexOf(' ', room - 1);
  let end = blank > 0 ? blank : wholeCharacters(text.slice(0, room + 64), room - 1);
  while (end > 1 && LOOSE_ENDS.has(text.charAt(end - 1))) end--;
  return `${text.slice(0, end)}…`;
}
