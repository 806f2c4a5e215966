import { isRecord } from './checks.js';
import { walk } from './walk.js';

/** Characters of text in all blocks together: everything called `text` that is a string, wherever it stands. */
export function blockTextLength(blocks: unknown): number {
  let length = 0;
  for (const { value } of walk(blocks)) {
    if (isRecord(value) && typeof value.text === 'string') length += value.text.length;
  }
  return length;
}
