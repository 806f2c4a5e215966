import type { JsonObject } from '../model.js';

/** One interactive element on a surface, with the block that holds it. */
export type Control = { readonly block: JsonObject; readonly element: JsonObject };

const NOT_INTERACTIVE = new Set(['image', 'mrkdwn', 'plain_text']);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of a block that a person can act on: in an actions row, beside a section, in an input. */
export function controlsOf(blocks: readonly JsonObject[]): readonly Control[] {
  return blocks.flatMap((block) => elementsOf(block).map((element) => ({ block, element })));
}

function elementsOf(block: JsonObject): readonly JsonObject[] {
  const candidates =
    block.type === 'actions' && Array.isArray(block.elements)
      ? block.elements
      : [block.type === 'input' ? block.element : block.accessory];
  return candidates
    .filter(isObject)
    .filter((element) => typeof element.type === 'string' && !NOT_INTERACTIVE.has(element.type));
}
