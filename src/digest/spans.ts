/** Marks of a span, as bits. */
export const BOLD = 1;
export const ITALIC = 2;
export const STRIKE = 4;

/** A link that several neighbouring spans may share; compared by identity. */
export interface Link {
  /** The target, ready to stand in `<…|…>` but for `&`; `null` when Slack could not follow it. */
  readonly url: string | null;
  /** True for a picture, which is worth a link even without words. */
  readonly picture: boolean;
}

/**
 * A run of characters drawn alike. A line break is a span of its own: `\n` where the author broke the
 * line in the source, U+2028 where the author asked for a break (two blanks, a backslash, `<br>`).
 */
export interface Span {
  /** A `pointer` is ours: it stands for code, a table or a trace, and is shown whole or not at all. */
  readonly kind: 'text' | 'code' | 'break' | 'pointer';
  readonly text: string;
  readonly marks: number;
  readonly link: Link | null;
}

export const SOFT_BREAK: Span = { kind: 'break', text: '\n', marks: 0, link: null };
export const HARD_BREAK: Span = { kind: 'break', text: '\u2028', marks: 0, link: null };

export function textSpan(text: string, marks = 0): Span {
  return { kind: 'text', text, marks, link: null };
}

/** The characters of the spans, breaks included, as one string. Offsets below index into it. */
export function plain(spans: readonly Span[]): string {
  let text = '';
  for (const span of spans) text += span.text;
  return text;
}

/** The words of the spans on one line, blanks collapsed. */
export function words(spans: readonly Span[]): string {
  return plain(spans).replace(/\s+/g, ' ').trim();
}

/** The spans of the characters `start` to `end` (exclusive), in {@link plain}'s offsets. */
export function slice(spans: readonly Span[], start: number, end: number): Span[] {
  const out: Span[] = [];
  let at = 0;
  for (const span of spans) {
    if (at >= end) break;
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, span.text.length);
    if (from === 0 && to === span.text.length) {
      if (to > 0 || at >= start) out.push(span);
    } else if (from < to) {
      out.push({ ...span, text: span.text.slice(from, to) });
    }
    at += span.text.length;
  }
  return out;
}

/** The spans without blanks and breaks at either end. */
export function trim(spans: readonly Span[]): Span[] {
  const text = plain(spans);
  const start = text.length - text.trimStart().length;
  return slice(spans, start, Math.max(start, text.trimEnd().length));
}

/** The spans on one line: every break becomes a blank. */
export function oneLine(spans: readonly Span[]): Span[] {
  return trim(spans).map((span) => (span.kind === 'break' ? textSpan(' ') : span));
}

/** The spans with `marks` added to each. */
export function marked(spans: readonly Span[], marks: number): Span[] {
  return spans.map((span) => (span.kind === 'break' ? span : { ...span, marks: span.marks | marks }));
}
