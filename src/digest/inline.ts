import type { Env, Token } from 'markdown-it';
import { closedTags, type HtmlEvent, htmlTag } from './html/events.js';
import { bareLinks } from './parse/autolinks.js';
import { markdown } from './parse/markdown.js';
import { BOLD, HARD_BREAK, ITALIC, type Link, SOFT_BREAK, type Span, STRIKE, textSpan } from './spans.js';
import { target } from './target.js';

/** Words whose marks are read only when somebody asks for them. */
export interface Inline {
  /** The author's source, for cheap looks before the marks are read. */
  readonly source: string;
  spans(): readonly Span[];
  /** A part of the source, read on its own with the same link definitions. */
  part(source: string): Inline;
}

/** Reads `source` as Markdown on the first call of `spans`. `env` holds the link definitions. */
export function lazyInline(source: string, env: Env): Inline {
  let spans: readonly Span[] | null = null;
  return {
    source,
    spans: () => {
      spans ??= readInline(source, env);
      return spans;
    },
    part: (part) => lazyInline(part, env),
  };
}

export function readyInline(spans: readonly Span[]): Inline {
  const source = spans.map(({ kind, text }) => (kind === 'code' ? `\`${text}\`` : text)).join('');
  const inline: Inline = { source, spans: () => spans, part: () => inline };
  return inline;
}

/** No words. */
export const EMPTY_INLINE = readyInline([]);

const MARKS: Readonly<Record<string, number>> = {
  strong: BOLD,
  b: BOLD,
  em: ITALIC,
  i: ITALIC,
  s: STRIKE,
  strike: STRIKE,
  del: STRIKE,
};
const CODE_TAGS = new Set(['code', 'tt', 'samp']);

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

  /** A picture is a link on its words; inside a link it lends the words to that link. */
  picture(src: string, alt: string): void {
    const outer = this.#links.at(-1);
    const link: Link = { url: outer?.url ?? target(src), picture: true };
    if (outer?.url && alt !== '') this.text(alt);
    else this.spans.push({ kind: 'text', text: alt, marks: this.#marks, link });
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

function altText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'image') text += altText(token.children ?? []);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else if (token.type !== 'html_inline') text += token.content;
  }
  return text;
}

function attr(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function write(writer: SpanWriter, token: Token, isClosed: (name: string) => boolean): void {
  switch (token.type) {
    case 'strong_open':
    case 'em_open':
    case 's_open':
      writer.mark(MARKS[token.tag] ?? 0, 1);
      return;
    case 'strong_close':
    case 'em_close':
    case 's_close':
      writer.mark(MARKS[token.tag] ?? 0, -1);
      return;
    case 'link_open':
      writer.openLink(attr(token, 'href'));
      return;
    case 'link_close':
      writer.closeLink();
      return;
    case 'image':
      writer.picture(attr(token, 'src'), altText(token.children ?? []));
      return;
    case 'code_inline':
      writer.text(token.content, 'code');
      return;
    case 'softbreak':
    case 'hardbreak':
      writer.lineBreak(token.type === 'hardbreak');
      return;
    case 'html_inline':
      for (const event of htmlTag(token.content, isClosed)) writer.html(event);
      return;
    default:
      writer.text(token.content);
  }
}

/** Whatever any rule for marks, links, addresses, entities or tags looks for. */
const SPECIAL = /[\\`*_~[<&@]|:\/\/|[wW]{3}\./;

/** Reads lines that hold nothing special, as the Markdown parser would but at a fraction of the cost. */
function readPlain(source: string): Span[] {
  const spans: Span[] = [];
  const lines = source.split('\n');
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1;
    let start = 0;
    let end = line.length;
    if (at > 0) while (line.charAt(start) === ' ' || line.charAt(start) === '\t') start++;
    if (!isLast) while (end > start && line.charAt(end - 1) === ' ') end--;
    if (end > start) spans.push(textSpan(line.slice(start, end)));
    if (!isLast) spans.push(line.length - end > 1 ? HARD_BREAK : SOFT_BREAK);
  }
  return spans;
}

function readInline(source: string, env: Env): Span[] {
  if (!SPECIAL.test(source)) return readPlain(source);
  const tokens: Token[] = [];
  markdown.inline.parse(source, markdown, env, tokens);
  const writer = new SpanWriter();
  const isClosed = closedTags(source);
  for (const token of tokens) write(writer, token, isClosed);
  return writer.finish();
}
