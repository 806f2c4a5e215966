import type { Block, Item } from '../blocks.js';
import { boxSign, bullet, DEEPEST_INDENT, HANG, STEP } from '../draw/layout.js';
import { BOLD, marked, oneLine, type Span, textSpan } from '../spans.js';
import type { Pointer } from '../types.js';
import type { List } from './choices.js';
import { hasWords, makeUnit, type Place, pointerFor, pointerSpan, type Unit } from './unit.js';

/** The units of a list: a numbered line an item, and what is nested below it. */
export function* numbered(list: List, place: Place, gap: boolean): Generator<Unit> {
  if (list.counted?.role === 'under') {
    yield* bulleted(list.items, place, gap);
    return;
  }
  const isChoices = place.choices.includes(list);
  const from = list.counted?.from ?? 0;
  for (const [at, item] of list.items.entries()) {
    const number = `${from + at + 1}.`;
    const marker = item.box ? `${number} ${boxSign(item.box)}` : number;
    const inner: Place = { ...place, choice: isChoices ? 'detail' : place.choice };
    yield* itemUnits(item, marker, inner, isChoices ? 'item' : place.choice, gap && at === 0);
  }
}

/** The units of a list that belongs to an item: a bullet an item, further in. */
function* bulleted(items: readonly Item[], place: Place, gap: boolean): Generator<Unit> {
  const indent = Math.min(place.indent + STEP, DEEPEST_INDENT);
  for (const [at, item] of items.entries()) {
    const sign = item.box ? boxSign(item.box) : bullet(place.bullets);
    const nested = { ...place, indent, bullets: place.bullets + 1 };
    yield* itemUnits(item, sign, nested, place.choice, gap && at === 0);
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
    // A bullet says nothing by itself; a number is kept, so that those behind it stay the author's.
    if (line.length === 0 && (!first || place.indent > 0)) return;
    yield makeUnit(place, gap && first, line, {
      prefix,
      hang,
      pointers,
      choice: first ? choice : place.choice,
    });
    prefix = hang;
    line = [];
    pointers = [];
    first = false;
  };
  for (const block of item.blocks) {
    if (block.type === 'list') {
      yield* take();
      yield* bulleted(block.items, place, false);
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
