import { textOfMrkdwn } from './visible.js';

/** Text without the characters that are marks in mrkdwn. */
export function unmarked(text: string): string {
  return textOfMrkdwn(text).replace(/[*_~`ˋ\u200B]/g, '');
}

/** A line without its bullet, number or box, and without marks. */
function bare(line: string): string {
  return unmarked(line)
    .replace(/^\s*(?:\d+[.)]|[•◦▪])(?=\s|$)/, '')
    .replace(/^\s*[☐☑](?=\s|$)/, '');
}

/** All words of a drawn text on one line, without what stands before them. */
export function flat(mrkdwn: string): string {
  return mrkdwn
    .split('\n')
    .map((line) => bare(line.replace(/^> ?/, '')))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const POINTER = /⟨(?:code|table|stack trace): \d+ (?:lines|rows)⟩/g;
const CLOSING = /^_… (?:full text: <[^>]*>|the full text is on the ticket)_$/;
const MORE = /^… \d+ more in the full text$/;

/**
 * For each line of a digest but the ask, the closing line and the count of choices left out: the runs of
 * words that should be the author's. Pointers and the ellipses of cuts and paths stand between runs.
 */
export function shownLines(digest: string, hasAsk: boolean): string[][] {
  return digest
    .split('\n')
    .filter((line, at) => !(hasAsk && at === 0) && !CLOSING.test(line) && !MORE.test(line))
    .map((line) =>
      flat(line.replace(POINTER, '\uE000').replace(/…/g, '\uE000'))
        .split('\uE000')
        .map((run) => run.trim())
        .filter((run) => run !== ''),
    );
}

/** The words that a digest shows of the author's. */
export function shownWords(digest: string): string[] {
  const lines = shownLines(digest, false).flat();
  return lines.join(' ').split(/\s+/);
}
