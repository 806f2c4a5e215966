import type { JsonObject } from '../model.js';

export type ArgsResult =
  | { readonly kind: 'args'; readonly args: JsonObject; readonly token: string | undefined }
  | { readonly kind: 'invalid_json' }
  | { readonly kind: 'invalid_post_type' };

/**
 * The arguments of a Web API call, from a form or a JSON body. In a form, a field that holds a JSON array
 * or object is parsed: that is how the clients send `blocks`, `view` and `metadata`. Everything else in a
 * form stays a string. `token` is taken out, so that no one can keep it by accident.
 */
export function parseArgs(body: string, contentType: string): ArgsResult {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json') {
    const parsed = parseJson(body);
    if (!isObject(parsed)) return { kind: 'invalid_json' };
    return withoutToken(parsed);
  }
  if (type === 'application/x-www-form-urlencoded' || type === '') {
    const fields = [...new URLSearchParams(body)];
    return withoutToken(Object.fromEntries(fields.map(([key, value]) => [key, formValue(key, value)])));
  }
  return { kind: 'invalid_post_type' };
}

function withoutToken(all: JsonObject): ArgsResult {
  const { token, ...args } = all;
  return { kind: 'args', args, token: typeof token === 'string' ? token : undefined };
}

/** Fields that are text whatever they look like: a message may well read `[1, 2]`. */
const TEXT_FIELDS = new Set(['text', 'token', 'name', 'channel', 'ts', 'thread_ts', 'cursor']);

function formValue(key: string, value: string): unknown {
  if (TEXT_FIELDS.has(key) || !/^\s*[[{]/.test(value)) return value;
  const parsed = parseJson(value);
  return parsed === undefined ? value : parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
