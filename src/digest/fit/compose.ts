import type { Block } from '../blocks.js';
import { BOLD, marked, oneLine, type Span } from '../spans.js';
import type { Pointer } from '../types.js';
import { askSpans } from './ask.js';
import { drawChoices, type Reserved } from './budget.js';
import { cut } from './cut.js';
import { withShortPaths } from './paths.js';
import { drawUnit, type Frame, type Unit, unitsOf } from './units.js';

/** A digest as it is being put together. */
class Page {
  text = '';
  readonly pointers: Pointer[] = [];
  /** Whether something of the author's is not there as written. */
  changed = false;

  add(gap: string, text: string, pointers: readonly Pointer[] = []): void {
    this.text += this.text === '' ? text : gap + text;
    for (const pointer of pointers) this.pointers.push(pointer);
    if (pointers.length > 0) this.changed = true;
  }
}

export interface Composed {
  readonly text: string;
  readonly pointers: Pointer[];
}

const ASK_UNIT: Unit = {
  ...{ gap: '\n\n', prefix: '', hang: '', spans: [], choice: null, pointers: [], shortened: false },
};

interface DrawnAsk {
  readonly text: string;
  /** The room it is given: its length, or all that it may have when it had to be cut. */
  readonly room: number;
  readonly changed: boolean;
}

function drawAsk(spans: readonly Span[], room: number): DrawnAsk {
  const line = marked(oneLine(spans), BOLD);
  const short = withShortPaths(line);
  const cost = (piece: readonly Span[]) => drawUnit(ASK_UNIT, piece).length;
  const text = drawUnit(ASK_UNIT, short);
  if (text.length <= room) {
    return { text, room: text.length, changed: short.some((span, at) => span !== line[at]) };
  }
  const piece = cut(short, room, cost, true);
  return { text: piece ? drawUnit(ASK_UNIT, piece) : '', room, changed: true };
}

/** Everything, with no closing line: `null` when it does not fit or when the closing line is due. */
function composeWhole(blocks: readonly Block[], frame: Frame, maxChars: number): Composed | null {
  const page = new Page();
  if (frame.ask) {
    const ask = drawAsk(askSpans(frame.ask), maxChars);
    page.add('', ask.text);
    page.changed = ask.changed;
  }
  for (const unit of unitsOf(blocks, frame)) {
    page.add(
      frame.ask && !page.text.includes('\n') ? '\n\n' : unit.gap,
      drawUnit(unit, unit.spans),
      unit.pointers,
    );
    if (page.changed || unit.shortened || page.text.length > maxChars) return null;
  }
  return page.changed || page.text.length > maxChars ? null : page;
}

/**
 * Puts a digest together (design, "The digest in detail"): the ask, then the blocks in order until the
 * room is spent, then the closing line. The ask, the choices and the closing line have their room first.
 * What is shown is always a first part of what more room would show.
 */
export function compose(blocks: readonly Block[], frame: Frame, maxChars: number, closing: string): Composed {
  const whole = composeWhole(blocks, frame, maxChars);
  if (whole) return whole;
  const page = new Page();
  let room = maxChars - closing.length - 2;
  if (frame.ask) {
    const ask = drawAsk(askSpans(frame.ask), frame.choices ? Math.floor(room / 2) : room);
    page.add('', ask.text);
    room -= ask.room;
  }
  const reserved: Reserved | null = frame.choices ? drawChoices(frame, room) : null;
  if (reserved) room -= reserved.cost;
  let spent = false;
  let isFirst = true;
  for (const unit of unitsOf(blocks, frame)) {
    if (unit.choice && reserved) {
      if (!reserved.placed) page.add('\n\n', reserved.text, reserved.pointers);
      reserved.placed = true;
      if (reserved.cut) spent = true;
      continue;
    }
    if (spent) {
      if (!reserved || reserved.placed) break;
      continue;
    }
    const gap = frame.ask && isFirst ? '\n\n' : unit.gap;
    const price = page.text === '' ? 0 : gap.length;
    const text = drawUnit(unit, unit.spans);
    if (price + text.length <= room) {
      page.add(gap, text, unit.pointers);
      room -= price + text.length;
    } else {
      spent = true;
      const must = isFirst && !frame.ask;
      const cost = (piece: readonly Span[]) => drawUnit(unit, piece).length;
      const piece = unit.pointers.length > 0 ? null : cut(unit.spans, room - price, cost, must);
      if (piece) page.add(gap, drawUnit(unit, piece));
    }
    isFirst = false;
  }
  page.add('\n\n', closing);
  return page;
}
