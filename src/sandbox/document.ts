import { z } from 'zod';

/** The channel of the sandbox when the user's file names none. */
const CHANNEL = 'C0SANDBOX';

/** In every sandbox: one who may answer unless the settings say otherwise, and one who may not. */
const MEMBERS = ['U0ALICE', 'U0MALLORY'];

const slackSection = z.looseObject({
  channel: z.unknown().optional(),
  authorizedUsers: z.array(z.unknown()).optional(),
});

const document = z.looseObject({
  channels: z.looseObject({ slack: slackSection.optional() }).optional(),
  state: z.looseObject({}).optional(),
});

const DEFAULT = { channels: { slack: { enabled: true, authorizedUsers: ['U0ALICE'] } } };

/**
 * The app's configuration in the sandbox: the user's own, or one in which U0ALICE may answer. Only what would leave the
 * sandbox is replaced: the state root, and an unset channel. A file of another shape passes as it is, so that the app
 * itself says what is wrong with it.
 */
export function sandboxDocument(
  own: unknown,
  stateRoot: string,
): { document: unknown; channel: string; members: string[] } {
  const parsed = document.safeParse(own ?? DEFAULT);
  if (!parsed.success) return { document: own, channel: CHANNEL, members: MEMBERS };
  const slack = parsed.data.channels?.slack;
  const named =
    typeof slack?.channel === 'string' && /^[CGD][A-Z0-9]{2,}$/.test(slack.channel) ? slack.channel : CHANNEL;
  const listed = (slack?.authorizedUsers ?? []).filter(
    (id): id is string => typeof id === 'string' && /^[UW][A-Z0-9]{2,}$/.test(id),
  );
  const withChannel = slack && !slack.channel ? { ...slack, channel: CHANNEL } : slack;
  return {
    channel: named,
    members: [...new Set([...listed, ...MEMBERS])],
    document: {
      ...parsed.data,
      state: { ...parsed.data.state, root: stateRoot },
      ...(withChannel ? { channels: { ...parsed.data.channels, slack: withChannel } } : {}),
    },
  };
}
