import { z } from 'zod';
import { memberId, slackSection } from './slack-section.js';

const path = z.string('must be a path').min(1, 'must be a path');

const MAP = 'must be a map of settings';

/** A person who may act on work items; we read the Slack id only. A plain login, as the-loop takes too, names no member. */
const authorizedUser = z.union(
  [z.looseObject({ slack: memberId.nullish() }), z.string(), z.number()],
  'must be a login, or a map such as { slack: U0123456789 }',
);

/** What both files may say and each owns in part; keys nobody of ours owns pass (contracts/config.md). */
const shared = {
  state: z
    .looseObject(
      {
        root: path.nullish().meta({
          description: 'The folder that everything generated lives under, relative to where the app runs.',
          default: '.the-loop',
        }),
      },
      MAP,
    )
    .nullish(),
  eventLog: z
    .looseObject(
      {
        path: path.nullish().meta({
          description: 'The event log. Unset: logs/events.jsonl under state.root.',
        }),
      },
      MAP,
    )
    .nullish(),
  service: z
    .looseObject(
      {
        host: z.string('must be a host name').nullish().meta({
          description: 'Where the-loop’s service listens; THE_LOOP_URL wins.',
          default: '127.0.0.1',
        }),
        port: z
          .number('must be a port number')
          .int('must be a port number')
          .min(1, 'must be a port number')
          .max(65_535, 'must be a port number')
          .nullish()
          .meta({ description: 'Its port; THE_LOOP_URL wins.', default: 4114 }),
      },
      MAP,
    )
    .nullish(),
  routing: z
    .looseObject(
      {
        control: z
          .looseObject(
            {
              // Keywords fall back with a warning when malformed, so any value passes here.
              keywords: z
                .unknown()
                .optional()
                .meta({
                  description:
                    'The-loop’s control keywords, by command; they are broken in whatever is quoted.',
                  type: 'object',
                  additionalProperties: { type: 'string' },
                  examples: [{ start: 'the-loop start' }],
                }),
            },
            MAP,
          )
          .nullish(),
        authorizedUsers: z
          .array(authorizedUser, 'must be a list')
          .nullish()
          .meta({
            description:
              'Who may act on work items. Their slack ids may answer, unless channels.slack has a list of its own.',
            examples: [[{ slack: 'U0123456789' }]],
          }),
      },
      MAP,
    )
    .nullish(),
};

const integrations = z
  .looseObject(
    {
      slack: z.unknown().optional().meta({
        description: 'Retired, and refused: use channels.slack (migrate-config removes it).',
        deprecated: true,
      }),
    },
    MAP,
  )
  .nullish();

const CHANNELS = 'must be a map of channels';

/** Our file: the shared keys, and sections checked one by one by the loader. */
export const ourDocument = z.looseObject(
  {
    ...shared,
    channels: z.looseObject({ slack: z.unknown().optional() }, CHANNELS).nullish(),
    integrations,
  },
  MAP,
);

/** Our file with every key of ours, as an editor should know it. */
export const wholeDocument = z.looseObject(
  {
    channels: z.looseObject({ slack: slackSection.optional() }, CHANNELS).nullish(),
    ...shared,
    integrations,
  },
  MAP,
);

/** The-loop's file: the shared keys. Whether its own Slack channel is on is read apart: its other sections are not ours to judge. */
export const loopDocument = z.looseObject({ ...shared, channels: z.unknown().optional() }, MAP);

/** Our file as parsed. */
export type OurDocument = z.infer<typeof ourDocument>;

/** The-loop's file as parsed. */
export type LoopDocument = z.infer<typeof loopDocument>;
