import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { wholeDocument } from './document.js';

type SchemaNode = z.core.JSONSchema.BaseSchema;

/** A part of a JSON Schema; `true` and `false` take everything and nothing. */
export type SchemaPart = SchemaNode | boolean;

/** `docs/config/schema.json` of the package; the same from `src/config` and from `dist/config`. */
export const SCHEMA_FILE = fileURLToPath(new URL('../../docs/config/schema.json', import.meta.url));

/** The JSON Schema of our file, made from the zod schema that checks it. */
export function configSchema(): SchemaNode {
  return {
    ...z.toJSONSchema(wholeDocument, { io: 'input' }),
    title: 'the-loop-slack',
    description:
      'The configuration of the-loop on Slack. Keys that are not listed belong to the-loop and are left alone.',
  };
}

/** The text of `docs/config/schema.json`. */
export function configSchemaText(): string {
  return `${JSON.stringify(configSchema(), null, 2)}\n`;
}

/** The named keys under a part of the schema; undefined where it is no map of ours. */
export function keysOf(node: SchemaPart): Record<string, SchemaPart> | undefined {
  if (typeof node === 'boolean') return undefined;
  return node.properties ?? node.anyOf?.map(keysOf).find((keys) => keys !== undefined);
}
