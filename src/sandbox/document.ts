import { z } from 'zod';

/** The channel of the sandbox when the user's file names none. */
const CHANNEL = 'C0SANDBOX';

/** In every sandbox: one who may answer unless the settings say otherwise, and one who may not. */
const MEMBERS = ['U0ALICE', 'U0MALLORY'];

const slackSection = z.looseObject({
  channel: z.unknown().optional(),
  authorizedUsers: z.array(z.unknown()).optional(),
});

/** What a member of the team may set about how messages are drawn. */
export type DrawingSettings = {
  /** 200 to 3000. */
  maxChars: number;
  verbosity: 'quiet' | 'normal' | 'verbose';
  longMessages: 'digest' | 'truncate';
};

const drawing = z.object({
  maxChars: z.int().min(200).max(3000).catch(1500),
  verbosity: z.enum(['quiet', 'normal', 'verbose']).catch('normal'),
  longMessages: z.enum(['digest', 'truncate']).catch('digest'),
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
): { document: unknown; channel: string; members: string[]; authorized: string[] } {
  const parsed = document.safeParse(own ?? DEFAULT);
  if (!parsed.success) return { document: own, channel: CHANNEL, members: MEMBERS, authorized: [] };
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
    authorized: listed,
    document: {
      ...parsed.data,
      state: { ...parsed.data.state, root: stateRoot },
      ...(withChannel ? { channels: { ...parsed.data.channels, slack: withChannel } } : {}),
    },
  };
}

/** How a document says that messages are drawn; what it does not say, or says wrongly, is the app's default. */
export function drawingOf(source: unknown): DrawingSettings {
  return drawing.parse(document.safeParse(source).data?.channels?.slack ?? {});
}

/** The document with other drawing settings; one of another shape stays as it is. */
export function withDrawing(source: unknown, settings: DrawingSettings): unknown {
  const parsed = document.safeParse(source);
  if (!parsed.success) return source;
  const { channels } = parsed.data;
  return { ...parsed.data, channels: { ...channels, slack: { ...channels?.slack, ...settings } } };
}
