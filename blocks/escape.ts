/** Zero-width space: ends a word for Slack without being seen. */
const ZWSP = '\u200B';

/** `@here` and its kin: a text object without `verbatim` reads them out of bare words. */
const BROADCAST = /@(?=(?:here|channel|everyone)\b)/gi;

/**
 * Plain text as mrkdwn, so that nothing in it can act: the three characters that Slack reads as control are escaped,
 * and the `@` of a broadcast is parted from its name.
 */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(BROADCAST, `@${ZWSP}`);
}

/** A mark character that stands at a word's edge, where Slack would pair it with another one. */
const MARK_AT_EDGE = /(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])/gu;

/**
 * Plain text as mrkdwn, drawn as it is written: as {@link escapeText}, and no mark character in it draws or ends a mark
 * around it. Slack has no escape for those: a zero-width space on both sides keeps one from pairing, and a backtick
 * becomes its look-alike.
 */
export function escapeWords(text: string): string {
  return escapeText(text)
    .replace(MARK_AT_EDGE, (mark) => ZWSP + mark + ZWSP)
    .replaceAll('`', 'ˋ');
}
