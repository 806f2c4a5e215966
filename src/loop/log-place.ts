import { createHash } from 'node:crypto';

/** A place in the log: the byte offset after the last line dealt with, and a hash of the bytes before it. */
export type LogPlace = { offset: number; print: string };

/** The first byte of a log, whichever log it is. */
export const LOG_START: LogPlace = { offset: 0, print: '' };

const POSITION = /^(\d{1,15}):([0-9a-f]{32})?$/;

/** The place after `offset` bytes, the last of which are `before`. */
export function placeAt(offset: number, before: Buffer): LogPlace {
  if (offset === 0) return LOG_START;
  return { offset, print: createHash('sha256').update(before).digest('hex').slice(0, 32) };
}

/** A place as a cursor's position text. */
export function placeText({ offset, print }: LogPlace): string {
  return `${offset}:${print}`;
}

/** A position text as a place; undefined for text that is none. */
export function parsePlace(text: string): LogPlace | undefined {
  const match = POSITION.exec(text);
  if (match === null) return undefined;
  const offset = Number(match[1]);
  const print = match[2] ?? '';
  return (offset === 0) === (print === '') ? { offset, print } : undefined;
}
