import type { Env, Token } from 'markdown-it';
import { closedTags, htmlTag } from './html/events.js';
import { lineFeedOf } from './parse/line-breaks.js';
import { markdown } from './parse/markdown.js';
import { encloses, MARKS, SpanWriter } from './span-writer.js';
import { HARD_BREAK, SOFT_BREAK, type Span, textSpan } from './spans.js';

/** Words whose marks are read only when somebody asks for them. */
export interface Inline {
  /** The author's source, for cheap looks before the marks are read. */
  readonly source: string;
  spans(): readonly Span[];
  /**
   * The source cut at its line breaks, but not within a mark, a link, a code span or a comment: each piece can be read as
   * a {@link part} and says what it says here.
   */
  lines(): readonly string[];
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
    lines: () => readLines(source, env),
    part: (part) => lazyInline(part, env),
  };
}

export function readyInline(spans: readonly Span[]): Inline {
  const source = spans.map(({ kind, text }) => (kind === 'code' ? `\`${text}\`` : text)).join('');
  const inline: Inline = { source, spans: () => spans, lines: () => [source], part: () => inline };
  return inline;
}

/** No words. */
export const EMPTY_INLINE = readyInline([]);

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

function tokensOf(source: string, env: Env): Token[] {
  const tokens: Token[] = [];
  markdown.inline.parse(source, markdown, env, tokens);
  return tokens;
}

function readLines(source: string, env: Env): string[] {
  if (!SPECIAL.test(source)) return source.split('\n');
  const isClosed = closedTags(source);
  const lines: string[] = [];
  let start = 0;
  let marks = 0;
  let tags = 0;
  for (const token of tokensOf(source, env)) {
    marks += token.nesting;
    for (const event of token.type === 'html_inline' ? htmlTag(token.content, isClosed) : []) {
      if (event.type === 'text' || !encloses(event.name)) continue;
      tags = Math.max(0, tags + (event.type === 'open' ? 1 : -1));
    }
    const end = marks + tags === 0 ? lineFeedOf(token) : null;
    if (end === null) continue;
    lines.push(source.slice(start, end));
    start = end + 1;
  }
  lines.push(source.slice(start));
  return lines;
}

function readInline(source: string, env: Env): Span[] {
  if (!SPECIAL.test(source)) return readPlain(source);
  const writer = new SpanWriter();
  const isClosed = closedTags(source);
  for (const token of tokensOf(source, env)) write(writer, token, isClosed);
  return writer.finish();
}
