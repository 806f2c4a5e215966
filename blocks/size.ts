import type { KnownBlock } from '@slack/types';

/** What Slack adds to each block: a `block_id` of its own making. */
const GENERATED_ID_CHARS = 24;

/**
 * How large Slack may find a message's blocks, in UTF-16 units. Slack refuses a message by its rendered text and by what
 * holds it, and says neither the sum nor the limit (`msg_blocks_too_long`; about 100 units a block were measured by
 * others). The blocks' JSON is the most that can be counted: text, values, addresses and structure.
 */
export function messageSize(blocks: readonly KnownBlock[]): number {
  return JSON.stringify(blocks).length + GENERATED_ID_CHARS * blocks.length;
}
