import { LIMITS } from './limits.js';
import { openSection } from './parts.js';
import { splitPieces } from './split-text.js';

/** Blocks of a page that show no text: the counter, the paging buttons, the link, and one to spare. */
const OTHER_BLOCKS = 4;
/** Bytes of a view that show no text: its frame, the paging buttons with their values, and an address of 3,000 units. */
const OTHER_BYTES = 16_000;

const encoder = new TextEncoder();

/** The section's bytes in the serialised view, its comma included. */
function bytesOf(text: string): number {
  return encoder.encode(JSON.stringify(openSection(text))).length + 1;
}

/**
 * The complete text as pages of section texts, each page within what a modal holds (100 blocks, 250 KB of JSON). Nothing
 * is left out: the sections, one after the other, are the text, but for fences that are closed and reopened where they go
 * on in the next section, and for sections that would hold nothing but blanks.
 *
 * @param mrkdwn finished mrkdwn of any length; the cost is linear in it
 * @returns at least one page; a single empty one for a blank text
 */
export function fullTextPages(mrkdwn: string): string[][] {
  const sections = splitPieces(mrkdwn.toWellFormed())
    .map(({ before, body, after }) => before + body + after)
    .filter((text) => text.trim() !== '');
  let page: string[] = [];
  let bytes = 0;
  const pages = [page];
  for (const text of sections) {
    const more = bytesOf(text);
    const full =
      page.length === LIMITS.view.blocks - OTHER_BLOCKS || bytes + more > LIMITS.view.bytes - OTHER_BYTES;
    if (full) {
      page = [];
      bytes = 0;
      pages.push(page);
    }
    page.push(text);
    bytes += more;
  }
  return pages;
}
