import type { Block, Item } from '../blocks.js';
import { EMPTY_INLINE, type Inline } from '../inline.js';
import type { Node } from './nodes.js';
import { pairShapes } from './pairs.js';

/** How deep shapes may nest before they are passed over; their words stay. */
const DEEPEST_SHAPE = 8;

interface Cell {
  readonly header: boolean;
  readonly blocks: readonly Block[];
}

interface Row {
  readonly head: boolean;
  readonly cells: readonly Cell[];
}

/** A shape that is open, and what it has gathered. */
interface Frame {
  readonly name: string;
  readonly end: number;
  readonly blocks: Block[];
  readonly rows: Row[];
  readonly cells: Cell[];
  readonly items: Block[][];
  /** What stands in a list before its first item. */
  readonly lead: Block[];
  /** The first number of an ordered list. */
  readonly start: number;
}

function frame(name: string, end: number, start = 1): Frame {
  return { name, end, blocks: [], rows: [], cells: [], items: [], lead: [], start };
}

/** `push(...from)` puts every element on the call stack, which a long comment would overflow. */
function append<T>(to: T[], from: readonly T[]): void {
  for (const element of from) to.push(element);
}

function blocksOf(rows: readonly Row[]): Block[] {
  return rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks));
}

/** The words of a cell when it holds nothing else. */
function cellInline(cell: Cell): Inline | null {
  const [only, more] = cell.blocks;
  if (!only) return EMPTY_INLINE;
  return !more && only.type === 'paragraph' ? only.inline : null;
}

function table(rows: readonly Row[], stray: readonly Block[]): Block {
  const isHead = (row: Row) => row.head || (row.cells.length > 0 && row.cells.every((cell) => cell.header));
  const head = rows[0] && isHead(rows[0]) ? rows[0] : null;
  const body = rows.filter((row) => row !== head);
  const count = body.filter((row) => !isHead(row)).length;
  const inlines = rows.map((row) => row.cells.map(cellInline));
  if (stray.length === 0 && inlines.every((row) => row.every((cell) => cell !== null))) {
    const words = inlines.map((row) => row.filter((cell) => cell !== null));
    return {
      ...{ type: 'table', gap: true, aligns: [] },
      ...(head ? { head: words[0] ?? [], rows: words.slice(1) } : { head: [], rows: words }),
    };
  }
  const blocks = [...stray, ...blocksOf(rows)];
  return { type: 'panel', gap: true, rows: count, blocks };
}

function list(shape: Frame): Block {
  const ordered = shape.name === 'ol';
  const items = shape.items.map(
    (blocks, at): Item => ({
      marker: ordered ? `${shape.start + at}.` : '-',
      number: ordered ? `${shape.start + at}.` : null,
      box: null,
      blocks,
    }),
  );
  return { type: 'list', gap: true, items };
}

/** Puts what stands in a list, but in no item, to the item before it, or before the list. */
function settleStray(shape: Frame): void {
  append(shape.items.at(-1) ?? shape.lead, shape.blocks);
  shape.blocks.length = 0;
}

function asHeading(block: Block): Block {
  return block.type === 'paragraph' ? { ...block, type: 'heading' } : block;
}

/** Hands what a finished shape has gathered to the one around it. */
function close(shape: Frame, parent: Frame): void {
  switch (shape.name) {
    case 'td':
    case 'th':
      if (parent.name === 'tr') parent.cells.push({ header: shape.name === 'th', blocks: shape.blocks });
      else append(parent.blocks, shape.blocks);
      return;
    case 'tr':
      append(parent.blocks, shape.blocks);
      if (parent.name === 'table' || parent.name === 'thead') {
        parent.rows.push({ head: parent.name === 'thead', cells: shape.cells });
      } else {
        append(
          parent.blocks,
          shape.cells.flatMap((cell) => cell.blocks),
        );
      }
      return;
    case 'thead':
      append(parent.blocks, shape.blocks);
      if (parent.name === 'table') append(parent.rows, shape.rows);
      else append(parent.blocks, blocksOf(shape.rows));
      return;
    case 'table':
      parent.blocks.push(table(shape.rows, shape.blocks));
      return;
    case 'li':
      if (parent.name === 'ul' || parent.name === 'ol') {
        settleStray(parent);
        parent.items.push(shape.blocks);
      } else append(parent.blocks, shape.blocks);
      return;
    case 'ul':
    case 'ol':
      settleStray(shape);
      append(parent.blocks, shape.lead);
      if (shape.items.length > 0) parent.blocks.push(list(shape));
      return;
    case 'blockquote':
      if (shape.blocks.length > 0) parent.blocks.push({ type: 'quote', gap: true, blocks: shape.blocks });
      return;
    default:
      append(parent.blocks, shape.blocks.map(asHeading));
  }
}

/** Puts the blocks between paired tags into tables, lists, quotes and headings. */
export function fold(nodes: readonly Node[], mayNest: boolean): Block[] {
  const pairs = mayNest ? pairShapes(nodes) : new Map<number, number>();
  const root = frame('', -1);
  const stack = [root];
  const top = () => stack.at(-1) ?? root;
  for (const [at, node] of nodes.entries()) {
    while (stack.length > 1 && top().end === at) {
      const shape = stack.pop();
      if (shape) close(shape, top());
    }
    if (node.type === 'block') {
      top().blocks.push(node.block);
    } else if (node.type === 'open') {
      const end = pairs.get(at);
      if (end !== undefined && stack.length <= DEEPEST_SHAPE) stack.push(frame(node.name, end, node.start));
    }
  }
  return root.blocks;
}
