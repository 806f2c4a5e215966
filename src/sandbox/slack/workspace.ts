import type { Changes } from './changes.js';
import { SandboxSlackError } from './errors.js';
import type { Channel, Ephemeral, Reaction, SlackMessage, User } from './model.js';
import { makeTsSource } from './timestamps.js';

/** A message before the workspace gives it a `ts`. */
export type MessageDraft = Omit<SlackMessage, 'type' | 'ts'>;

type ChannelState = {
  channel: Channel;
  /** By `ts`; insertion order is time order because every `ts` grows. */
  messages: Map<string, SlackMessage>;
  /** Replies' `ts` by their root's `ts`, in time order. */
  replies: Map<string, Set<string>>;
  reactions: Map<string, Map<string, string[]>>;
};

/** The conversations, members and messages of the local workspace. Each change is announced. */
export class Workspace {
  readonly #channels = new Map<string, ChannelState>();
  readonly #users = new Map<string, User>();
  readonly #ephemerals: Ephemeral[] = [];
  readonly #changes: Changes;
  /** A new `ts`, later than every one before. */
  readonly nextTs: () => string;

  /** @throws SandboxSlackError `duplicate_id` when two channels or two users share one */
  constructor(seed: {
    channels: readonly Channel[];
    users: readonly User[];
    now: () => number;
    changes: Changes;
  }) {
    this.#changes = seed.changes;
    this.nextTs = makeTsSource(seed.now);
    for (const channel of seed.channels) {
      if (this.#channels.has(channel.id)) throw duplicateId(channel.id);
      this.#channels.set(channel.id, {
        channel,
        messages: new Map(),
        replies: new Map(),
        reactions: new Map(),
      });
    }
    for (const user of seed.users) {
      if (this.#users.has(user.id)) throw duplicateId(user.id);
      this.#users.set(user.id, user);
    }
  }

  channels(): readonly Channel[] {
    return [...this.#channels.values()].map((state) => state.channel);
  }

  channel(id: string): Channel | undefined {
    return this.#channels.get(id)?.channel;
  }

  /**
   * Invites or removes the bot, archives or revives a channel.
   * @throws SandboxSlackError `unknown_channel`
   */
  changeChannel(id: string, change: Partial<Pick<Channel, 'botIsMember' | 'archived'>>): void {
    const state = this.#state(id);
    state.channel = { ...state.channel, ...change };
    this.#changes.emit('channel', { id });
  }

  users(): readonly User[] {
    return [...this.#users.values()];
  }

  user(id: string): User | undefined {
    return this.#users.get(id);
  }

  message(channel: string, ts: string): SlackMessage | undefined {
    return this.#channels.get(channel)?.messages.get(ts);
  }

  /** Every message of a channel, replies among them, oldest first. */
  messages(channel: string): readonly SlackMessage[] {
    return [...(this.#channels.get(channel)?.messages.values() ?? [])];
  }

  /** The replies under a root, oldest first, without the root. */
  replies(channel: string, rootTs: string): readonly SlackMessage[] {
    const state = this.#channels.get(channel);
    const found: SlackMessage[] = [];
    for (const ts of state?.replies.get(rootTs) ?? []) {
      const reply = state?.messages.get(ts);
      if (reply !== undefined) found.push(reply);
    }
    return found;
  }

  /** @throws SandboxSlackError `unknown_channel` */
  add(draft: MessageDraft): SlackMessage {
    const state = this.#state(draft.channel);
    const message: SlackMessage = { type: 'message', ts: this.nextTs(), ...draft };
    state.messages.set(message.ts, message);
    if (message.thread_ts !== undefined) {
      const replies = state.replies.get(message.thread_ts) ?? new Set();
      state.replies.set(message.thread_ts, replies.add(message.ts));
    }
    this.#changes.emit('message', { channel: message.channel, ts: message.ts, change: 'posted' });
    return message;
  }

  /** Puts an edited message in the place of the one with its `ts`. */
  replace(message: SlackMessage): void {
    this.#state(message.channel).messages.set(message.ts, message);
    this.#changes.emit('message', { channel: message.channel, ts: message.ts, change: 'edited' });
  }

  remove(message: SlackMessage): void {
    const state = this.#state(message.channel);
    state.messages.delete(message.ts);
    state.reactions.delete(message.ts);
    if (message.thread_ts !== undefined) state.replies.get(message.thread_ts)?.delete(message.ts);
    this.#changes.emit('message', { channel: message.channel, ts: message.ts, change: 'deleted' });
  }

  reactions(channel: string, ts: string): readonly Reaction[] {
    const byName = this.#channels.get(channel)?.reactions.get(ts) ?? new Map<string, string[]>();
    return [...byName].map(([name, users]) => ({ name, users: [...users], count: users.length }));
  }

  /** Adds one member's emoji; `false` when it was there already. */
  addReaction(channel: string, ts: string, name: string, user: string): boolean {
    const { reactions } = this.#state(channel);
    const byName = reactions.get(ts) ?? new Map<string, string[]>();
    const users = byName.get(name) ?? [];
    if (users.includes(user)) return false;
    reactions.set(ts, byName.set(name, [...users, user]));
    this.#changes.emit('reaction', { channel, ts, name, change: 'added' });
    return true;
  }

  /** Takes one member's emoji away; `false` when it was not there. */
  removeReaction(channel: string, ts: string, name: string, user: string): boolean {
    const byName = this.#state(channel).reactions.get(ts);
    const users = byName?.get(name) ?? [];
    if (byName === undefined || !users.includes(user)) return false;
    const left = users.filter((id) => id !== user);
    if (left.length === 0) byName.delete(name);
    else byName.set(name, left);
    this.#changes.emit('reaction', { channel, ts, name, change: 'removed' });
    return true;
  }

  addEphemeral(draft: Omit<Ephemeral, 'ts'>): Ephemeral {
    const ephemeral: Ephemeral = { ts: this.nextTs(), ...draft };
    this.#ephemerals.push(ephemeral);
    this.#changes.emit('ephemeral', {
      channel: ephemeral.channel,
      user: ephemeral.user,
      ts: ephemeral.ts,
    });
    return ephemeral;
  }

  /** The ephemeral messages shown in a channel so far, oldest first. */
  ephemerals(channel: string): readonly Ephemeral[] {
    return this.#ephemerals.filter((ephemeral) => ephemeral.channel === channel);
  }

  #state(channel: string): ChannelState {
    const state = this.#channels.get(channel);
    if (state === undefined) {
      throw new SandboxSlackError('unknown_channel', `the local Slack has no channel ${channel}`);
    }
    return state;
  }
}

function duplicateId(id: string): SandboxSlackError {
  return new SandboxSlackError('duplicate_id', `the id ${id} is given twice; ids must be unique`);
}
