import type { Block, Item } from '../blocks.js';
import { BOLD, words } from '../spans.js';
import type { Choice } from '../types.js';
import type { Ask } from './ask.js';
import { numberOf } from './counted.js';

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

/** The last list before; what parts the numbers of a list that counts on may stand behind its last one too. */
function behindProse({ row, at }: Position): List | null {
  let isProse = true;
  for (let back = at - 1; back >= 0; back--) {
    const block = row[back];
    if (block?.type === 'list') return isProse || block.counted ? block : null;
    if (block?.type === 'heading') return null;
    isProse &&= block?.type === 'paragraph';
  }
  return null;
}

/** The first list, unless a heading stands before it: what is under that is another matter. */
function firstList(blocks: readonly Block[]): List | 'heading' | null {
  for (const block of blocks) {
    if (block.type === 'list') return block;
    if (block.type === 'heading') return 'heading';
    const inner = block.type === 'quote' ? firstList(block.blocks) : null;
    if (inner) return inner;
  }
  return null;
}

function next(positions: readonly Position[]): List | null {
  for (const { row, at } of positions) {
    const found = firstList(row.slice(at + 1));
    if (found) return found === 'heading' ? null : found;
  }
  return null;
}

/** The list nearest to the ask: right behind it, else before it with only prose between, else next. */
function nearestList(blocks: readonly Block[], ask: Ask): List | null {
  const positions = positionsOf(ask.block, blocks);
  for (const position of positions) {
    const list = rightBehind(position);
    if (list) return list;
    if (!position.ends) break;
  }
  for (const position of positions) {
    const list = behindProse(position);
    if (list) return list;
  }
  return next(positions);
}

/** How a paragraph begins that names an option: `A) Postgres`, `Option 2: Postgres`. */
const OPTION = /^\s*(?:option\s+)?\(?(?:\p{L}|\d{1,3})[.):]\s/iu;

/** Whether the block names what the list behind it tells more of. */
function isTitle(block: Block | undefined): boolean {
  if (block?.type !== 'paragraph') return block?.type === 'heading';
  const first = block.inline.spans().find(({ text }) => text.trim() !== '');
  if (first?.kind !== 'text') return false;
  return (first.marks & BOLD) !== 0 || OPTION.test(first.text);
}

/** Whether the list at `at` tells of one thing of several that each have a list: their pros and cons, for one. */
function isDetail({ row, at }: Position, ask: Ask): boolean {
  const title = row[at - 1];
  if (!title || title === ask.block || !isTitle(title)) return false;
  return row.some((block, place) => {
    const other = row[place - 1];
    return (
      place !== at &&
      block.type === 'list' &&
      other?.type === title.type &&
      other !== ask.block &&
      isTitle(other)
    );
  });
}

/** The lists that count on with `list`, itself among them; of bullets under numbers, those numbers. */
function seriesOf(list: List, row: readonly Block[]): List[] {
  const { counted } = list;
  if (!counted) return [list];
  return row.filter(
    (block): block is List =>
      block.type === 'list' && block.counted?.role === 'part' && block.counted.series === counted.series,
  );
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

/**
 * The list that answers a question, when it offers a choice (design, "Choices"); in parts when something stands between
 * its numbers. None when nothing is offered.
 */
export function choiceLists(blocks: readonly Block[], ask: Ask | null): readonly List[] {
  if (!ask?.question) return [];
  const nearest = nearestList(blocks, ask);
  const [position] = nearest ? positionsOf(nearest, blocks) : [];
  if (!nearest || !position || isDetail(position, ask)) return [];
  const lists = seriesOf(nearest, position.row);
  const items = lists.flatMap((list) => list.items);
  if (items.length < FEWEST || items.length > MOST) return [];
  if (items.some((item) => item.box === 'done')) return [];
  return items.every((item) => labelOf(item) !== '') ? lists : [];
}

/** Whether the lists stand in a quote. */
export function isQuoted([list]: readonly List[], blocks: readonly Block[]): boolean {
  return list !== undefined && positionsOf(list, blocks).length > 1;
}

/**
 * The numbers a member answers with. A digest counts from 1; a text that stands whole shows the author's own numbers,
 * which then count, if each is one that can be answered with and no two are alike.
 */
function numbersOf(items: readonly Item[], digested: boolean): number[] {
  const counted = items.map((_, at) => at + 1);
  if (digested) return counted;
  const shown = items.map((item) => numberOf(item)?.value ?? 0);
  const isUsable = new Set(shown).size === shown.length && shown.every((n) => n >= 1 && n <= MOST);
  return isUsable ? shown : counted;
}

/** @param digested whether the lists are drawn as a digest draws them, or as the author wrote them */
export function choicesOf(lists: readonly List[], digested: boolean): Choice[] {
  const items = lists.flatMap((list) => list.items);
  const numbers = numbersOf(items, digested);
  return items.map((item, at) => ({
    number: numbers[at] ?? at + 1,
    label: labelOf(item),
    marker: item.marker,
  }));
}
