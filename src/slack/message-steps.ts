import type { Bindings } from '../store/bindings.js';
import { onReply, type ReplyDeps } from './listeners/reply.js';
import { byAnAuthorizedMember } from './middleware/by-an-authorized-member.js';
import { inABoundThread } from './middleware/in-a-bound-thread.js';
import { notByABot } from './middleware/not-by-a-bot.js';
import type { Step } from './middleware/types.js';

/** What taking messages in needs. */
export type MessageDeps = ReplyDeps & {
  bindings: Bindings;
  authorizedUsers: readonly string[];
  /** Keeps the order of a thread's messages, pushed and fetched alike. */
  inTurn: Step;
};

/** The way of every message, pushed or fetched: by a bot? in our thread? by a listed member? then it is a reply. */
export function messageSteps(deps: MessageDeps): readonly Step[] {
  const { eventLog, bindings, authorizedUsers } = deps;
  return [
    deps.inTurn,
    notByABot({ eventLog }),
    inABoundThread({ eventLog, bindings }),
    byAnAuthorizedMember({ eventLog, authorizedUsers }),
    onReply(deps),
  ];
}
