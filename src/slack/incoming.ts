import { z } from 'zod';

const message = z.looseObject({
  ts: z.string(),
  user: z.string().optional(),
  bot_id: z.string().nullish(),
  subtype: z.string().optional(),
  thread_ts: z.string().optional(),
  text: z.string().optional(),
  files: z.array(z.looseObject({ name: z.string().nullish(), permalink: z.string().optional() })).optional(),
});

const event = message.extend({
  channel: z.string(),
  message: message.optional(),
  previous_message: message.optional(),
});

/**
 * A Slack message event, reduced to what we act on. `author` is a member id: display names are anyone's to choose.
 * - `reply`: something a person wrote in a thread
 * - `edit`, `delete`: a change of such a message; not a reply
 * - `other`: everything else, such as a message outside a thread or a join notice
 */
export type Incoming = {
  kind: 'reply' | 'edit' | 'delete' | 'other';
  channel: string;
  ts: string;
  /** Undefined outside a thread. */
  threadTs: string | undefined;
  author: string | undefined;
  byBot: boolean;
  /** Slack mrkdwn, as sent. */
  text: string;
  /** Shared along with it. */
  files: readonly { name: string; permalink: string | undefined }[];
};

/** Subtypes that are a person's reply (contracts/slack.md, "Delivery"). */
const REPLY_SUBTYPES: ReadonlySet<string | undefined> = new Set([
  undefined,
  'thread_broadcast',
  'file_share',
]);

type Message = z.infer<typeof message>;

function isBot(from: Message): boolean {
  return from.subtype === 'bot_message' || (from.bot_id !== undefined && from.bot_id !== null);
}

/**
 * Reads a message event as Slack sent it.
 *
 * @returns undefined when it does not have the shape of one
 */
export function readIncoming(payload: unknown): Incoming | undefined {
  const parsed = event.safeParse(payload);
  if (!parsed.success) return undefined;
  const { channel, subtype } = parsed.data;
  // A change wraps the message it is about; what counts is who wrote that one, and where it stands.
  const changed = subtype === 'message_changed' ? parsed.data.message : undefined;
  const deleted = subtype === 'message_deleted' ? parsed.data.previous_message : undefined;
  const about: Message = changed ?? deleted ?? parsed.data;
  const inThread = about.thread_ts !== undefined && about.thread_ts !== about.ts;
  // Slack sends a change for link previews too; without another text nobody edited anything.
  const edited = changed !== undefined && changed.text !== parsed.data.previous_message?.text;
  const reply = inThread && REPLY_SUBTYPES.has(subtype);
  return {
    kind: edited ? 'edit' : deleted ? 'delete' : reply ? 'reply' : 'other',
    channel,
    ts: about.ts,
    threadTs: inThread ? about.thread_ts : undefined,
    author: about.user,
    byBot: isBot(parsed.data) || isBot(about),
    text: about.text ?? '',
    files: (about.files ?? []).map(({ name, permalink }) => ({
      name: name ?? 'a file',
      permalink: permalink !== undefined && /^https:\/\/[^\s<>|]+$/.test(permalink) ? permalink : undefined,
    })),
  };
}
