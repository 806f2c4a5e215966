import type { KnownBlock } from '@slack/types';

/** What Slack adds to each block: a `block_id` of its own making. */
const GENERATED_ID_CHARS = 24;

/**
 * How large Slack may find a message's blocks, in UTF-16 units. Slack refuses a message by its rendered text and by what
 * holds it, and tells neither the sum nor the limit (`msg_blocks_too_long`): slackapi/bolt-js issue 2509 saw 13,297
 * characters pass without structure and fewer with it, and issue 2867 11,341 refused in many small objects. The blocks'
 * JSON is the most that can be counted: text, values, addresses and structure.
 */
export function messageSize(blocks: readonly KnownBlock[]): number {
  return JSON.stringify(blocks).length + GENERATED_ID_CHARS * blocks.length;
}
