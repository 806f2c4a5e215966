import { z } from 'zod';
import { LIMITS } from '#blocks/limits.js';
import { withGeneratedIds } from '../blocks/generated-ids.js';
import { failureWithMessages, MethodFailure } from '../errors.js';
import type { JsonObject } from '../model.js';
import { blockProblems, blocksTooLong } from '../validate/index.js';

const objects = z.array(z.record(z.string(), z.unknown()));

/** The arguments that say what a message shows, unchecked. */
export type ContentArgs = { readonly text?: string | undefined; readonly blocks?: unknown };

export type Content = { readonly text: string; readonly blocks?: readonly JsonObject[] };

/**
 * What a message shows, checked against Slack's limits, each block with its ids.
 * @throws MethodFailure `no_text`, `msg_too_long`, `invalid_blocks_format`, `invalid_blocks`, `msg_blocks_too_long`
 */
export function checkedContent({ text = '', blocks }: ContentArgs): Content {
  if (text.length > LIMITS.message.text) throw new MethodFailure('msg_too_long');
  if (blocks === undefined || blocks === null || blocks === '') return textAlone(text);
  const parsed = objects.safeParse(blocks);
  if (!parsed.success) throw new MethodFailure('invalid_blocks_format');
  const problems = blockProblems(parsed.data, 'message');
  if (problems.length > 0) throw failureWithMessages('invalid_blocks', problems);
  if (blocksTooLong(parsed.data)) throw new MethodFailure('msg_blocks_too_long');
  if (parsed.data.length === 0) return textAlone(text);
  return { text, blocks: withGeneratedIds(parsed.data) };
}

function textAlone(text: string): Content {
  if (text.trim() === '') throw new MethodFailure('no_text');
  return { text };
}
