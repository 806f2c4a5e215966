import { SandboxSlackError } from '../errors.js';
import type { Feed, SentEvent } from '../feed.js';
import type { SharedFile, SlackMessage } from '../model.js';
import type { Workspace } from '../workspace.js';
import { knownChannel, knownMessage, knownUser } from './known.js';

/** What a member (or another bot) posts. */
export type PostAction = {
  readonly user: string;
  readonly channel: string;
  /** In Slack's own notation: `&amp;`, `<@U…>`, `<url|label>`; see `asTyped` for what a keyboard gives. */
  readonly text: string;
  /** The root's `ts` (or any reply's) to answer in its thread. */
  readonly threadTs?: string;
  /** Also shows a reply in the channel (`thread_broadcast`). */
  readonly broadcast?: boolean;
  /** Shares files along (`file_share`). */
  readonly files?: readonly SharedFile[];
  /** A subtype instead of the one that follows from the rest. */
  readonly subtype?: string;
  /** Posts as another bot. */
  readonly botId?: string;
};

/** A stored message and its event; `event` is `null` when the app does not hear of it. */
export type Posted = { readonly message: SlackMessage; readonly event: SentEvent | null };

/** Plain typed text in the notation in which Slack hands it on. */
export function asTyped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @throws SandboxSlackError `unknown_channel`, `archived_channel`, `unknown_user`, `unknown_message` */
export function post(workspace: Workspace, feed: Feed, action: PostAction): Posted {
  const channel = knownChannel(workspace, action.channel);
  if (channel.archived) {
    throw new SandboxSlackError('archived_channel', `${channel.id} is archived; nobody can post there`);
  }
  knownUser(workspace, action.user);
  const threadTs = action.threadTs === undefined ? undefined : rootTs(workspace, channel.id, action.threadTs);
  const subtype = subtypeOf(action);
  const message = workspace.add({
    channel: channel.id,
    user: action.user,
    text: action.text,
    ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    ...(subtype === undefined ? {} : { subtype }),
    ...(action.files === undefined ? {} : { files: action.files }),
    ...(action.botId === undefined ? {} : { bot_id: action.botId }),
  });
  return { message, event: feed.posted(message) };
}

function rootTs(workspace: Workspace, channel: string, ts: string): string {
  const named = knownMessage(workspace, channel, ts);
  return named.thread_ts ?? named.ts;
}

function subtypeOf({ subtype, botId, broadcast, threadTs, files }: PostAction): string | undefined {
  if (subtype !== undefined) return subtype;
  if (botId !== undefined) return 'bot_message';
  if (broadcast === true && threadTs !== undefined) return 'thread_broadcast';
  return files === undefined || files.length === 0 ? undefined : 'file_share';
}
