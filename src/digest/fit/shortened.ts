import { fileName } from '../picture.js';
import type { Span } from '../spans.js';
import { shortenPaths } from './paths.js';

/** A target longer than this would take the room of what the author says; the words of the link stay. */
const LONGEST_TARGET = 300;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function shorten(span: Span): Span {
  if (span.kind === 'break' || span.kind === 'pointer') return span;
  const { link } = span;
  if (link) {
    if ((link.url ?? '').length <= LONGEST_TARGET) return span;
    const isNameless = link.picture && span.text === link.url;
    return { ...span, link: null, text: isNameless ? fileName(span.text) || hostOf(span.text) : span.text };
  }
  const text = shortenPaths(span.text);
  return text === span.text ? span : { ...span, text };
}

/**
 * The spans as a digest shows them: absolute paths shortened, in words and code but never in a link, and
 * links with very long targets as words alone, or as the file's name when a picture has none. A span that stays as it was is the same object.
 */
export function shortened(spans: readonly Span[]): Span[] {
  return spans.map(shorten);
}
