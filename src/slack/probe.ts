import { webApi } from '@slack/bolt';
import { z } from 'zod';
import { slackFailure } from './failure.js';

/** What a conversation is, in Slack's words for people. */
export type ConversationKind =
  | 'public channel'
  | 'private channel'
  | 'direct message'
  | 'group direct message';

/**
 * A question without a good answer: the code, and the scope that Slack wanted when it said so. `refused`: Slack means it;
 * `passing`: Slack limits us or is in trouble; `unreached`: nobody answered.
 */
export type Refusal = {
  kind: 'refused' | 'passing' | 'unreached';
  code: string;
  needed: string | undefined;
};

/** What Slack says about the setup. No call of a probe changes anything. */
export type SlackFacts = {
  /** The bot token: whom it belongs to and what it may do. */
  bot:
    | { kind: 'ok'; name: string; team: string; scopes: readonly string[] }
    | { kind: 'refused'; refusal: Refusal }
    | { kind: 'no-token' };
  /** Whether the app token opens a socket. */
  app: { kind: 'ok' } | { kind: 'refused'; refusal: Refusal } | { kind: 'no-token' } | { kind: 'not-needed' };
  /** The configured channel; `isMember` is undefined where it could not be learnt. */
  channel:
    | {
        kind: 'known';
        is: ConversationKind;
        name: string | undefined;
        isMember: boolean;
        isArchived: boolean;
      }
    | { kind: 'refused'; id: string; refusal: Refusal }
    | { kind: 'not-asked' };
};

export type ProbeDeps = {
  client: webApi.WebClient;
  botToken: string | undefined;
  appToken: string | undefined;
  /** Undefined when no socket is opened in this read mode. */
  needsSocket: boolean;
  /** A channel id, or `''`. */
  channel: string;
};

const about = z.looseObject({ user: z.string().optional(), team: z.string().optional() });

const info = z.looseObject({
  channel: z.looseObject({
    name: z.string().optional(),
    is_im: z.boolean().optional(),
    is_mpim: z.boolean().optional(),
    is_private: z.boolean().optional(),
    is_member: z.boolean().optional(),
    is_archived: z.boolean().optional(),
  }),
});

const needs = z.looseObject({ needed: z.string() });

function refusalOf(error: unknown): Refusal {
  const data = error instanceof webApi.WebAPIPlatformError ? needs.safeParse(error.data) : undefined;
  const needed = data?.success === true ? data.data.needed : undefined;
  const answered = [webApi.WebAPIPlatformError, webApi.WebAPIHTTPError, webApi.WebAPIRateLimitedError];
  const isAnswered = answered.some((kind) => error instanceof kind);
  const { kind, code } = slackFailure(error);
  const isPassing = kind === 'later' || kind === 'unsure';
  return { kind: !isAnswered ? 'unreached' : isPassing ? 'passing' : 'refused', code, needed };
}

/** Asks Slack who we are, what we may, what the channel is and whether a socket opens (issue 6, `status --probe`). */
export async function probeSlack(deps: ProbeDeps): Promise<SlackFacts> {
  const [bot, app] = await Promise.all([askBot(deps), askApp(deps)]);
  return { bot, app, channel: bot.kind === 'ok' ? await askChannel(deps) : { kind: 'not-asked' } };
}

async function askBot({ client, botToken }: ProbeDeps): Promise<SlackFacts['bot']> {
  if (botToken === undefined) return { kind: 'no-token' };
  try {
    const answer = await client.auth.test({ token: botToken });
    const { user = 'unknown', team = 'unknown' } = about.parse(answer);
    return { kind: 'ok', name: user, team, scopes: answer.response_metadata?.scopes ?? [] };
  } catch (error) {
    return { kind: 'refused', refusal: refusalOf(error) };
  }
}

async function askApp({ client, appToken, needsSocket }: ProbeDeps): Promise<SlackFacts['app']> {
  if (!needsSocket) return { kind: 'not-needed' };
  if (appToken === undefined) return { kind: 'no-token' };
  try {
    await client.apps.connections.open({ token: appToken });
    return { kind: 'ok' };
  } catch (error) {
    return { kind: 'refused', refusal: refusalOf(error) };
  }
}

async function askChannel({ client, botToken, channel }: ProbeDeps): Promise<SlackFacts['channel']> {
  if (channel === '' || botToken === undefined) return { kind: 'not-asked' };
  try {
    const { channel: found } = info.parse(await client.conversations.info({ token: botToken, channel }));
    const { name, is_im = false, is_mpim = false, is_private = false, is_archived = false } = found;
    const is = kindOf(is_im, is_mpim, is_private);
    // A bot is always part of its own direct messages, which carry no `is_member`.
    return { kind: 'known', is, name, isMember: found.is_member ?? is_im, isArchived: is_archived };
  } catch (error) {
    return { kind: 'refused', id: channel, refusal: refusalOf(error) };
  }
}

function kindOf(im: boolean, mpim: boolean, isPrivate: boolean): ConversationKind {
  if (im) return 'direct message';
  if (mpim) return 'group direct message';
  return isPrivate ? 'private channel' : 'public channel';
}
