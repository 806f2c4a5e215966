import type { Block } from '../blocks.js';
import { lineCount } from '../blocks.js';
import { splitLines } from '../draw/layout.js';
import { drawLine } from '../draw/line.js';
import { ITALIC, type Span } from '../spans.js';
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
  /** Shown only over something of its section. */
  readonly heading: boolean;
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
  /** In parts when something stands between its numbers; none when nothing is offered. */
  readonly choices: readonly List[];
  /** Whether the choices stand in a quote. */
  readonly quoted: boolean;
}

/** Where a unit stands. */
export interface Place extends Frame {
  readonly quote: string;
  readonly indent: number;
  readonly bullets: number;
  readonly choice: Unit['choice'];
}

const UNITS: Readonly<Record<PointerKind, string>> = { code: 'lines', table: 'rows', 'stack trace': 'lines' };

export function pointerSpan({ kind, count }: Pointer): Span {
  return { kind: 'pointer', text: `⟨${kind}: ${count} ${UNITS[kind]}⟩`, marks: ITALIC, link: null };
}

/** The pointer that a digest shows for a block; `null` for blocks of words. */
export function pointerFor(block: Block): Pointer | null {
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

/** The pointers that a piece of a unit still shows. */
export function pointersIn(unit: Unit, piece: readonly Span[]): readonly Pointer[] {
  return unit.pointers.slice(0, piece.filter((span) => span.kind === 'pointer').length);
}

/** The unit drawn whole, or `null` when it takes more than `room`; a long one is not drawn to find out. */
export function drawWithin(unit: Unit, room: number): string | null {
  let least = 0;
  for (const span of unit.spans) {
    if (!span.link) least += span.text.trim().length;
    if (least > room) return null;
  }
  const text = drawUnit(unit, unit.spans);
  return text.length <= room ? text : null;
}

/** A unit at its place, with paths and link targets shortened. */
export function makeUnit(place: Place, gap: boolean, spans: readonly Span[], more: Partial<Unit> = {}): Unit {
  const short = shortened(spans);
  const prefix = `${place.quote}${' '.repeat(place.indent)}`;
  return {
    gap: gap ? '\n\n' : '\n',
    prefix,
    hang: prefix,
    spans: short,
    heading: false,
    choice: place.choice,
    pointers: [],
    shortened: short.some((span, at) => span !== spans[at]),
    ...more,
  };
}

/** Whether there is anything to show. */
export function hasWords(spans: readonly Span[]): boolean {
  return spans.some((span) => span.text.trim() !== '' || span.link?.picture);
}
