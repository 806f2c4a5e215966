import { z } from 'zod';

/** A Slack channel id: public and private channels, group and direct messages. */
const CHANNEL_ID = /^[CGD][A-Z0-9]{2,}$/;

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
  .refine((value) => value === '' || CHANNEL_ID.test(value), {
    error:
      'must be a channel id (C…, G… or D…), not a name; Slack shows it at the bottom of the channel’s details',
  });

/** A Slack member id, as `authorizedUsers` lists them; a display name anyone can choose is refused. */
export const memberId = z
  .string('must be a member id, such as U0123456789')
  .regex(MEMBER_ID, 'must be a member id (U… or W…), not a name; copy it from the member’s profile in Slack');

const names = z.array(z.string('must be an event name'), 'must be a list of event names');

/**
 * The shape of `channels.slack`, as written: the keys of both generations, and any key we do not own (contracts/config.md).
 * Values that fall back with a warning (an unknown verbosity) pass here and are resolved later.
 */
export const slackSection = z.looseObject(
  {
    enabled: z.boolean('must be true or false').optional(),
    botTokenEnv: variableName.optional(),
    appTokenEnv: variableName.optional(),
    channel: channelId.optional(),
    events: names.optional(),
    subscribe: names.optional(),
    verbosity: z.string('must be quiet, normal or verbose').optional(),
    maxChars: z.number('must be a whole number from 200 to 3000').optional(),
    longMessages: z.string('must be digest or truncate').optional(),
    authorizedUsers: z.array(memberId, 'must be a list of member ids').optional(),
    read: z
      .looseObject(
        {
          mode: z.string('must be socket, poll or off').optional(),
          intervalSeconds: z.number('must be a whole number of seconds, 5 or more').optional(),
        },
        'must be a map with mode and intervalSeconds',
      )
      .optional(),
    reactions: z
      .looseObject({ enabled: z.boolean('must be true or false').optional() }, 'must be a map with enabled')
      .optional(),
  },
  'must be a map of settings',
);

/** `channels.slack` as written. */
export type SlackSection = z.infer<typeof slackSection>;
