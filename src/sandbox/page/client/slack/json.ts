import type { Json } from '../wire.js';

/** Whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value's fields; none for what has no fields. */
export function fields(value: unknown): Json {
  return isJson(value) ? value : {};
}

/** The objects of a list; none for what is no list. */
export function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** The text of a text object; `''` for none. */
export function words(value: unknown): string {
  const { text } = fields(value);
  return typeof text === 'string' ? text : '';
}
