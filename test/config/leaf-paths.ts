import { configSchema, keysOf, type SchemaPart } from '../../src/config/schema.js';

/** A key of our file, as `channels.slack.read.mode`, and its part of the JSON Schema. */
export type Leaf = { path: string; part: SchemaPart };

/** Every key that has no keys under it. */
export function leaves(part: SchemaPart = configSchema(), at = ''): Leaf[] {
  return Object.entries(keysOf(part) ?? {}).flatMap(([key, below]) => {
    const path = at === '' ? key : `${at}.${key}`;
    return keysOf(below) === undefined ? [{ path, part: below }] : leaves(below, path);
  });
}
