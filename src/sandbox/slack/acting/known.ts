import { SandboxSlackError } from '../errors.js';
import type { Channel, SlackMessage, User } from '../model.js';
import type { ShownView, Views } from '../views.js';
import type { Workspace } from '../workspace.js';

/** @throws SandboxSlackError `unknown_channel` */
export function knownChannel(workspace: Workspace, id: string): Channel {
  const channel = workspace.channel(id);
  if (channel === undefined) throw missing('unknown_channel', `channel ${id}`);
  return channel;
}

/** @throws SandboxSlackError `unknown_user` */
export function knownUser(workspace: Workspace, id: string): User {
  const user = workspace.user(id);
  if (user === undefined) throw missing('unknown_user', `user ${id}`);
  return user;
}

/** @throws SandboxSlackError `unknown_message` */
export function knownMessage(workspace: Workspace, channel: string, ts: string): SlackMessage {
  const message = workspace.message(channel, ts);
  if (message === undefined) throw missing('unknown_message', `message ${ts} in ${channel}`);
  return message;
}

/**
 * A view that this member has before them.
 * @throws SandboxSlackError `unknown_view`
 */
export function knownView(views: Views, id: string, user: string): ShownView {
  const shown = views.get(id);
  if (shown === undefined || shown.user !== user)
    throw missing('unknown_view', `view ${id} open for ${user}`);
  return shown;
}

function missing(
  code: 'unknown_channel' | 'unknown_user' | 'unknown_message' | 'unknown_view',
  what: string,
): SandboxSlackError {
  return new SandboxSlackError(code, `the local Slack has no ${what}`);
}
