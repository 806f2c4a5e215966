import { LIMITS } from '#blocks/limits.js';
import type { Channel, Identity, User } from './model.js';

/** What the app's manifest asks for: the bot scopes that `contracts/slack.md` lists, and what `status --probe` reads. */
export const MANIFEST_SCOPES = [
  'chat:write',
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
  'reactions:write',
  'channels:read',
  'groups:read',
  'im:read',
  'mpim:read',
] as const;

/** The message events that `contracts/slack.md` lists. */
export const MESSAGE_EVENTS = ['message.channels', 'message.groups', 'message.im', 'message.mpim'] as const;

/** What the local Slack starts with. Everything has a default; times are milliseconds. */
export type LocalSlackOptions = {
  /** TCP port on 127.0.0.1; 0 (the default) takes a free one. */
  readonly port?: number;
  readonly botToken?: string;
  readonly appToken?: string;
  /** Scopes granted to the bot token; `MANIFEST_SCOPES` unless given. */
  readonly botScopes?: readonly string[];
  /** Scopes granted to the app token; `connections:write` unless given. */
  readonly appScopes?: readonly string[];
  /** Event subscriptions of the app, such as `message.im` or `app_home_opened`; `MESSAGE_EVENTS` unless given. */
  readonly subscribedEvents?: readonly string[];
  readonly channels?: readonly Channel[];
  /** People and other bots; the app's own bot user is always there too. */
  readonly users?: readonly User[];
  /** Milliseconds since 1970; makes every `ts` and ages every `trigger_id`. */
  readonly now?: () => number;
  /** Added before each Web API answer; 0 unless given. */
  readonly latencyMs?: number;
  /** Whether calls beyond Slack's rates are answered 429; `false` unless given, so that tests run at full speed. */
  readonly enforceRates?: boolean;
  /** How long an envelope may stay unacknowledged; `LIMITS.socket.ackMs` unless given. */
  readonly ackTimeoutMs?: number;
  /** How long an event is kept for a connection to come; five minutes unless given. */
  readonly keepUndeliveredMs?: number;
  /** How often the server pings each socket; 10 seconds unless given. */
  readonly pingIntervalMs?: number;
  /** Whether an unacknowledged interaction is sent again too. Slack does not, so `false` unless given. */
  readonly redeliverInteractions?: boolean;
};

export type Settings = Required<Omit<LocalSlackOptions, 'botToken' | 'appToken'>> & {
  readonly tokens: { readonly bot: string; readonly app: string };
  readonly identity: Identity;
};

const IDENTITY: Identity = {
  team: { id: 'T0SANDBOX', name: 'Sandbox', domain: 'sandbox' },
  appId: 'A0SANDBOX',
  botId: 'B0THELOOP',
  botUserId: 'U0THELOOP',
  botName: 'the-loop',
};

const DEFAULT_CHANNELS: readonly Channel[] = [
  { id: 'C0SANDBOX', name: 'the-loop', kind: 'public', botIsMember: true, archived: false },
];

const DEFAULT_USERS: readonly User[] = [
  { id: 'U0ALICE', name: 'alice', isBot: false },
  { id: 'U0MALLORY', name: 'mallory', isBot: false },
];

/** Fills in every default. The default tokens are made up: they open nothing but this server. */
export function settingsOf(options: LocalSlackOptions): Settings {
  const { botToken = 'xoxb-sandbox', appToken = 'xapp-sandbox', ...rest } = options;
  return {
    port: 0,
    botScopes: MANIFEST_SCOPES,
    appScopes: ['connections:write'],
    subscribedEvents: MESSAGE_EVENTS,
    channels: DEFAULT_CHANNELS,
    users: DEFAULT_USERS,
    now: Date.now,
    latencyMs: 0,
    enforceRates: false,
    ackTimeoutMs: LIMITS.socket.ackMs,
    keepUndeliveredMs: 300_000,
    pingIntervalMs: 10_000,
    redeliverInteractions: false,
    ...rest,
    tokens: { bot: botToken, app: appToken },
    identity: IDENTITY,
  };
}
