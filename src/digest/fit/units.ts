import type { Block, Item } from '../blocks.js';
import { lineCount } from '../blocks.js';
import { boxSign, bullet, DEEPEST_INDENT, HANG, STEP, splitLines } from '../draw/layout.js';
import { drawLine } from '../draw/line.js';
import { BOLD, ITALIC, marked, oneLine, plain, type Span, slice, textSpan, trim } from '../spans.js';
import type { Pointer, PointerKind } from '../types.js';
import type { Ask } from './ask.js';
import type { List } from './choices.js';
import { shortened } from './shortened.js';

/** What a digest is made of: a paragraph, a heading, a pointer, or one line of a list. */
export interface Unit {
  /** What parts it from the unit before it. */
  readonly gap: '\n' | '\n\n' | '\n> \n';
  /** Stands before its first line. */
  readonly prefix: string;
  /** Stands before its other lines. */
  readonly hang: string;
  readonly spans: readonly Span[];
  /** `item`: a numbered line of the choices; `detail`: what is nested under one. */
  readonly choice: 'item' | 'detail' | null;
  /** Pointers in it stand for something that is not shown. */
  readonly pointers: readonly Pointer[];
  /** Something of the author's was shortened, so that the closing line is due. */
  readonly shortened: boolean;
}

/** What shapes the units besides the blocks. */
export interface Frame {
  readonly ask: Ask | null;
  readonly choices: List | null;
  /** Whether the choices stand in a quote. */
  readonly quoted: boolean;
}

interface Place extends Frame {
  readonly quote: string;
  readonly indent: number;
  readonly bullets: number;
  readonly choice: Unit['choice'];
}

const QUOTE = '> ';

const UNITS: Readonly<Record<PointerKind, string>> = { code: 'lines', table: 'rows', 'stack trace': 'lines' };

function pointerSpan({ kind, count }: Pointer): Span {
  return textSpan(`⟨${kind}: ${count} ${UNITS[kind]}⟩`, ITALIC);
}

/** The pointer that a digest shows for a block; `null` for blocks of words. */
function pointerFor(block: Block): Pointer | null {
  switch (block.type) {
    case 'code':
      return { kind: 'code', count: lineCount(block.text) };
    case 'table':
      return { kind: 'table', count: block.rows.length };
    case 'panel':
      return { kind: 'table', count: block.rows };
    case 'trace':
      return { kind: 'stack trace', count: block.lines };
    default:
      return null;
  }
}

/** Draws a unit's spans, or a piece of them. */
export function drawUnit(unit: Unit, spans: readonly Span[]): string {
  const lines = splitLines(spans).map(drawLine);
  const full = lines.filter((line) => line !== '');
  if (full.length === 0) return unit.prefix.trimEnd();
  return full.map((line, at) => (at === 0 ? unit.prefix : unit.hang) + line).join('\n');
}

/** The unit drawn whole, or `null` when it takes more than `room`; a long one is not drawn to find out. */
export function drawWithin(unit: Unit, room: number): string | null {
  let least = 0;
  for (const span of unit.spans) {
    least += span.text.trim().length;
    if (least > room) return null;
  }
  const text = drawUnit(unit, unit.spans);
  return text.length <= room ? text : null;
}

/** The words of a block without the sentence that went to the top. */
function wordsOf(block: Extract<Block, { type: 'paragraph' | 'heading' }>, ask: Ask | null): readonly Span[] {
  const spans = block.inline.spans();
  if (ask?.block !== block) return spans;
  const before = slice(spans, 0, ask.start);
  const after = slice(spans, ask.end, Number.POSITIVE_INFINITY);
  const left = trim(before);
  const right = trim(after);
  if (left.length === 0 || right.length === 0) return [...left, ...right];
  const around = [...slice(before, plain(left).length, Number.POSITIVE_INFINITY), ...after].filter(
    (span, at, all) => span.kind === 'break' && plain(all.slice(0, at)).trim() === '',
  );
  return [...left, around[0] ?? textSpan(' '), ...right];
}

function unit(place: Place, gap: boolean, spans: readonly Span[], more: Partial<Unit> = {}): Unit {
  const short = shortened(spans);
  const prefix = `${place.quote}${' '.repeat(place.indent)}`;
  return {
    ...{
      gap: gap ? '\n\n' : '\n',
      prefix,
      hang: prefix,
      spans: short,
      choice: place.choice,
      pointers: [],
      heading: false,
    },
    shortened: short.some((span, at) => span !== spans[at]),
    ...more,
  };
}

function hasWords(spans: readonly Span[]): boolean {
  return spans.some((span) => span.text.trim() !== '' || span.link?.picture);
}

/** The units of the choices alone. */
export function unitsOfChoices(list: List, frame: Frame): Unit[] {
  return [
    ...units([list], { ...frame, quote: frame.quoted ? QUOTE : '', indent: 0, bullets: 0, choice: null }),
  ];
}

/** The units of the blocks, in order, made one by one so that what is not shown is never read. */
export function* unitsOf(blocks: readonly Block[], frame: Frame): Generator<Unit> {
  yield* units(blocks, { ...frame, quote: '', indent: 0, bullets: 0, choice: null });
}

function* units(blocks: readonly Block[], place: Place): Generator<Unit> {
  let gap = false;
  for (const block of blocks) {
    gap ||= block.gap;
    for (const made of unitsOfBlock(block, place, gap)) {
      yield made;
      gap = false;
    }
  }
}

function* unitsOfBlock(block: Block, place: Place, gap: boolean): Generator<Unit> {
  const pointer = pointerFor(block);
  if (pointer) {
    yield unit(place, gap, [pointerSpan(pointer)], { pointers: [pointer] });
    return;
  }
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const spans = wordsOf(block, place.ask);
      if (!hasWords(spans)) return;
      yield unit(place, gap, block.type === 'heading' ? marked(spans, BOLD) : spans);
      return;
    }
    case 'quote': {
      let first = true;
      for (const made of units(block.blocks, { ...place, quote: QUOTE })) {
        if (first) yield { ...made, gap: gap ? '\n\n' : '\n' };
        else yield made.gap === '\n\n' ? { ...made, gap: '\n> \n' } : made;
        first = false;
      }
      return;
    }
    case 'list':
      yield* numbered(block, place, gap);
  }
}

function* numbered(list: List, place: Place, gap: boolean): Generator<Unit> {
  const isChoices = list === place.choices;
  for (const [at, item] of list.items.entries()) {
    const marker = item.box ? `${at + 1}. ${boxSign(item.box)}` : `${at + 1}.`;
    const inner: Place = { ...place, choice: isChoices ? 'detail' : place.choice };
    yield* itemUnits(item, marker, inner, isChoices ? 'item' : place.choice, gap && at === 0);
  }
}

/** An item: its own blocks on one line, nested lists as bullets below, in order. */
function* itemUnits(
  item: Item,
  marker: string,
  place: Place,
  choice: Unit['choice'],
  gap: boolean,
): Generator<Unit> {
  const indent = `${place.quote}${' '.repeat(place.indent)}`;
  let prefix = `${indent}${marker} `;
  const hang = `${indent}${' '.repeat(Math.max(HANG, marker.length + 1))}`;
  let line: Span[] = [];
  let pointers: Pointer[] = [];
  let first = true;
  const take = function* (): Generator<Unit> {
    if (!first && line.length === 0) return;
    yield unit(place, gap && first, line, { prefix, hang, pointers, choice: first ? choice : place.choice });
    prefix = hang;
    line = [];
    pointers = [];
    first = false;
  };
  for (const block of item.blocks) {
    if (block.type === 'list') {
      yield* take();
      const deeper = Math.min(place.indent + STEP, DEEPEST_INDENT);
      for (const inner of block.items) {
        const sign = inner.box ? boxSign(inner.box) : bullet(place.bullets);
        const nested = { ...place, indent: deeper, bullets: place.bullets + 1 };
        yield* itemUnits(inner, sign, nested, place.choice, false);
      }
      continue;
    }
    const { spans, found } = flat(block);
    if (!hasWords(spans)) continue;
    if (line.length > 0) line.push(textSpan(' '));
    for (const span of spans) line.push(span);
    for (const pointer of found) pointers.push(pointer);
  }
  yield* take();
}

/** A block of an item, on one line. */
function flat(block: Block): { spans: Span[]; found: Pointer[] } {
  const pointer = pointerFor(block);
  if (pointer) return { spans: [pointerSpan(pointer)], found: [pointer] };
  switch (block.type) {
    case 'paragraph':
      return { spans: oneLine(block.inline.spans()), found: [] };
    case 'heading':
      return { spans: marked(oneLine(block.inline.spans()), BOLD), found: [] };
    case 'quote':
      return flatAll(block.blocks);
    case 'list':
      return flatAll(block.items.flatMap((item) => item.blocks));
    default:
      return { spans: [], found: [] };
  }
}

function flatAll(blocks: readonly Block[]): { spans: Span[]; found: Pointer[] } {
  const spans: Span[] = [];
  const found: Pointer[] = [];
  for (const block of blocks) {
    const inner = flat(block);
    if (spans.length > 0 && inner.spans.length > 0) spans.push(textSpan(' '));
    for (const span of inner.spans) spans.push(span);
    for (const pointer of inner.found) found.push(pointer);
  }
  return { spans, found };
}
