import { breakCommentOpeners, stillWords } from './defang.js';

const NO_BREAK_SPACE = '\u00a0';
const TAB_WIDTH = 4;

/** Where a piece of text stands on its line: both ends change what Markdown would make of it. */
export type TextPlace = {
  readonly lineStart: boolean;
  /** Something of our own (a mark, a link, code) follows at once. */
  readonly beforeMarkup: boolean;
};

/**
 * Writes words so that GitHub shows them as they were typed: nothing in them opens a tag, a comment, an image, a link,
 * emphasis, a list, a heading or a table, and nothing notifies or links (see `stillWords`).
 *
 * @param text one line, or a part of one.
 */
export function escapeText(text: string, place: TextPlace): string {
  const inline = escapeInline(stillWords(text), place.beforeMarkup);
  return place.lineStart ? escapeLineStart(inline) : inline;
}

/** A code span that holds exactly this text: one line, any number of backticks. */
export function codeSpan(text: string): string {
  const ticks = '`'.repeat(longestRun(text, '`') + 1);
  // Markdown strips one space from each end of a span, and a backtick at an end would join the delimiter.
  const pad = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : '';
  return `${ticks}${pad}${breakCommentOpeners(text)}${pad}${ticks}`;
}

/** The lines of a fenced block that holds exactly this text, fence lines included. */
export function fenceLines(text: string): string[] {
  const ticks = '`'.repeat(Math.max(longestRun(text, '`') + 1, 3));
  return [ticks, ...breakCommentOpeners(text).split('\n'), ticks];
}

function escapeInline(text: string, beforeMarkup: boolean): string {
  const escaped = text
    // First, or it would escape our own: a backslash counts before punctuation only, so a Windows path stays readable.
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*`~[\]|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=[#A-Za-z])/g, '&amp;')
    .replaceAll('<', '&lt;');
  // An exclamation mark before a link would make it an image.
  return beforeMarkup ? escaped.replace(/!$/, '\\!') : escaped;
}

function escapeLineStart(text: string): string {
  // Markdown drops the white space a line begins with, or takes it for code.
  const indent = /^[ \t]+/.exec(text)?.[0] ?? '';
  if (indent !== '') {
    const width = Array.from(indent, (space) => (space === '\t' ? TAB_WIDTH : 1)).reduce(
      (sum, n) => sum + n,
      0,
    );
    return NO_BREAK_SPACE.repeat(width) + text.slice(indent.length);
  }
  return text
    .replace(/^>/, '&gt;')
    .replace(/^(?:[-+=]|#{1,6}(?=\s|$)|:(?=-))/, '\\$&')
    .replace(/^([0-9]{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
