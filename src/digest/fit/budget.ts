import type { Span } from '../spans.js';
import type { Pointer } from '../types.js';
import type { List } from './choices.js';
import { cut } from './cut.js';
import { drawUnit, drawWithin, type Frame, pointersIn, type Unit } from './unit.js';
import { unitsOfChoices } from './units.js';

/** An item is cut no shorter than this; rather, the last ones are counted instead of shown. */
const SHORTEST_ITEM = 24;

/** The drawn line of an item, and the pointers that stand in it. */
interface ChoiceLine {
  readonly text: string;
  readonly pointers: readonly Pointer[];
  /** Whether it begins a list, so that room is reserved for a blank line before it. */
  readonly begins: boolean;
}

/** The lines of the choices, drawn in the room that was reserved for them. */
export interface Reserved {
  /** One line an item; fewer, and a last one that counts the rest, when not all can be shown. */
  readonly lines: readonly ChoiceLine[];
  /** What they take of the budget, with a blank line before each list. */
  readonly cost: number;
  /** Whether something of them was cut or left out. */
  readonly cut: boolean;
}

/** A blank line before an item, within a quote or not. */
const gapBefore = (frame: Frame) => (frame.quoted ? '\n> \n'.length : '\n\n'.length);

function more(count: number, begins: boolean): ChoiceLine {
  return { text: `… ${count} more in the full text`, pointers: [], begins };
}

/** The widest line that lets all lines fit: short ones leave their room to long ones. */
function fairWidth(lengths: readonly number[], room: number): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  let left = room;
  for (const [at, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

interface ItemUnit {
  readonly unit: Unit;
  readonly begins: boolean;
}

function itemsOf(lists: readonly List[], frame: Frame): ItemUnit[] {
  return lists.flatMap((list) => {
    const units = unitsOfChoices(list, frame).filter((unit) => unit.choice === 'item');
    return units.map((unit, at) => ({ unit, begins: at === 0 }));
  });
}

function drawItem({ unit, begins }: ItemUnit, width: number): ChoiceLine {
  const text = drawWithin(unit, width);
  if (text !== null) return { text, pointers: unit.pointers, begins };
  const cost = (piece: readonly Span[]) => drawUnit(unit, piece).length;
  const piece = cut(unit.spans, width, cost, true);
  return piece
    ? { text: drawUnit(unit, piece), pointers: pointersIn(unit, piece), begins }
    : { text: unit.prefix.trimEnd(), pointers: [], begins };
}

/**
 * Draws the items of the choices in `room` characters, without what is nested under them: whole; else
 * each cut to a fair width; else as many as can have `SHORTEST_ITEM` characters, and how many more there
 * are.
 */
export function drawChoices(lists: readonly List[], frame: Frame, room: number): Reserved {
  const items = itemsOf(lists, frame);
  const gap = gapBefore(frame);
  const seam = (item: { readonly begins: boolean }) => (item.begins ? gap : 1);
  const size = (lines: readonly ChoiceLine[]) =>
    lines.reduce((sum, line) => sum + seam(line) + line.text.length, 0);
  const whole = items.map((item) => drawItem(item, Number.POSITIVE_INFINITY));
  if (size(whole) <= room) return { lines: whole, cost: size(whole), cut: false };
  const lengths = whole.map((line) => line.text.length);
  const width = fairWidth(lengths, room - items.reduce((sum, item) => sum + seam(item), 0));
  if (width >= SHORTEST_ITEM) {
    return { lines: items.map((item) => drawItem(item, width)), cost: room, cut: true };
  }
  const short = items.map((item) => drawItem(item, SHORTEST_ITEM));
  let shown = short.length - 1;
  while (shown > 0 && size([...short.slice(0, shown), more(short.length - shown, shown === 0)]) > room)
    shown--;
  return {
    lines: [...short.slice(0, shown), more(short.length - shown, shown === 0)],
    cost: room,
    cut: true,
  };
}
