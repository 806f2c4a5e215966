import { LIMITS } from '#blocks/limits.js';
import { blockCheck, type Surface } from './block-table.js';
import { blockTextLength } from './block-text.js';
import { arrayOf, both, type Check } from './checks.js';
import { uniqueIds } from './unique-ids.js';
import { viewCheck } from './view.js';
import { walk } from './walk.js';

export type { Surface } from './block-table.js';

/** Deeper than any block or view that Slack takes; keeps everything after it from overflowing the stack. */
const MAX_DEPTH = 40;

function problemsOf(check: Check, value: unknown, at: string): string[] {
  for (const { depth } of walk(value)) {
    if (depth > MAX_DEPTH) return [`nested too deeply [json-pointer:${at}]`];
  }
  const problems: string[] = [];
  check(value, at, (problem, where) => problems.push(`${problem} [json-pointer:${where}]`));
  return problems;
}

/** What is wrong with the blocks one by one: Slack answers `invalid_blocks`. */
export function blockProblems(blocks: unknown, surface: Surface): string[] {
  const max = surface === 'message' ? LIMITS.message.blocks : LIMITS.view.blocks;
  const all = arrayOf(blockCheck(surface), { min: 0, max });
  return problemsOf(both(all, uniqueIds), blocks, '/blocks');
}

/** Whether a message's blocks together hold more text than Slack takes: `msg_blocks_too_long`. */
export function blocksTooLong(blocks: unknown): boolean {
  return blockTextLength(blocks) > LIMITS.message.blockText;
}

/** Whether a view's JSON is larger than Slack takes: `view_too_large`. Only for views without other problems. */
export function viewTooLarge(view: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(view) ?? '') > LIMITS.view.bytes;
}

/**
 * Everything Slack would refuse about these blocks, in the words Slack uses, each ending in the place:
 * `must be less than 3001 characters [json-pointer:/blocks/0/text/text]`. Empty when they are good.
 * Takes any value and never throws.
 */
export function validateBlocks(blocks: unknown, surface: Surface): string[] {
  const problems = blockProblems(blocks, surface);
  if (problems.length === 0 && surface === 'message' && blocksTooLong(blocks)) {
    return [
      `msg_blocks_too_long: more than ${LIMITS.message.blockText} characters of text [json-pointer:/blocks]`,
    ];
  }
  return problems;
}

/** What is wrong with a view apart from its size: Slack answers `invalid_arguments`. */
export function viewProblems(view: unknown): string[] {
  return problemsOf(viewCheck, view, '/view');
}

/** Everything Slack would refuse about a whole modal or home; places start with `/view`. Never throws. */
export function validateView(view: unknown): string[] {
  const problems = viewProblems(view);
  if (problems.length === 0 && viewTooLarge(view)) {
    return [`view_too_large: more than ${LIMITS.view.bytes} bytes [json-pointer:/view]`];
  }
  return problems;
}
