import { breakKeywordsInUrl } from './defang.js';
import { findKeywords } from './keyword-matches.js';
import { escapeText } from './markdown-text.js';

const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** A label that reads as an address: with a scheme, or a bare host name with perhaps a path. */
const LOOKS_LIKE_ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?((?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,20})(?=[/:?#]|$)/i;

/** How one link is written: as a link, or as words where a link would be unsafe or would mislead. */
export type WrittenLink =
  | { readonly kind: 'link'; readonly markdown: string }
  | { readonly kind: 'words'; readonly text: string };

/**
 * Writes Slack's `<url|label>`. A link only for http, https and mailto, without a name or password in it, and where the
 * label does not name another host than the target's; else the label and the URL as words, so nothing is lost.
 */
export function writeLink(url: string, label: string | undefined, keywords: readonly string[]): WrittenLink {
  const target = safeTarget(url, label, keywords);
  if (target !== undefined) {
    const shown = escapeText(label ?? url, { lineStart: false, beforeMarkup: true });
    return { kind: 'link', markdown: `[${shown}](${target})` };
  }
  return { kind: 'words', text: label === undefined || label === url ? url : `${label} (${url})` };
}

function safeTarget(url: string, label: string | undefined, keywords: readonly string[]): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password, hostname } = new URL(url);
  if (!SAFE_SCHEMES.has(protocol) || username !== '' || password !== '') return undefined;
  if (protocol !== 'mailto:' && label !== undefined && namesAnotherHost(label, hostname)) return undefined;
  const target = breakKeywordsInUrl(encodeTarget(url), keywords);
  return findKeywords(target, keywords).length === 0 ? target : undefined;
}

function namesAnotherHost(label: string, hostname: string): boolean {
  const named = LOOKS_LIKE_ADDRESS.exec(label.trim())?.[1]?.toLowerCase();
  return named !== undefined && withoutWww(named) !== withoutWww(hostname.toLowerCase());
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

/** The URL with everything that Markdown, HTML or a table could take for its own percent-encoded; `%` stays. */
function encodeTarget(url: string): string {
  return url
    .trim()
    .replace(/[^A-Za-z0-9\-._~:/?#@!$&'*+,;=%]/gu, (character) =>
      /^[()]$/.test(character) ? `%${character.charCodeAt(0).toString(16)}` : encodeURIComponent(character),
    )
    .replace(/&(?=[#A-Za-z0-9]{1,40};)/g, '&amp;');
}
