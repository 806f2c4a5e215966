import { BROADCAST } from './draw/escape.js';

/** The schemes a member may be sent to. */
const ALLOWED = /^(?:https?:\/\/[^/?#]|mailto:[^/?#])/i;

/** What may not stand in `<…|…>`, or would end it: blanks, controls, quotes, brackets and the bar. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\s\u0000-\u0020\u007F"<>\\^`{|}]/g;

/** Where an address is a host or a mailbox, and an encoded `@` would make it another. */
const MAILBOX = /^(?:mailto:[^?#]*|https?:\/\/[^/?#]*)/i;
/** The `@` and the first letter of a broadcast's name. */
const BROADCAST_HOST = new RegExp(`${BROADCAST.source}.`, 'gi');

/** The target without a broadcast in it; it leads where it led. */
function quiet(url: string): string {
  return url
    .replace(MAILBOX, (box) => box.replace(BROADCAST_HOST, (hit) => `@${encoded(hit.slice(1))}`))
    .replace(BROADCAST, '%40');
}

function encoded(char: string): string {
  return [...new TextEncoder().encode(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/**
 * The target of a link as Slack may be given it, or `null` when it is none a member can follow: relative,
 * an anchor, or a scheme other than http, https and mailto.
 */
export function target(href: string): string | null {
  const url = href.trim();
  return ALLOWED.test(url) ? quiet(url.replace(UNSAFE, encoded)) : null;
}
