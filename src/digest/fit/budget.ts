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
}

/** The lines of the choices, drawn in the room that was reserved for them. */
export interface Reserved {
  /** One line an item; fewer, and a last one that counts the rest, when not all can be shown. */
  readonly lines: readonly ChoiceLine[];
  /** What they take of the budget, with the blank line before them. */
  readonly cost: number;
  /** Whether something of them was cut or left out. */
  readonly cut: boolean;
}

/** The blank line before the first item, within a quote or not. */
const gapBefore = (frame: Frame) => (frame.quoted ? '\n> \n'.length : '\n\n'.length);

function more(count: number): ChoiceLine {
  return { text: `… ${count} more in the full text`, pointers: [] };
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

function drawItem(unit: Unit, width: number): ChoiceLine {
  const text = drawWithin(unit, width);
  if (text !== null) return { text, pointers: unit.pointers };
  const cost = (piece: readonly Span[]) => drawUnit(unit, piece).length;
  const piece = cut(unit.spans, width, cost, true);
  return piece
    ? { text: drawUnit(unit, piece), pointers: pointersIn(unit, piece) }
    : { text: unit.prefix.trimEnd(), pointers: [] };
}

/**
 * Draws the items of the choices in `room` characters, without what is nested under them: whole; else
 * each cut to a fair width; else as many as can have `SHORTEST_ITEM` characters, and how many more there
 * are.
 */
export function drawChoices(list: List, frame: Frame, room: number): Reserved {
  const items = unitsOfChoices(list, frame).filter((unit) => unit.choice === 'item');
  const gap = gapBefore(frame);
  const size = (lines: readonly ChoiceLine[]) =>
    lines.reduce((sum, line) => sum + line.text.length + 1, gap - 1);
  const whole = items.map((unit) => drawItem(unit, Number.POSITIVE_INFINITY));
  if (size(whole) <= room) return { lines: whole, cost: size(whole), cut: false };
  const lengths = whole.map((line) => line.text.length);
  const width = fairWidth(lengths, room - gap - (items.length - 1));
  if (width >= SHORTEST_ITEM) {
    return { lines: items.map((unit) => drawItem(unit, width)), cost: room, cut: true };
  }
  const short = items.map((unit) => drawItem(unit, SHORTEST_ITEM));
  let shown = short.length - 1;
  while (shown > 0 && size([...short.slice(0, shown), more(short.length - shown)]) > room) shown--;
  return { lines: [...short.slice(0, shown), more(short.length - shown)], cost: room, cut: true };
}
