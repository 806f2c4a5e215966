import type { Block } from '../blocks.js';
import { BOLD, marked, oneLine, type Span } from '../spans.js';
import type { Pointer } from '../types.js';
import { askSpans } from './ask.js';
import { drawChoices } from './budget.js';
import { cut } from './cut.js';
import { shortened } from './shortened.js';
import { drawUnit, drawWithin, type Frame, pointersIn, type Unit } from './unit.js';
import { unitsOf } from './units.js';

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

/** Where the ask stands: on the first line, under nothing. */
const ASK_UNIT: Unit = {
  gap: '\n\n',
  prefix: '',
  hang: '',
  spans: [],
  heading: false,
  choice: null,
  pointers: [],
  shortened: false,
};

interface DrawnAsk {
  readonly text: string;
  /** The room it is given: its length, or all that it may have when it had to be cut. */
  readonly room: number;
  readonly changed: boolean;
}

function drawAsk(spans: readonly Span[], room: number): DrawnAsk {
  const line = marked(oneLine(spans), BOLD);
  const short = shortened(line);
  const cost = (piece: readonly Span[]) => drawUnit(ASK_UNIT, piece).length;
  const text = drawWithin({ ...ASK_UNIT, spans: short }, room);
  if (text !== null) {
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
  let isFirst = true;
  for (const unit of unitsOf(blocks, frame)) {
    const text = drawWithin(unit, maxChars - page.text.length);
    if (text === null || unit.shortened) return null;
    page.add(frame.ask && isFirst ? '\n\n' : unit.gap, text, unit.pointers);
    if (page.changed || page.text.length > maxChars) return null;
    isFirst = false;
  }
  return page.changed || page.text.length > maxChars ? null : page;
}

/** A unit as it is shown. */
interface Shown {
  readonly unit: Unit;
  readonly gap: string;
  readonly text: string;
  readonly pointers: readonly Pointer[];
}

const isQuoted = (unit: Unit) => unit.prefix.startsWith('>');

/** Puts a digest together when not all of it fits, or when the closing line is due. */
class Composer {
  readonly page = new Page();
  readonly #frame: Frame;
  #room: number;
  #spent = false;
  #first = true;
  /** Headings that there is room for, until something of their section is shown. */
  #waiting: Shown[] = [];
  /** Whether something was left out since the last that was shown. */
  #leftOut = false;
  /** Whether the last that was shown stands in a quote. */
  #quoted = false;

  constructor(frame: Frame, room: number) {
    this.#frame = frame;
    this.#room = room;
  }

  compose(blocks: readonly Block[]): void {
    const { ask, choices } = this.#frame;
    if (ask) {
      const drawn = drawAsk(askSpans(ask), this.#roomForAsk());
      this.page.add('', drawn.text);
      this.#room -= drawn.room;
    }
    const reserved = choices.length > 0 ? drawChoices(choices, this.#frame, this.#room) : null;
    this.#room -= reserved?.cost ?? 0;
    let placed = 0;
    for (const unit of unitsOf(blocks, this.#frame)) {
      if (reserved && unit.choice === 'item') {
        const line = reserved.lines[placed];
        if (line) this.#show({ ...line, unit, gap: this.#gapBefore(unit, line.begins) });
        placed++;
        this.#spent ||= reserved.cut;
        this.#first = false;
      } else if (!this.#spent) {
        this.#take(unit);
      } else {
        this.#leftOut = true;
      }
      if (this.#spent && placed >= (reserved?.lines.length ?? 0)) break;
    }
    if (!this.#spent || this.page.text === '') this.#showWaiting();
  }

  /** Where what led to a list was left out, a blank line tells that the list is not about what stands above it. */
  #gapBefore(unit: Unit, begins: boolean): string {
    if (this.#first) return '\n\n';
    if (!begins || !this.#leftOut) return unit.gap;
    return this.#quoted && isQuoted(unit) ? '\n> \n' : '\n\n';
  }

  #showWaiting(): void {
    for (const { gap, text, pointers } of this.#waiting) this.page.add(gap, text, pointers);
    this.#waiting = [];
  }

  #show(shown: Shown): void {
    this.#showWaiting();
    this.page.add(shown.gap, shown.text, shown.pointers);
    this.#leftOut = false;
    this.#quoted = isQuoted(shown.unit);
  }

  /** From here on only the choices are shown. */
  #spend(): void {
    this.#spent = true;
    this.#leftOut = true;
    if (this.page.text !== '') this.#waiting = [];
  }

  /** What the choices do not need, and no less than half of the room. */
  #roomForAsk(): number {
    const { choices } = this.#frame;
    if (choices.length === 0) return this.#room;
    const wanted = drawChoices(choices, this.#frame, Number.POSITIVE_INFINITY).cost;
    return Math.max(Math.floor(this.#room / 2), this.#room - wanted);
  }

  /** Shows a unit, or as much of it as there is room for, which is then spent. */
  #take(unit: Unit): void {
    const gap = this.#frame.ask && this.#first ? '\n\n' : unit.gap;
    const price = this.page.text === '' && this.#waiting.length === 0 ? 0 : gap.length;
    const text = drawWithin(unit, this.#room - price);
    if (text !== null) {
      const shown = { unit, gap, text, pointers: unit.pointers };
      if (unit.heading) this.#waiting.push(shown);
      else this.#show(shown);
      this.#room -= price + text.length;
    } else {
      const must = this.#first && !this.#frame.ask;
      const cost = (piece: readonly Span[]) => drawUnit(unit, piece).length;
      const piece = unit.heading && !must ? null : cut(unit.spans, this.#room - price, cost, must);
      if (piece) this.#show({ unit, gap, text: drawUnit(unit, piece), pointers: pointersIn(unit, piece) });
      this.#spend();
    }
    this.#first = false;
  }
}

/**
 * Puts a digest together (design, "The digest in detail"): the ask, then the blocks in order until the
 * room is spent, then the closing line. The ask, the choices and the closing line have their room first;
 * what is nested under a choice waits its turn. What is shown is always a first part of what more room
 * would show.
 */
export function compose(blocks: readonly Block[], frame: Frame, maxChars: number, closing: string): Composed {
  const whole = composeWhole(blocks, frame, maxChars);
  if (whole) return whole;
  const composer = new Composer(frame, maxChars - closing.length - 2);
  composer.compose(blocks);
  composer.page.add('\n\n', closing);
  return composer.page;
}
