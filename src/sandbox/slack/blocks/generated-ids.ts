import { shortId } from '../ids.js';
import type { JsonObject } from '../model.js';
import { isObject } from './controls.js';

/** A copy in which each block has a `block_id` and each control an `action_id`, as Slack stores them. */
export function withGeneratedIds(blocks: readonly JsonObject[]): readonly JsonObject[] {
  return blocks.map((block) => ({ block_id: shortId(), ...block, ...elementsWithIds(block) }));
}

function elementsWithIds(block: JsonObject): JsonObject {
  if (block.type === 'actions' && Array.isArray(block.elements)) {
    return { elements: block.elements.map(withActionId) };
  }
  if (block.type === 'section' && block.accessory !== undefined) {
    return { accessory: withActionId(block.accessory) };
  }
  if (block.type === 'input') return { element: withActionId(block.element) };
  return {};
}

function withActionId(element: unknown): unknown {
  if (!isObject(element) || element.type === 'image') return element;
  return { action_id: shortId(), ...element };
}
