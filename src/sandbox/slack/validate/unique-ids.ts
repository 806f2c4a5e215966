import { type Check, isRecord } from './checks.js';

/** `block_id` unique among the blocks, `action_id` unique within each block. */
export const uniqueIds: Check = (blocks, at, report) => {
  if (!Array.isArray(blocks)) return;
  reportRepeated(
    'block_id',
    blocks.map((block, index) => ({ owner: block, at: `${at}/${index}` })),
    report,
  );
  for (const [index, block] of blocks.entries()) {
    if (!isRecord(block) || !Array.isArray(block.elements)) continue;
    reportRepeated(
      'action_id',
      block.elements.map((owner, place) => ({ owner, at: `${at}/${index}/elements/${place}` })),
      report,
    );
  }
};

function reportRepeated(
  name: 'block_id' | 'action_id',
  owners: readonly { owner: unknown; at: string }[],
  report: (problem: string, at: string) => void,
): void {
  const seen = new Set<string>();
  for (const { owner, at } of owners) {
    const id = isRecord(owner) ? owner[name] : undefined;
    if (typeof id !== 'string') continue;
    if (seen.has(id)) report(`${name} must be unique`, `${at}/${name}`);
    seen.add(id);
  }
}
