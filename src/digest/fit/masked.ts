import type { Span } from '../spans.js';

const FILLER = 'x';

/** An address shown as itself: its punctuation is never the sentence's. */
function isAddress(span: Span): boolean {
  return span.text.includes('://') || span.link?.url === `mailto:${span.text}`;
}

function maskedSpan(span: Span): string {
  if (span.kind === 'code' || span.kind === 'pointer') return FILLER.repeat(span.text.length);
  if (!span.link) return span.text;
  const end = isAddress(span) ? span.text.length : span.text.replace(/[^\p{L}\p{N}]{1,8}$/u, '').length;
  return FILLER.repeat(end) + span.text.slice(end);
}

/**
 * The characters of the spans, with filler for those inside code, links and pointers, so that nothing in there is
 * taken for the end of a sentence, a clause or a word. Offsets agree with `plain`.
 */
export function masked(spans: readonly Span[]): string {
  let text = '';
  for (const span of spans) text += maskedSpan(span);
  return text;
}

/** The first part of some spans, and whether it is all of them. */
export interface Head {
  readonly spans: readonly Span[];
  readonly all: boolean;
}

/** A part of the spans that is long enough for `room` drawn characters. */
export function head(spans: readonly Span[], room: number): Head {
  const limit = room + 400;
  const out: Span[] = [];
  let length = 0;
  for (const span of spans) {
    if (length >= limit) return { spans: out, all: false };
    out.push(
      span.kind !== 'break' && span.text.length > limit ? { ...span, text: span.text.slice(0, limit) } : span,
    );
    if (span.text.length > limit) return { spans: out, all: false };
    length += span.text.length;
  }
  return { spans: out, all: true };
}
