import type { Feed, SentEvent } from './feed.js';
import type { SlackMessage } from './model.js';
import type { Workspace } from './workspace.js';

/**
 * Deletes a message as Slack does: a root with replies stays as a tombstone, told as an edit; anything
 * else goes, told as a deletion.
 */
export function removeMessage(workspace: Workspace, feed: Feed, message: SlackMessage): SentEvent | null {
  if (workspace.replies(message.channel, message.ts).length === 0) {
    workspace.remove(message);
    return feed.deleted(message);
  }
  const tombstone: SlackMessage = {
    type: 'message',
    subtype: 'tombstone',
    channel: message.channel,
    ts: message.ts,
    user: 'USLACKBOT',
    text: 'This message was deleted.',
  };
  workspace.replace(tombstone);
  return feed.edited(message, tombstone);
}
