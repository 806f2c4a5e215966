import { slackId } from './ids.js';
import type { Channel, ChannelKind, Identity, JsonObject, SlackMessage } from './model.js';
import { scopeFor } from './scopes.js';
import type { Delivery, Notice } from './socket/envelope.js';
import { wireMessage } from './wire-message.js';
import type { Workspace } from './workspace.js';

/** The word that event names and `channel_type` use for each kind of conversation. */
const EVENT_WORDS: Record<ChannelKind, { readonly event: string; readonly type: string }> = {
  public: { event: 'message.channels', type: 'channel' },
  private: { event: 'message.groups', type: 'group' },
  im: { event: 'message.im', type: 'im' },
  mpim: { event: 'message.mpim', type: 'mpim' },
};

/** An event on its way to the app. */
export type SentEvent = Delivery & { readonly eventId: string };

export type FeedDeps = {
  readonly workspace: Workspace;
  readonly identity: Identity;
  readonly subscribedEvents: readonly string[];
  readonly grantedScopes: () => readonly string[];
  readonly send: (notice: Notice) => Delivery;
};

/** What the app gets to hear of the workspace, whoever caused it: Slack tells a bot of its own posts too. */
export class Feed {
  readonly #deps: FeedDeps;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  /** Each of these gives `null` when the app does not hear of it: not subscribed, no scope, not a member. */
  posted(message: SlackMessage): SentEvent | null {
    return this.#message(message.channel, {
      ...wireMessage(this.#deps.workspace, message, { metadata: true }),
      event_ts: message.ts,
    });
  }

  edited(before: SlackMessage, after: SlackMessage): SentEvent | null {
    const { workspace } = this.#deps;
    const ts = workspace.nextTs();
    return this.#message(after.channel, {
      type: 'message',
      subtype: 'message_changed',
      hidden: true,
      ts,
      event_ts: ts,
      message: wireMessage(workspace, after, { metadata: true }),
      previous_message: wireMessage(workspace, before, { metadata: true }),
    });
  }

  deleted(before: SlackMessage): SentEvent | null {
    const { workspace } = this.#deps;
    const ts = workspace.nextTs();
    return this.#message(before.channel, {
      type: 'message',
      subtype: 'message_deleted',
      hidden: true,
      ts,
      event_ts: ts,
      deleted_ts: before.ts,
      previous_message: wireMessage(workspace, before),
    });
  }

  homeOpened(user: string, view: JsonObject | undefined): SentEvent | null {
    if (!this.#deps.subscribedEvents.includes('app_home_opened')) return null;
    return this.#send({
      type: 'app_home_opened',
      user,
      channel: `D${user.slice(1)}`,
      tab: 'home',
      event_ts: this.#deps.workspace.nextTs(),
      ...(view === undefined ? {} : { view }),
    });
  }

  #message(channelId: string, event: JsonObject): SentEvent | null {
    const channel = this.#deps.workspace.channel(channelId);
    if (channel === undefined || !this.#hears(channel)) return null;
    return this.#send({ ...event, channel: channel.id, channel_type: EVENT_WORDS[channel.kind].type });
  }

  #hears(channel: Channel): boolean {
    return (
      channel.botIsMember &&
      this.#deps.subscribedEvents.includes(EVENT_WORDS[channel.kind].event) &&
      this.#deps.grantedScopes().includes(scopeFor(channel.kind, 'history'))
    );
  }

  #send(event: JsonObject): SentEvent {
    const { identity, send } = this.#deps;
    const eventId = slackId('Ev');
    const notice: Notice = {
      type: 'events_api',
      acceptsResponse: false,
      payload: {
        type: 'event_callback',
        team_id: identity.team.id,
        api_app_id: identity.appId,
        event_id: eventId,
        event_time: Math.floor(Number(event.event_ts)),
        event,
        is_ext_shared_channel: false,
        authorizations: [
          {
            enterprise_id: null,
            team_id: identity.team.id,
            user_id: identity.botUserId,
            is_bot: true,
            is_enterprise_install: false,
          },
        ],
      },
    };
    return { ...send(notice), eventId };
  }
}
