import { expect } from '@jest/globals';
import type { KnownBlock } from '@slack/types';
import type { eventMessage, MessageParts } from '#blocks/message.js';
import { validateBlocks } from '../../src/sandbox/slack/validate/index.js';

/** A message with nothing but its context line. */
export const bare = {
  title: 'Waiting for an answer',
  workItem: { label: 'octo/app#7', url: 'https://github.com/octo/app/issues/7' },
  text: undefined,
  ask: undefined,
  hasAsk: false,
  controls: undefined,
  githubUrl: undefined,
  outcome: undefined,
  detail: undefined,
} satisfies MessageParts;

/** Choices 1 to `count`. */
export const choices = (count: number, label = 'Refuse at parse time') =>
  Array.from({ length: count }, (_, at) => ({ number: at + 1, label }));

/** Everything that Slack could count: the text, and what holds it. */
export const wireSize = (blocks: readonly KnownBlock[]) =>
  blocks.reduce((sum, block) => sum + JSON.stringify({ block_id: 'aBcDe', ...block }).length + 1, 2);

/** What must hold for every message. */
export function expectGoodMessage({ blocks, text }: ReturnType<typeof eventMessage>): void {
  expect(validateBlocks(blocks, 'message')).toEqual([]);
  expect(wireSize(blocks)).toBeLessThanOrEqual(13_000);
  expect(text.trim()).not.toBe('');
  expect(text.length).toBeLessThanOrEqual(3_900);
  expect(JSON.stringify(blocks)).not.toMatch(/\\ud[89a-f]/);
}

/** Each block's type; a row of controls by their ids. */
export const shape = (blocks: readonly KnownBlock[]) =>
  blocks.map((block) =>
    block.type === 'actions' ? block.elements.map((element) => element.action_id).join(' ') : block.type,
  );
