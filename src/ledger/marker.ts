import { LedgerError } from './errors.js';

/** What both of the-loop's readers look for before anything else: a comment that carries it is never input. */
export const AGENT_MARKER = '<!-- the-loop:agent-comment -->';

/** The line of a marked comment that a person sees (contracts/the-loop.md, "The ticket"). */
export const VISIBLE_LINE = '🤖 _the-loop, autonomous comment_';

/** The Slack message that a mirror comment was made from. */
export type MirroredMessage = { readonly channel: string; readonly ts: string };

const CHANNEL = /^[CDG][A-Z0-9]{1,30}$/;
const TS = /^[0-9]{1,16}\.[0-9]{1,9}$/;
const HIDDEN_ID = /<!-- the-loop-slack:([CDG][A-Z0-9]{1,30}):([0-9]{1,16}\.[0-9]{1,9}) -->/g;

/**
 * The hidden id of a mirror comment, `<!-- the-loop-slack:C…:ts -->`: after a crash the ticket is searched for it,
 * so an answer is mirrored once.
 *
 * @throws LedgerError `bad-message-id` when either part is not what Slack hands out, since both end in an HTML comment.
 */
export function hiddenId(message: MirroredMessage): string {
  if (!CHANNEL.test(message.channel)) {
    throw new LedgerError('bad-message-id', 'a Slack channel id is C, D or G and then capitals and digits');
  }
  if (!TS.test(message.ts)) {
    throw new LedgerError('bad-message-id', 'a Slack message ts is digits, a point and digits');
  }
  return `<!-- the-loop-slack:${message.channel}:${message.ts} -->`;
}

/** Every hidden id in a comment's body, in order. One of ours has exactly one. */
export function findHiddenIds(body: string): MirroredMessage[] {
  return Array.from(body.matchAll(HIDDEN_ID), ([, channel = '', ts = '']) => ({ channel, ts }));
}

/** True when the body carries the-loop's marker: it was written by the-loop or by us, and nobody acts on it. */
export function isMarked(body: string): boolean {
  return body.includes(AGENT_MARKER);
}
