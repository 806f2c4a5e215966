import { readIncoming } from '../incoming.js';
import type { DropDeps, MessageMiddleware } from './types.js';

/** Drops our own and any bot's message before any other check, so that the app can never answer itself (R4.5). */
export function notByABot({ eventLog }: DropDeps): MessageMiddleware {
  return async ({ payload, context, next }) => {
    const incoming = readIncoming(payload);
    if (!incoming) return;
    const own = incoming.author !== undefined && incoming.author === context.botUserId;
    if (incoming.byBot || own) {
      await eventLog.record({
        event: 'channel.dropped',
        channel: 'slack',
        actor: incoming.author,
        reason: 'self-authored',
      });
      return;
    }
    await next();
  };
}
