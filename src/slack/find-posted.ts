import type { webApi } from '@slack/bolt';
import { z } from 'zod';
import { timeOfTs } from '../time/slack-ts.js';

/** The metadata type of our messages; the payload holds the outbox row's id. */
export const METADATA_TYPE = 'the_loop_slack_outbox';

const page = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        ts: z.string(),
        subtype: z.string().optional(),
        metadata: z
          .looseObject({
            event_type: z.string(),
            event_payload: z.looseObject({ id: z.string().optional() }),
          })
          .optional(),
      }),
    )
    .default([]),
  response_metadata: z.looseObject({ next_cursor: z.string().optional() }).optional(),
});

type Messages = z.infer<typeof page>['messages'];

/** Messages a page; the largest that every kind of channel allows. */
const PAGE = 200;

/** Where an outbox row's message can be. */
export type Where = {
  channel: string;
  threadTs: string | undefined;
  /** The row's. */
  id: string;
  /** The `ts` of a message in the thread that is older. Slack's own, since our clock may be wrong by hours. */
  after: string | undefined;
  /** A time that it is certainly not older than, for a message that is in no thread. */
  since: Date;
};

/**
 * `absent`: with `closed` when nothing can be posted there any more, since the thread's root was deleted; what is in the
 * thread can still be read. `unfinished`: it is not among the messages that were looked through, and there are more that it
 * may be among.
 */
export type Search =
  | { kind: 'found'; ts: string }
  | { kind: 'absent'; closed: boolean }
  | { kind: 'unfinished' };

/**
 * Looks for the message of an outbox row by its metadata: in its thread when it has one, from `after` on; else in the
 * channel, from the newest message back to `since`. For a post whose answer was never seen, before it is posted again.
 *
 * @param pages how many are looked through at most
 * @param call makes each call to Slack
 * @throws what `call` throws
 */
export async function findPosted(
  client: webApi.WebClient,
  token: string,
  where: Where,
  pages: number,
  call: (make: () => Promise<unknown>) => Promise<unknown>,
): Promise<Search> {
  const { channel, threadTs, id, after, since } = where;
  let cursor: string | undefined;
  for (let read = 0; read < pages; read += 1) {
    const common = {
      token,
      channel,
      limit: PAGE,
      include_all_metadata: true,
      ...(cursor ? { cursor } : {}),
    };
    // In a channel no `oldest` is given, for with it alone Slack begins at that end, and what is looked for is new. Nor
    // does a clock of ours that is days ahead then hide the newest page.
    const answer: unknown =
      threadTs === undefined
        ? await call(() => client.conversations.history(common))
        : await call(() =>
            client.conversations.replies({ ...common, ts: threadTs, oldest: after ?? threadTs }),
          );
    const { messages, response_metadata } = page.parse(answer);
    const found = messages.find(
      ({ metadata }) => metadata?.event_type === METADATA_TYPE && metadata.event_payload.id === id,
    );
    if (found) return { kind: 'found', ts: found.ts };
    cursor = response_metadata?.next_cursor || undefined;
    if (cursor === undefined) return { kind: 'absent', closed: isClosed(messages, threadTs) };
    if (threadTs === undefined && reachesBehind(messages, since)) return { kind: 'absent', closed: false };
  }
  return { kind: 'unfinished' };
}

/** A root that was deleted stays as a tombstone while the thread has replies. Every page of a thread brings the root. */
function isClosed(messages: Messages, threadTs: string | undefined): boolean {
  if (threadTs === undefined) return false;
  const root = messages.find(({ ts }) => ts === threadTs);
  return root === undefined || root.subtype === 'tombstone';
}

function reachesBehind(messages: Messages, since: Date): boolean {
  return messages.some(({ ts }) => {
    const at = timeOfTs(ts);
    return at !== undefined && at < since;
  });
}
