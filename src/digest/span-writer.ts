import type { HtmlEvent } from './html/events.js';
import { bareLinks } from './parse/autolinks.js';
import { fileName } from './picture.js';
import { BOLD, HARD_BREAK, ITALIC, type Link, SOFT_BREAK, type Span, STRIKE } from './spans.js';
import { target } from './target.js';

/** The marks that tags stand for, Markdown's and HTML's alike. */
export const MARKS: Readonly<Record<string, number>> = {
  strong: BOLD,
  b: BOLD,
  em: ITALIC,
  i: ITALIC,
  s: STRIKE,
  strike: STRIKE,
  del: STRIKE,
};
const CODE_TAGS = new Set(['code', 'tt', 'samp']);

/** Whether what stands between a tag of this name and its end is drawn as one: marked, code or a link. */
export function encloses(name: string): boolean {
  return Object.hasOwn(MARKS, name) || CODE_TAGS.has(name) || name === 'a';
}

/**
 * Gathers spans while tokens and HTML tags go by. Tags are counted, not stacked, so that crossed and
 * unclosed ones cost nothing and take no words with them.
 */
export class SpanWriter {
  readonly spans: Span[] = [];
  readonly #depth = new Map<number, number>();
  #marks = 0;
  #code = 0;
  #links: Link[] = [];

  /** Words, drawn with the marks that are open now. */
  text(text: string, kind: 'text' | 'code' = 'text'): void {
    if (text === '') return;
    const link = this.#links.at(-1) ?? null;
    const drawn = this.#code > 0 ? 'code' : kind;
    const last = this.spans.at(-1);
    if (
      last &&
      drawn === 'text' &&
      last.kind === 'text' &&
      last.marks === this.#marks &&
      last.link === link
    ) {
      this.spans[this.spans.length - 1] = { ...last, text: last.text + text };
    } else {
      this.spans.push({ kind: drawn, text, marks: this.#marks, link });
    }
  }

  lineBreak(hard: boolean): void {
    if (this.#links.length > 0) this.text(' ');
    else this.spans.push(hard ? HARD_BREAK : SOFT_BREAK);
  }

  mark(bit: number, step: 1 | -1): void {
    const depth = Math.max(0, (this.#depth.get(bit) ?? 0) + step);
    this.#depth.set(bit, depth);
    this.#marks = depth > 0 ? this.#marks | bit : this.#marks & ~bit;
  }

  openLink(href: string): void {
    const outer = this.#links.at(-1);
    const url = target(href);
    this.#links.push(outer?.url ? outer : { url, picture: false });
  }

  closeLink(): void {
    this.#links.pop();
  }

  /**
   * A picture is a link on its words; inside a link it lends the words to that link. Without words the address stands for
   * them, or the name of the file where a member cannot follow it.
   */
  picture(src: string, alt: string): void {
    const outer = this.#links.at(-1);
    const link: Link = { url: outer?.url ?? target(src), picture: true };
    const hasWords = alt.trim() !== '';
    if (outer?.url && hasWords) this.text(alt);
    else {
      const text = hasWords ? alt : (link.url ?? fileName(src));
      this.spans.push({ kind: 'text', text, marks: this.#marks, link });
    }
  }

  html(event: HtmlEvent): void {
    if (event.type === 'text') {
      this.text(event.text.replace(/\s+/g, ' '));
      return;
    }
    const step = event.type === 'open' ? 1 : -1;
    const bit = MARKS[event.name];
    if (bit) this.mark(bit, step);
    else if (CODE_TAGS.has(event.name)) this.#code = Math.max(0, this.#code + step);
    else if (event.name === 'br') this.lineBreak(true);
    else if (event.type === 'close') {
      if (event.name === 'a') this.closeLink();
    } else if (event.name === 'a') this.openLink(event.attrs.get('href') ?? '');
    else if (event.name === 'img') this.picture(event.attrs.get('src') ?? '', event.attrs.get('alt') ?? '');
  }

  /** The spans, with bare addresses made links. */
  finish(): Span[] {
    return this.spans.flatMap(withBareLinks);
  }
}

function withBareLinks(span: Span): Span[] {
  if (span.kind !== 'text' || span.link || !/@|www\./i.test(span.text)) return [span];
  const out: Span[] = [];
  let at = 0;
  for (const { start, end, url } of bareLinks(span.text)) {
    if (start > at) out.push({ ...span, text: span.text.slice(at, start) });
    out.push({ ...span, text: span.text.slice(start, end), link: { url: target(url), picture: false } });
    at = end;
  }
  if (at < span.text.length) out.push({ ...span, text: span.text.slice(at) });
  return out;
}
