import type { Block, Item } from '../blocks.js';

/** Lists of one delimiter that count on from one to the next. */
interface Run {
  /** Where its lists stand, and how many items stand before each in the run. */
  readonly parts: { readonly at: number; readonly from: number }[];
  /** The number that the next part would begin with. */
  next: number;
  items: number;
}

/** The number and the delimiter that a reader sees before an item; `null` for bullets and letters. */
export function numberOf(item: Item | undefined): { value: number; delimiter: string } | null {
  const [, digits, delimiter] = /^(\d+)([.)])$/.exec(item?.number ?? '') ?? [];
  return digits && delimiter ? { value: Number(digits), delimiter } : null;
}

function isBullets(block: Block | undefined): boolean {
  return block?.type === 'list' && block.items[0]?.number === null;
}

/** The runs of two or more lists in a container. A heading ends those before it. */
function runsOf(blocks: readonly Block[]): Run[] {
  const runs: Run[] = [];
  const latest = new Map<string, Run>();
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'heading') latest.clear();
    const first = block.type === 'list' ? numberOf(block.items[0]) : null;
    if (block.type !== 'list' || !first) continue;
    let run = latest.get(first.delimiter);
    if (!run || first.value === 1 || first.value !== run.next) {
      run = { parts: [], next: first.value, items: 0 };
      latest.set(first.delimiter, run);
      runs.push(run);
    }
    run.parts.push({ at, from: run.items });
    run.next += block.items.length;
    run.items += block.items.length;
  }
  return runs.filter((run) => run.parts.length > 1);
}

/** The bullets that belong to items of a run: all between its parts, and those right behind the last, if that is its habit. */
function* bulletsUnder(blocks: readonly Block[], { parts }: Run): Generator<number> {
  const first = parts[0]?.at ?? 0;
  const last = parts.at(-1)?.at ?? 0;
  for (let at = first + 1; at < last; at++) if (isBullets(blocks[at])) yield at;
  const habit = parts.some(({ at }) => at !== last && isBullets(blocks[at + 1]));
  if (habit && isBullets(blocks[last + 1])) yield last + 1;
}

/** Pass: lists with something between them, but whose numbers go on, are told to be one. */
export function joinCounted(blocks: readonly Block[]): Block[] {
  const out = [...blocks];
  for (const run of runsOf(blocks)) {
    const series = Symbol('series');
    for (const { at, from } of run.parts) {
      const list = out[at];
      if (list?.type === 'list') out[at] = { ...list, counted: { role: 'part', series, from } };
    }
    for (const at of bulletsUnder(blocks, run)) {
      const list = out[at];
      if (list?.type === 'list') out[at] = { ...list, counted: { role: 'under', series } };
    }
  }
  return out;
}
