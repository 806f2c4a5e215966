import { findHiddenIds, isMarked } from '../../ledger/marker.js';
import type { Ephemeral, JsonObject, SlackMessage } from '../slack/model.js';
import type { ShownView } from '../slack/views.js';
import type { StoredComment } from '../ticket/comment-store.js';
import { OTHER_BOT, type World } from '../world.js';
import type {
  AppInfo,
  Comment,
  Message,
  PartName,
  Person,
  SessionState,
  SlackState,
  TicketState,
  View,
} from './client/wire.js';
import type { Deck } from './deck.js';
import { drawComment } from './draw-comment.js';

/** A member's id as a name: `U0ALICE` is Alice. */
function nameOf(id: string): string {
  const word = /^[UW]0?([A-Z]+)$/.exec(id)?.[1];
  return word === undefined ? id : `${word.charAt(0)}${word.slice(1).toLowerCase()}`;
}

function peopleOf({ members, authorized, slack }: World): Person[] {
  return [
    ...members.map((id): Person => {
      const kind = authorized.includes(id) ? 'listed' : 'unlisted';
      return { id, name: nameOf(id), kind };
    }),
    { id: OTHER_BOT.id, name: 'build-bot', kind: 'bot' },
    { id: slack.identity.botUserId, name: slack.identity.botName, kind: 'app' },
  ];
}

function messageOf({ slack, channel }: World, message: SlackMessage): Message {
  return {
    ts: message.ts,
    user: message.user ?? '',
    text: message.text,
    blocks: message.blocks ?? [],
    threadTs: message.thread_ts,
    edited: message.edited !== undefined && message.bot_id === undefined,
    deleted: message.subtype === 'tombstone',
    onlyFor: undefined,
    files: (message.files ?? []).map(({ name, size }) => ({ name, size })),
    reactions: slack.reactions(channel, message.ts).map(({ name, users }) => ({ name, users })),
  };
}

function whisperOf(line: Ephemeral, user: string): Message {
  return {
    ts: line.ts,
    user,
    text: line.text,
    blocks: line.blocks ?? [],
    threadTs: line.thread_ts,
    edited: false,
    deleted: false,
    onlyFor: line.user,
    files: [],
    reactions: [],
  };
}

function words(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
    ? value.text
    : '';
}

function viewOf({ id, user, type, view }: ShownView): View {
  const blocks = Array.isArray(view.blocks) ? view.blocks : [];
  return { id, user, type, title: words(view, 'title'), close: words(view, 'close'), blocks };
}

function slackState(world: World): SlackState {
  const { slack, channel } = world;
  const messages = [
    ...slack.messages(channel).map((message) => messageOf(world, message)),
    ...slack.ephemerals(channel).map((line) => whisperOf(line, slack.identity.botUserId)),
  ];
  return {
    channel: slack.channels().find(({ id }) => id === channel)?.name ?? channel,
    people: peopleOf(world),
    messages: messages.sort((one, other) => Number(one.ts) - Number(other.ts)),
    views: slack.views().map(viewOf),
  };
}

const drawn = new WeakMap<StoredComment, Comment>();

function commentOf(stored: StoredComment): Comment {
  const known = drawn.get(stored);
  if (known) return known;
  const { id, body, user, author_association: association, created_at: at } = stored;
  const mirror = findHiddenIds(body).length > 0;
  const marker = isMarked(body) ? (mirror ? 'mirror' : 'agent') : undefined;
  const comment: Comment = {
    ...{ id, association, at, marker },
    author: user.login,
    raw: body,
    drawn: drawComment(body),
  };
  drawn.set(stored, comment);
  return comment;
}

function ticketState({ ticket }: World, items: readonly string[]): TicketState {
  return {
    items: items.map((ref) => ({
      ref,
      label: ref.replace(/^github:/, ''),
      comments: ticket.comments(ref).map(commentOf),
    })),
  };
}

function sessionState({ loop }: World, deck: Deck): SessionState {
  return {
    deliveries: loop.delivered().map(({ ref, actor, text }) => ({ ref, actor, text })),
    events: deck.tail.events(),
  };
}

function appInfo({ stage, switches, worlds }: Deck): AppInfo {
  const { slack, loop, drawing } = stage.world;
  return {
    world: worlds,
    state: stage.state,
    sockets: slack.connections(),
    streams: loop.streams.count(),
    drawing,
    faults: switches.all(),
  };
}

/** One part of what is on the page, as it is now. */
export function partOf(deck: Deck, name: PartName) {
  const { world } = deck.stage;
  switch (name) {
    case 'slack':
      return slackState(world);
    case 'ticket':
      return ticketState(world, deck.items);
    case 'session':
      return sessionState(world, deck);
    case 'draft':
      return deck.draft;
    case 'app':
      return appInfo(deck);
  }
}

/** Every part. */
export function partsOf(deck: Deck) {
  const { world } = deck.stage;
  deck.tail.read();
  return {
    slack: slackState(world),
    ticket: ticketState(world, deck.items),
    session: sessionState(world, deck),
    draft: deck.draft,
    app: appInfo(deck),
  };
}
