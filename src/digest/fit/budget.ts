import type { Span } from '../spans.js';
import type { Pointer } from '../types.js';
import { cut } from './cut.js';
import { drawUnit, type Frame, type Unit, unitsOf } from './units.js';

/** An item is cut no shorter than this; rather, the last ones are counted instead of shown. */
const SHORTEST_ITEM = 24;

/** The choices, drawn in the room that was reserved for them. */
export interface Reserved {
  readonly text: string;
  /** What they take of the budget, with the blank line before them. */
  readonly cost: number;
  readonly pointers: readonly Pointer[];
  /** Whether something of them was cut or left out. */
  readonly cut: boolean;
  placed: boolean;
}

const GAP = 2;

function more(count: number): string {
  return `… ${count} more in the full text`;
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

function drawItem(unit: Unit, width: number): string {
  const whole = drawUnit(unit, unit.spans);
  if (whole.length <= width) return whole;
  const cost = (piece: readonly Span[]) => drawUnit(unit, piece).length;
  const piece = cut(unit.spans, width, cost, true);
  return piece ? drawUnit(unit, piece) : unit.prefix.trimEnd();
}

/**
 * Draws the choices in `room` characters: whole; else without what is nested; else each item cut to a
 * fair width; else as many as can have `SHORTEST_ITEM` characters, and how many more there are.
 */
export function drawChoices(frame: Frame, room: number): Reserved | null {
  if (!frame.choices) return null;
  const units = [...unitsOf([frame.choices], frame)];
  const items = units.filter((unit) => unit.choice === 'item');
  const make = (lines: readonly string[], cost: number, of: readonly Unit[], isCut: boolean): Reserved => {
    const pointers = isCut ? [] : of.flatMap((unit) => unit.pointers);
    return { text: lines.join('\n'), cost, pointers, cut: isCut, placed: false };
  };
  const whole = units.map((unit) => drawUnit(unit, unit.spans));
  const size = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, GAP - 1);
  if (size(whole) <= room) return make(whole, size(whole), units, false);
  const lines = items.map((unit) => drawUnit(unit, unit.spans));
  if (size(lines) <= room) return { ...make(lines, size(lines), items, false), cut: true };
  const space = room - GAP - (items.length - 1);
  const width = fairWidth(
    lines.map((line) => line.length),
    space,
  );
  if (width >= SHORTEST_ITEM) {
    return make(
      items.map((unit) => drawItem(unit, width)),
      room,
      items,
      true,
    );
  }
  const short = items.map((unit) => drawItem(unit, SHORTEST_ITEM));
  let shown = short.length - 1;
  while (shown > 0 && size([...short.slice(0, shown), more(short.length - shown)]) > room) shown--;
  return make([...short.slice(0, shown), more(short.length - shown)], room, items, true);
}
