import type { Block } from '../blocks.js';
import { joinCounted } from './counted.js';
import { foldLetters } from './letters.js';
import { splitTraces } from './traces.js';

/** One look at the blocks of a container; it keeps every word and its order. */
type Pass = (blocks: readonly Block[]) => Block[];

/** What a digest sees in a text that CommonMark does not, in the order in which it is looked for. */
const PASSES: readonly (readonly [name: string, pass: Pass])[] = [
  ['stack traces', splitTraces],
  ['lettered lists', foldLetters],
  ['lists that count on', joinCounted],
];

/** Runs the passes over the blocks of every container. */
export function refine(blocks: readonly Block[]): Block[] {
  let refined = [...blocks];
  for (const [, pass] of PASSES) refined = pass(refined);
  return refined.map((block) => {
    if (block.type === 'quote' || block.type === 'panel') return { ...block, blocks: refine(block.blocks) };
    if (block.type !== 'list') return block;
    return { ...block, items: block.items.map((item) => ({ ...item, blocks: refine(item.blocks) })) };
  });
}
