import { readIncoming } from '../incoming.js';
import { bindingOf } from './in-a-bound-thread.js';
import type { DropDeps, MessageMiddleware } from './types.js';

/** Drops what an unlisted member wrote, and records it. By member id; an empty list denies everyone (R5.1). */
export function byAnAuthorizedMember({
  eventLog,
  authorizedUsers,
}: DropDeps & { authorizedUsers: readonly string[] }): MessageMiddleware {
  const allowed = new Set(authorizedUsers);
  return async ({ payload, context, next }) => {
    const incoming = readIncoming(payload);
    if (!incoming) return;
    if (incoming.author === undefined || !allowed.has(incoming.author)) {
      await eventLog.record({
        event: 'channel.dropped',
        channel: 'slack',
        work_item: bindingOf(context)?.workItem,
        actor: incoming.author,
        reason: 'unauthorized-actor',
      });
      return;
    }
    await next();
  };
}
