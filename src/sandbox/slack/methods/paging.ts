import { MethodFailure } from '../errors.js';
import type { SlackMessage } from '../model.js';
import { parseTs } from '../timestamps.js';

const CURSOR_PREFIX = 'next_ts:';

/** Bounds in microseconds, as `oldest` and `latest` give them. */
export type Window = {
  readonly oldest?: number | undefined;
  readonly latest?: number | undefined;
  /** Whether a message exactly on a bound belongs. */
  readonly inclusive?: boolean | undefined;
};

export type Page = { readonly messages: readonly SlackMessage[]; readonly nextCursor: string };

export function within(message: SlackMessage, { oldest, latest, inclusive = false }: Window): boolean {
  const at = parseTs(message.ts) ?? 0;
  if (oldest !== undefined && (inclusive ? at < oldest : at <= oldest)) return false;
  return latest === undefined || (inclusive ? at <= latest : at < latest);
}

/**
 * One page of `messages`, which are already in the order of reading. A cursor names the message that the
 * next page starts with; it stays good when that message has gone.
 * @param direction whether `ts` grows or falls along `messages`
 * @throws MethodFailure `invalid_cursor`
 */
export function pageOf(
  messages: readonly SlackMessage[],
  { cursor, limit, direction }: { cursor?: string | undefined; limit: number; direction: 'up' | 'down' },
): Page {
  const rest =
    cursor === undefined || cursor === '' ? messages : after(messages, readCursor(cursor), direction);
  const next = rest[limit];
  return { messages: rest.slice(0, limit), nextCursor: next === undefined ? '' : writeCursor(next.ts) };
}

function after(messages: readonly SlackMessage[], from: number, direction: 'up' | 'down') {
  return messages.filter(({ ts }) => {
    const at = parseTs(ts) ?? 0;
    return direction === 'up' ? at >= from : at <= from;
  });
}

function writeCursor(ts: string): string {
  return Buffer.from(`${CURSOR_PREFIX}${ts}`).toString('base64');
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  const micros = text.startsWith(CURSOR_PREFIX) ? parseTs(text.slice(CURSOR_PREFIX.length)) : undefined;
  if (micros === undefined) throw new MethodFailure('invalid_cursor');
  return micros;
}
