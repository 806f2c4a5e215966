import { z } from 'zod';
import type { ChannelEvent } from '../channels/event.js';

/** A time as the database keeps it, as ISO 8601. */
const time = z.iso.datetime({ offset: true });

const waitingSchema = z.object({
  workItem: z.string(),
  since: time,
  tries: z.number().int(),
  /** A code or a reason, never a text that somebody wrote; null before anything went wrong. */
  error: z.string().nullable(),
});

/** What is first in a queue and holds it up, if anything. */
export type Waiting = z.output<typeof waitingSchema>;

export const overviewSchema = z.object({
  /** Work items with a thread. */
  threads: z.number().int(),
  /** Questions in Slack that still take an answer. */
  openQuestions: z.number().int(),
  posts: z.object({
    waiting: z.number().int(),
    failed: z.number().int(),
    oldest: waitingSchema.optional(),
  }),
  replies: z.object({
    waiting: z.number().int(),
    /** Of all that are kept: answers that reached no session, and those of which nobody knows. */
    undeliverable: z.number().int(),
    unknown: z.number().int(),
    oldest: waitingSchema.optional(),
  }),
  /**
   * When something of ours was last posted, and when Slack last sent an event from the channel. Slack sends our own posts
   * too: when it does not, the app is not subscribed to the events of that kind of channel, which no call can ask.
   */
  lastPostAt: time.optional(),
  lastEventAt: time.optional(),
  /** How far each source was heard. */
  sources: z.array(z.object({ name: z.string(), position: z.string(), heardAt: time })),
});

/** The conversations in numbers. */
export type Overview = z.output<typeof overviewSchema>;

export const threadSchema = z.object({
  workItem: z.string(),
  channel: z.string(),
  threadTs: z.string(),
  openedAt: time,
  lastTrafficAt: time,
  openQuestions: z.number().int(),
});

/** A work item's thread. */
export type ThreadLine = z.output<typeof threadSchema>;

export const postSchema = z.object({
  id: z.string(),
  workItem: z.string(),
  event: z.string(),
  state: z.enum(['pending', 'posting', 'failed']),
  since: time,
  nextTryAt: time.nullable(),
  tries: z.number().int(),
  error: z.string().nullable(),
});

/** Something that is not in Slack yet. */
export type PostLine = z.output<typeof postSchema>;

export const replySchema = z.object({
  workItem: z.string(),
  member: z.string(),
  kind: z.enum(['reply', 'tap']),
  at: time,
  /** Where it stands on the ticket, and in the session. */
  mirror: z.enum(['pending', 'posting', 'blocked', 'mirrored', 'skipped', 'failed']),
  mirrorUrl: z.string().nullable(),
  mirrorError: z.string().nullable(),
  delivery: z.enum(['pending', 'sending', 'delivered', 'undeliverable', 'unknown']),
  deliveryError: z.string().nullable(),
});

/** An accepted answer and how far it came. */
export type ReplyLine = z.output<typeof replySchema>;

/**
 * What became of a change to one post. `posting`: a worker has it just now. `dropped`: it was given up
 * before. `ambiguous`: the id's beginning fits several.
 */
export const changedSchema = z.enum([
  'done',
  'no-such-post',
  'posted-already',
  'posting',
  'dropped',
  'ambiguous',
]);

export type Changed = z.output<typeof changedSchema>;

export const toldSchema = z.object({
  /** The channels that took the event into their keeping. */
  channels: z.array(z.string()),
});

export type Told = z.output<typeof toldSchema>;

/** What an operator's commands do with the app's state, wherever its database is open. No text of anybody's comes out. */
export type Operator = {
  overview(): Promise<Overview>;
  /** Newest traffic first. */
  threads(): Promise<ThreadLine[]>;
  /** Everything that is not in Slack yet, oldest first; 500 at most. */
  posts(): Promise<PostLine[]>;
  /** Makes a waiting or failed post due now. @param id whole, or its beginning */
  retry(id: string): Promise<Changed>;
  /** Gives a waiting or failed post up: it is never posted, and its source is not heard again. */
  drop(id: string): Promise<Changed>;
  /** Newest first; 200 at most. @param workItem a ref in its canonical form; all without */
  replies(workItem: string | undefined): Promise<ReplyLine[]>;
  /** Hands an event to every channel that is subscribed to it. */
  tell(event: ChannelEvent): Promise<Told>;
};
