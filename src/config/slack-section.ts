import { z } from 'zod';
import { EVENT_TYPES } from '../channels/catalog.js';

/** A Slack channel id (public and private channels, group and direct messages), or none. */
const CHANNEL_ID = /^(?:[CGD][A-Z0-9]{2,})?$/;

/** A Slack member id; `W…` in Enterprise Grid. */
const MEMBER_ID = /^[UW][A-Z0-9]{2,}$/;

/** Bot, app, user and refresh tokens all start like this. */
const LOOKS_LIKE_TOKEN = /^x(ox|app)/i;

const variableName = z
  .string('must be the name of an environment variable')
  .refine((value) => !LOOKS_LIKE_TOKEN.test(value), {
    error: 'looks like a token; put the token in an environment variable and name the variable here',
    abort: true,
  })
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'must be the name of an environment variable, such as THE_LOOP_SLACK_BOT_TOKEN',
  );

const channelId = z
  .string('must be a channel id, such as C0123456789')
  .regex(
    CHANNEL_ID,
    'must be a channel id (C…, G… or D…), not a name; Slack shows it at the bottom of the channel’s details',
  );

/** A Slack member id, as `authorizedUsers` lists them; a display name anyone can choose is refused. */
export const memberId = z
  .string('must be a member id, such as U0123456789')
  .regex(MEMBER_ID, 'must be a member id (U… or W…), not a name; copy it from the member’s profile in Slack');

/** The words of `verbosity`, `read.mode` and `longMessages`, as an editor offers them and the resolver takes them. */
export const VERBOSITIES = ['quiet', 'normal', 'verbose'] as const;
export const READ_MODES = ['socket', 'poll', 'off'] as const;
export const LONG_MESSAGES = ['digest', 'truncate'] as const;

/** What `channels.slack` says when it says nothing; the same values stand in the JSON Schema. */
export const SLACK_DEFAULTS = {
  enabled: false,
  botTokenEnv: 'THE_LOOP_SLACK_BOT_TOKEN',
  appTokenEnv: 'THE_LOOP_SLACK_APP_TOKEN',
  channel: '',
  events: ['session.awaiting_input'],
  verbosity: 'normal',
  maxChars: 1500,
  longMessages: 'digest',
  authorizedUsers: [],
  readMode: 'socket',
  intervalSeconds: 30,
  reactions: true,
} as const;

/** `maxChars`: shorter is no message, and Slack's section takes no more. */
export const MAX_CHARS = { low: 200, high: 3000 } as const;

/** `read.intervalSeconds`: Slack's rate limits below, a day above. */
export const INTERVAL_SECONDS = { low: 5, high: 86_400 } as const;

const names = z.array(z.string('must be an event name'), 'must be a list of event names');
const eventNames = { items: { type: 'string', examples: [...EVENT_TYPES.keys()] } };

/**
 * The shape of `channels.slack`, as written: the keys of both generations, and any key we do not own (contracts/config.md).
 * Values that fall back with a warning (an unknown verbosity) pass here and are resolved later. The metadata goes into the
 * JSON Schema, for editors.
 */
export const slackSection = z.looseObject(
  {
    enabled: z.boolean('must be true or false').optional().meta({
      description: 'Whether the app posts and reads at all.',
      default: SLACK_DEFAULTS.enabled,
    }),
    botTokenEnv: variableName.optional().meta({
      description: 'The environment variable that holds the bot token (xoxb-…). Never the token itself.',
      default: SLACK_DEFAULTS.botTokenEnv,
    }),
    appTokenEnv: variableName.optional().meta({
      description: 'The environment variable that holds the app-level token (xapp-…), for read.mode socket.',
      default: SLACK_DEFAULTS.appTokenEnv,
    }),
    channel: channelId.optional().meta({
      description: 'The id of the channel to post into. Empty: nothing can be posted.',
      default: SLACK_DEFAULTS.channel,
      examples: ['C0123456789'],
    }),
    events: names.optional().meta({
      description: 'The events that are posted. subscribe is the same key as the-loop 13.x names it.',
      default: SLACK_DEFAULTS.events,
      ...eventNames,
    }),
    subscribe: names.optional().meta({
      description:
        'The events that are posted, as the-loop 13.x names the key; events wins where both stand.',
      default: SLACK_DEFAULTS.events,
      ...eventNames,
    }),
    verbosity: z
      .string('must be quiet, normal or verbose')
      .optional()
      .meta({
        description: 'How much of an event a message carries.',
        enum: [...VERBOSITIES],
        default: SLACK_DEFAULTS.verbosity,
      }),
    maxChars: z.number('must be a whole number from 200 to 3000').optional().meta({
      description: 'The longest text that is shown whole, in characters, and the longest digest.',
      type: 'integer',
      minimum: MAX_CHARS.low,
      maximum: MAX_CHARS.high,
      default: SLACK_DEFAULTS.maxChars,
    }),
    longMessages: z
      .string('must be digest or truncate')
      .optional()
      .meta({
        description: 'What becomes of a text longer than maxChars.',
        enum: [...LONG_MESSAGES],
        default: SLACK_DEFAULTS.longMessages,
      }),
    authorizedUsers: z
      .array(memberId, 'must be a list of member ids')
      .optional()
      .meta({
        description:
          'The member ids of those who may answer. Empty: nobody. In the-loop 13.x: routing.authorizedUsers.',
        default: SLACK_DEFAULTS.authorizedUsers,
        examples: [['U0123456789']],
      }),
    read: z
      .looseObject(
        {
          mode: z
            .string('must be socket, poll or off')
            .optional()
            .meta({
              description:
                'How replies are read: pushed over Socket Mode, fetched every so often, or not at all.',
              enum: [...READ_MODES],
              default: SLACK_DEFAULTS.readMode,
            }),
          intervalSeconds: z.number('must be a whole number of seconds, 5 to 86400').optional().meta({
            description: 'Seconds between two looks, in mode poll.',
            type: 'integer',
            minimum: INTERVAL_SECONDS.low,
            maximum: INTERVAL_SECONDS.high,
            default: SLACK_DEFAULTS.intervalSeconds,
          }),
        },
        'must be a map with mode and intervalSeconds',
      )
      .optional(),
    reactions: z
      .looseObject(
        {
          enabled: z.boolean('must be true or false').optional().meta({
            description: 'Whether replies are marked with 👀, ✅ and ⚠️.',
            default: SLACK_DEFAULTS.reactions,
          }),
        },
        'must be a map with enabled',
      )
      .optional(),
  },
  'must be a map of settings',
);

/** `channels.slack` as written. */
export type SlackSection = z.infer<typeof slackSection>;
