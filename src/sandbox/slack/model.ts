/** A conversation's kind; Slack's event names call them channel, group, im and mpim. */
export type ChannelKind = 'public' | 'private' | 'im' | 'mpim';

/** One conversation of the local workspace. */
export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly kind: ChannelKind;
  /** A bot that is not a member neither posts nor hears. */
  readonly botIsMember: boolean;
  readonly archived: boolean;
};

/** One member of the local workspace, person or bot. */
export type User = { readonly id: string; readonly name: string; readonly isBot: boolean };

/** Any JSON object, as it came over the wire. */
export type JsonObject = { readonly [key: string]: unknown };

/** A file shared with a message; only what a reader of the event sees. */
export type SharedFile = {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly permalink: string;
  readonly title?: string;
  readonly size?: number;
  readonly url_private?: string;
};

/** Message metadata, as `chat.postMessage` takes it and `conversations.replies` gives it back. */
type Metadata = { readonly event_type: string; readonly event_payload: JsonObject };

/** A message as stored, in Slack's own field names. Never changed in place: an edit makes a new one. */
export type SlackMessage = {
  readonly type: 'message';
  readonly channel: string;
  readonly ts: string;
  readonly text: string;
  readonly user?: string;
  readonly bot_id?: string;
  readonly app_id?: string;
  readonly subtype?: string;
  /** The root's `ts` on a reply; absent on a root. */
  readonly thread_ts?: string;
  readonly blocks?: readonly JsonObject[];
  readonly files?: readonly SharedFile[];
  readonly metadata?: Metadata;
  readonly edited?: { readonly user: string; readonly ts: string };
};

/** A message only one member sees. It is no part of the history. */
export type Ephemeral = {
  readonly channel: string;
  readonly user: string;
  readonly ts: string;
  readonly text: string;
  readonly blocks?: readonly JsonObject[];
  readonly thread_ts?: string;
};

/** One emoji on a message and who put it there. */
export type Reaction = { readonly name: string; readonly users: readonly string[]; readonly count: number };

/** Who the app is in this workspace. */
export type Identity = {
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly appId: string;
  readonly botId: string;
  readonly botUserId: string;
  readonly botName: string;
};
