import { z } from 'zod';
import { memberId } from './slack-section.js';

/** A person who may act on work items; we read the Slack id only. A plain login, as the-loop takes too, names no member. */
const authorizedUser = z.preprocess(
  (entry) => (typeof entry === 'object' && entry !== null ? entry : {}),
  z.looseObject({ slack: memberId.optional() }),
);

/** What both files may say and each owns in part; keys nobody of ours owns pass (contracts/config.md). */
const shared = {
  state: z.looseObject({ root: z.string('must be a path').min(1, 'must be a path').optional() }).optional(),
  eventLog: z
    .looseObject({ path: z.string('must be a path').min(1, 'must be a path').optional() })
    .optional(),
  service: z
    .looseObject({
      host: z.string('must be a host name').optional(),
      port: z.number('must be a port number').int().min(1).max(65_535).optional(),
    })
    .optional(),
  // Keywords fall back with a warning when malformed, so any value passes here.
  routing: z
    .looseObject({
      control: z.looseObject({ keywords: z.unknown().optional() }).optional(),
      authorizedUsers: z.array(authorizedUser, 'must be a list').optional(),
    })
    .optional(),
};

/** Our file: the shared keys, and sections checked one by one by the loader. */
export const ourDocument = z.looseObject({
  ...shared,
  channels: z.looseObject({ slack: z.unknown().optional() }, 'must be a map of channels').optional(),
  integrations: z.looseObject({ slack: z.unknown().optional() }).optional(),
});

/** The-loop's file: the shared keys, and whether its own Slack channel is on. */
export const loopDocument = z.looseObject({
  ...shared,
  channels: z
    .looseObject({ slack: z.looseObject({ enabled: z.unknown().optional() }).optional() })
    .optional(),
});

/** Our file as parsed. */
export type OurDocument = z.infer<typeof ourDocument>;

/** The-loop's file as parsed. */
export type LoopDocument = z.infer<typeof loopDocument>;
