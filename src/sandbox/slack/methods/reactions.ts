import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import { existingMessage, visibleChannel } from './access.js';
import { ts } from './args.js';
import { type MethodContext, method } from './method.js';

const NAME = /^[a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?$/;

const args = z.object({ channel: z.string(), timestamp: ts, name: z.string() });
type ReactionArgs = z.output<typeof args>;

/** The local workspace knows no list of emoji: a well-shaped name without colons is good. */
function checked(context: MethodContext, { channel, timestamp, name }: ReactionArgs): void {
  const { id, archived, botIsMember } = visibleChannel(context, channel);
  if (archived) throw new MethodFailure('is_archived');
  if (!botIsMember) throw new MethodFailure('not_in_channel');
  if (!NAME.test(name)) throw new MethodFailure('invalid_name');
  existingMessage(context, id, timestamp);
}

export const reactionsAdd = method({
  scopes: ['reactions:write'],
  args,
  handle: (context, given) => {
    checked(context, given);
    const { workspace, identity } = context;
    const added = workspace.addReaction(given.channel, given.timestamp, given.name, identity.botUserId);
    if (!added) throw new MethodFailure('already_reacted');
    return {};
  },
});

export const reactionsRemove = method({
  scopes: ['reactions:write'],
  args,
  handle: (context, given) => {
    checked(context, given);
    const { workspace, identity } = context;
    const removed = workspace.removeReaction(given.channel, given.timestamp, given.name, identity.botUserId);
    if (!removed) throw new MethodFailure('no_reaction');
    return {};
  },
});
