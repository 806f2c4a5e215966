import { MethodFailure } from '../errors.js';
import type { Channel, SlackMessage } from '../model.js';
import { scopeFor } from '../scopes.js';
import type { MethodContext } from './method.js';

/** @throws MethodFailure `missing_scope`, naming what is needed and what the token has */
export function requireScope(context: MethodContext, scope: string): void {
  const granted = context.faults.grantedScopes;
  if (granted.includes(scope)) return;
  throw new MethodFailure('missing_scope', { needed: scope, provided: granted.join(',') });
}

/**
 * A conversation that the app can see. To a bot that is no member, a private one does not exist.
 * @throws MethodFailure `channel_not_found`
 */
export function visibleChannel(context: MethodContext, id: string): Channel {
  const channel = context.workspace.channel(id);
  if (channel === undefined || (channel.kind !== 'public' && !channel.botIsMember)) {
    throw new MethodFailure('channel_not_found');
  }
  return channel;
}

/** @throws MethodFailure `channel_not_found`, `missing_scope`, `not_in_channel` */
export function readableChannel(context: MethodContext, id: string): Channel {
  const channel = visibleChannel(context, id);
  requireScope(context, scopeFor(channel.kind, 'history'));
  if (!channel.botIsMember) throw new MethodFailure('not_in_channel');
  return channel;
}

/** @throws MethodFailure `channel_not_found`, `not_in_channel`, `is_archived` */
export function writableChannel(context: MethodContext, id: string): Channel {
  const channel = visibleChannel(context, id);
  if (channel.archived) throw new MethodFailure('is_archived');
  const mayPostAnywhere = context.faults.grantedScopes.includes('chat:write.public');
  if (!channel.botIsMember && !mayPostAnywhere) throw new MethodFailure('not_in_channel');
  return channel;
}

/** @throws MethodFailure `message_not_found` */
export function existingMessage(context: MethodContext, channel: string, ts: string): SlackMessage {
  const message = context.workspace.message(channel, ts);
  if (message === undefined || message.subtype === 'tombstone') {
    throw new MethodFailure('message_not_found');
  }
  return message;
}
