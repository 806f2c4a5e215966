import type { Block, Item } from '../blocks.js';
import { BOLD, marked, type Span } from '../spans.js';
import { tableLines } from './table.js';

/** A line of the drawing: its prefix stands outside the words. */
export type Line =
  | { readonly kind: 'words'; readonly prefix: string; readonly spans: readonly Span[] }
  /** Several lines at once when there is no prefix. */
  | { readonly kind: 'code'; readonly prefix: string; readonly text: string }
  | { readonly kind: 'fence' | 'blank'; readonly prefix: string };

/** Nested lists are indented this far a level, and no further than `DEEPEST_INDENT` in all. */
export const STEP = 4;
export const DEEPEST_INDENT = 32;
/** Where the second line of an item stands, past the item's own indent. */
export const HANG = 3;

const BULLETS = ['•', '◦', '▪'];

/** The bullet of a list that stands inside `depth` other bulleted lists. */
export function bullet(depth: number): string {
  return BULLETS[Math.min(depth, BULLETS.length - 1)] ?? '•';
}

const BOXES = { open: '☐', done: '☑' } as const;

/** The sign of a task box. */
export function boxSign(box: 'open' | 'done'): string {
  return BOXES[box];
}

/** Where a block stands. */
interface Place {
  /** `> ` inside a quote. Slack knows one level only, and only at the start of a line. */
  readonly quote: string;
  readonly indent: number;
  readonly bullets: number;
  /** Inside an item, where no blank lines are left. */
  readonly tight: boolean;
}

function markerOf(item: Item, bullets: number): string {
  if (!item.box) return item.number ?? bullet(bullets);
  return item.number ? `${item.number} ${boxSign(item.box)}` : boxSign(item.box);
}

/** The spans between breaks. */
export function splitLines(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    if (span.kind === 'break') lines.push([]);
    else lines.at(-1)?.push(span);
  }
  return lines;
}

function isBlankSpan(span: Span): boolean {
  return span.link?.picture ? span.link.url === null && span.text.trim() === '' : span.text.trim() === '';
}

class Layout {
  readonly #emit: (line: Line) => void;
  /** The prefix of the line before; `null` before the first. */
  #last: string | null = null;
  #gap = false;
  #marker: string | null = null;

  constructor(emit: (line: Line) => void) {
    this.#emit = emit;
  }

  blocks(blocks: readonly Block[], place: Place): void {
    for (const block of blocks) {
      this.#gap ||= block.gap && !place.tight;
      this.#block(block, place);
    }
  }

  #block(block: Block, place: Place): void {
    switch (block.type) {
      case 'paragraph':
      case 'trace':
        this.#words(block.inline.spans(), place);
        return;
      case 'heading':
        this.#words(marked(block.inline.spans(), BOLD), place);
        return;
      case 'code':
        this.#fenced(block.text.endsWith('\n') ? block.text.slice(0, -1) : block.text, place);
        return;
      case 'table':
        this.#fenced(tableLines(block).join('\n'), place);
        return;
      case 'quote':
        this.blocks(block.blocks, { ...place, quote: '> ' });
        return;
      case 'panel':
        this.blocks(block.blocks, place);
        return;
      case 'list':
        this.#list(block.items, place);
    }
  }

  #words(spans: readonly Span[], place: Place): void {
    if (spans.every(isBlankSpan)) return;
    for (const line of splitLines(spans))
      this.#add({ kind: 'words', prefix: this.#prefix(place), spans: line });
  }

  #fenced(code: string, place: Place): void {
    this.#flushMarker(place);
    const prefix = place.quote;
    this.#add({ kind: 'fence', prefix });
    for (const text of prefix === '' ? [code] : code.split('\n')) {
      if (code !== '') this.#add({ kind: 'code', prefix, text });
    }
    this.#add({ kind: 'fence', prefix });
  }

  #list(items: readonly Item[], place: Place): void {
    this.#flushMarker(place);
    for (const item of items) {
      const marker = markerOf(item, place.bullets);
      const hang = Math.max(HANG, item.number ? item.number.length + 1 : 0);
      this.#marker = `${place.quote}${' '.repeat(place.indent)}${marker} `;
      const bullets = place.bullets + (item.number ? 0 : 1);
      for (const block of item.blocks) {
        const indent = block.type === 'list' ? place.indent + STEP : place.indent + hang;
        this.#block(block, { ...place, indent: Math.min(indent, DEEPEST_INDENT), bullets, tight: true });
      }
      this.#flushMarker(place);
    }
  }

  #prefix(place: Place): string {
    const prefix = this.#marker ?? `${place.quote}${' '.repeat(place.indent)}`;
    this.#marker = null;
    return prefix.startsWith(place.quote) ? prefix : place.quote + prefix;
  }

  /** A marker whose item does not begin with words gets a line of its own. */
  #flushMarker(place: Place): void {
    if (this.#marker !== null) this.#add({ kind: 'words', prefix: this.#prefix(place), spans: [] });
  }

  #add(line: Line): void {
    if (this.#gap && this.#last !== null) {
      const quoted = this.#last.startsWith('>') && line.prefix.startsWith('>');
      this.#emit({ kind: 'blank', prefix: quoted ? '> ' : '' });
    }
    this.#gap = false;
    this.#last = line.prefix;
    this.#emit(line);
  }
}

/** Lays blocks out, and hands the lines to `emit` in order. */
export function layout(blocks: readonly Block[], emit: (line: Line) => void): void {
  const page = new Layout(emit);
  page.blocks(blocks, { quote: '', indent: 0, bullets: 0, tight: false });
}
