import type { Block, Item } from '../blocks.js';
import { words } from '../spans.js';
import type { Choice } from '../types.js';
import type { Ask } from './ask.js';

const FEWEST = 2;
/** What a Slack select menu holds. */
const MOST = 100;

export type List = Extract<Block, { type: 'list' }>;

/** A block among its neighbours. */
interface Position {
  readonly row: readonly Block[];
  readonly at: number;
  /** Whether nothing stands behind the block within this row. */
  readonly ends: boolean;
}

/** Where `block` stands: its own row first, then the rows of the quotes around it. */
function positionsOf(block: Block, row: readonly Block[]): Position[] {
  for (const [at, candidate] of row.entries()) {
    if (candidate === block) return [{ row, at, ends: at === row.length - 1 }];
    const inner = candidate.type === 'quote' ? positionsOf(block, candidate.blocks) : [];
    const ends = at === row.length - 1 && inner.at(-1)?.ends === true;
    if (inner.length > 0) return [...inner, { row, at, ends }];
  }
  return [];
}

function rightBehind({ row, at }: Position): List | null {
  const next = row[at + 1];
  return next?.type === 'list' ? next : null;
}

function behindProse({ row, at }: Position): List | null {
  for (let back = at - 1; back >= 0; back--) {
    const block = row[back];
    if (block?.type === 'list') return block;
    if (block?.type !== 'paragraph') return null;
  }
  return null;
}

function firstList(blocks: readonly Block[]): List | null {
  for (const block of blocks) {
    if (block.type === 'list') return block;
    const inner = block.type === 'quote' ? firstList(block.blocks) : null;
    if (inner) return inner;
  }
  return null;
}

function next({ row, at }: Position): List | null {
  return firstList(row.slice(at + 1));
}

/** The list nearest to the ask: right behind it, else before it with only prose between, else next. */
function nearestList(blocks: readonly Block[], ask: Ask): List | null {
  const positions = positionsOf(ask.block, blocks);
  for (const position of positions) {
    const list = rightBehind(position);
    if (list) return list;
    if (!position.ends) break;
  }
  for (const look of [behindProse, next]) {
    for (const position of positions) {
      const list = look(position);
      if (list) return list;
    }
  }
  return null;
}

/** The words of an item on one line, without those of nested lists unless it has no others. */
function labelOf(item: Item): string {
  const own: string[] = [];
  const nested: string[] = [];
  const gather = (blocks: readonly Block[], into: string[]) => {
    for (const block of blocks) {
      if (block.type === 'paragraph' || block.type === 'heading') into.push(words(block.inline.spans()));
      else if (block.type === 'quote') gather(block.blocks, into);
      else if (block.type === 'list') for (const inner of block.items) gather(inner.blocks, nested);
    }
  };
  gather(item.blocks, own);
  const label = (lines: readonly string[]) => lines.filter((line) => line !== '').join(' ');
  return label(own) || label(nested);
}

/** The list that answers a question, when it offers a choice (design, "Choices"). */
export function choiceList(blocks: readonly Block[], ask: Ask | null): List | null {
  if (!ask?.question) return null;
  const list = nearestList(blocks, ask);
  if (!list || list.items.length < FEWEST || list.items.length > MOST) return null;
  if (list.items.some((item) => item.box === 'done')) return null;
  return list.items.every((item) => labelOf(item) !== '') ? list : null;
}

/** Whether `list` stands in a quote. */
export function isQuoted(list: List | null, blocks: readonly Block[]): boolean {
  return list !== null && positionsOf(list, blocks).length > 1;
}

export function choicesOf(list: List | null): Choice[] {
  return (list?.items ?? []).map((item, at) => ({
    number: at + 1,
    label: labelOf(item),
    marker: item.marker,
  }));
}
