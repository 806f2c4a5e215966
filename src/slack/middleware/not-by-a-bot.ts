import { subjectOf } from '../subject.js';
import type { DropDeps, Step } from './types.js';

/** Drops our own and any bot's message before any other check, so that the app can never answer itself (R4.5). */
export function notByABot({ eventLog }: DropDeps): Step {
  return async ({ payload, body, context, next }) => {
    const subject = subjectOf({ payload, body });
    if (!subject) return;
    const { author: actor, byBot } = subject;
    if (byBot || (actor !== undefined && actor === context.botUserId)) {
      await eventLog.record({ event: 'channel.dropped', channel: 'slack', actor, reason: 'self-authored' });
      return;
    }
    await next();
  };
}
