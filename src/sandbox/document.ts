import { z } from 'zod';

/** The channel of the sandbox when the user's file names none. */
const CHANNEL = 'C0SANDBOX';

const document = z.looseObject({
  channels: z
    .looseObject({ slack: z.looseObject({ channel: z.unknown().optional() }).optional() })
    .optional(),
  state: z.looseObject({}).optional(),
});

const DEFAULT = { channels: { slack: { enabled: true, authorizedUsers: ['U0ALICE'] } } };

/**
 * The app's configuration in the sandbox: the user's own, or one in which U0ALICE may answer. Only what would leave the
 * sandbox is replaced: the state root, and an unset channel. A file of another shape passes as it is, so that the app
 * itself says what is wrong with it.
 */
export function sandboxDocument(own: unknown, stateRoot: string): { document: unknown; channel: string } {
  const parsed = document.safeParse(own ?? DEFAULT);
  if (!parsed.success) return { document: own, channel: CHANNEL };
  const slack = parsed.data.channels?.slack;
  const named =
    typeof slack?.channel === 'string' && /^[CGD][A-Z0-9]{2,}$/.test(slack.channel) ? slack.channel : CHANNEL;
  const withChannel = slack && !slack.channel ? { ...slack, channel: CHANNEL } : slack;
  return {
    channel: named,
    document: {
      ...parsed.data,
      state: { ...parsed.data.state, root: stateRoot },
      ...(withChannel ? { channels: { ...parsed.data.channels, slack: withChannel } } : {}),
    },
  };
}
