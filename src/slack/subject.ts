import { z } from 'zod';
import { readIncoming } from './incoming.js';

/** Who did something, and where: what every check before acting looks at. `author` is a member id. */
export type Subject = {
  channel: string | undefined;
  threadTs: string | undefined;
  author: string | undefined;
  byBot: boolean;
};

const interaction = z.looseObject({
  type: z.literal('block_actions'),
  user: z.looseObject({ id: z.string() }),
  channel: z.looseObject({ id: z.string() }).optional(),
  message: z.looseObject({ ts: z.string(), thread_ts: z.string().optional() }).optional(),
});

/**
 * The subject of a message event or of a press on a control. A press is always a person's, and it is in the thread of the
 * message it is on; in a modal it is in none.
 *
 * @returns undefined for anything else
 */
export function subjectOf({ payload, body }: { payload: unknown; body: unknown }): Subject | undefined {
  const press = interaction.safeParse(body);
  if (press.success) {
    const { user, channel, message } = press.data;
    return {
      channel: channel?.id,
      threadTs: message?.thread_ts ?? message?.ts,
      author: user.id,
      byBot: false,
    };
  }
  return readIncoming(payload);
}
