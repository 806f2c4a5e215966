import { SandboxSlackError } from '../errors.js';
import type { Feed, SentEvent } from '../feed.js';
import { removeMessage } from '../remove-message.js';
import type { Workspace } from '../workspace.js';
import { knownMessage } from './known.js';
import type { Posted } from './post.js';

export type EditAction = {
  readonly user: string;
  readonly channel: string;
  readonly ts: string;
  /** In Slack's own notation, as in `PostAction`. */
  readonly text: string;
};

export type DeleteAction = {
  /** Left out, an administrator deletes, who may delete anybody's. */
  readonly user?: string;
  readonly channel: string;
  readonly ts: string;
};

/** @throws SandboxSlackError `unknown_message`, `not_the_author` */
export function editMessage(workspace: Workspace, feed: Feed, action: EditAction): Posted {
  const before = knownMessage(workspace, action.channel, action.ts);
  if (before.user !== action.user) throw notTheAuthor(action.user, action.ts);
  const message = {
    ...before,
    text: action.text,
    edited: { user: action.user, ts: workspace.nextTs() },
  };
  workspace.replace(message);
  return { message, event: feed.edited(before, message) };
}

/** @throws SandboxSlackError `unknown_message`, `not_the_author` */
export function deleteMessage(workspace: Workspace, feed: Feed, action: DeleteAction): SentEvent | null {
  const message = knownMessage(workspace, action.channel, action.ts);
  if (action.user !== undefined && message.user !== action.user) throw notTheAuthor(action.user, action.ts);
  return removeMessage(workspace, feed, message);
}

function notTheAuthor(user: string, ts: string): SandboxSlackError {
  return new SandboxSlackError('not_the_author', `${user} did not write ${ts}; only its author may do this`);
}
