import type { webApi } from '@slack/bolt';
import { z } from 'zod';

/** The metadata type of our messages; the payload holds the outbox row's id. */
export const METADATA_TYPE = 'the_loop_slack_outbox';

const page = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        ts: z.string(),
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

/** A message read per page; the largest that every kind of channel allows. */
const PAGE = 200;

/** Pages looked through before giving up: 400 messages, more than a channel gains while one post is in doubt. */
const PAGES = 2;

/**
 * Looks for the message of an outbox row by its metadata: in its thread when it has one, else among the channel's
 * messages since the row was written. For a post whose answer was never seen, before it is posted again.
 *
 * @returns the message's `ts`, or undefined when Slack does not have it
 * @throws what the SDK throws when Slack cannot be asked
 */
export async function findPosted(
  client: webApi.WebClient,
  token: string,
  where: { channel: string; threadTs: string | undefined; id: string; since: Date },
): Promise<string | undefined> {
  const { channel, threadTs, id } = where;
  // A minute of slack, since our database's clock and Slack's may differ.
  const oldest = String(where.since.getTime() / 1000 - 60);
  let cursor: string | undefined;
  for (let read = 0; read < PAGES; read += 1) {
    const common = {
      token,
      channel,
      oldest,
      limit: PAGE,
      include_all_metadata: true,
      ...(cursor ? { cursor } : {}),
    };
    const answer: unknown =
      threadTs === undefined
        ? await client.conversations.history(common)
        : await client.conversations.replies({ ...common, ts: threadTs });
    const { messages, response_metadata } = page.parse(answer);
    const found = messages.find(
      ({ metadata }) => metadata?.event_type === METADATA_TYPE && metadata.event_payload.id === id,
    );
    if (found) return found.ts;
    cursor = response_metadata?.next_cursor || undefined;
    if (cursor === undefined) return undefined;
  }
  return undefined;
}
