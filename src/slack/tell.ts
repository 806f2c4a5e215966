import type { webApi } from '@slack/bolt';
import type { Logger } from '../eventlog/logger-type.js';
import type { Reply, TellPort } from '../replies/ports.js';
import type { Outbox } from '../store/outbox.js';
import { Breaker } from './breaker.js';
import { NOTICE } from './compose.js';
import { slackFailure } from './failure.js';
import { problemText } from './problem-text.js';

/** What telling needs. */
export type TellDeps = {
  client: webApi.WebClient;
  botToken: () => string | undefined;
  reactions: boolean;
  outbox: Outbox;
  wake: () => void;
  logger: Logger;
};

/** Answers that mean the mark is there, or can never be. */
const AS_GOOD_AS_DONE = new Set(['already_reacted', 'too_many_reactions', 'too_many_emoji', 'is_archived']);

/** Tells a member in the thread what became of a reply: marks on the message, and a line when something went wrong. */
export function createTell(deps: TellDeps): TellPort {
  const { client, botToken, logger } = deps;
  const breaker = new Breaker();
  const mark = async (reply: Reply, name: string): Promise<boolean> => {
    // A tap has no message of its own to mark: its question's message says what became of it.
    if (!deps.reactions || reply.kind === 'tap') return true;
    const token = botToken();
    // A mark that hangs takes a hand that answers wait for.
    if (token === undefined || !breaker.enter(performance.now())) return false;
    try {
      await client.reactions.add({ token, channel: reply.channel, timestamp: reply.messageTs, name });
      breaker.well();
      return true;
    } catch (error) {
      const failure = slackFailure(error);
      if (failure.kind === 'later' || failure.kind === 'unsure') {
        breaker.badly(performance.now(), failure.kind === 'later' ? failure.afterMs : undefined);
        return false;
      }
      breaker.well();
      if (failure.kind === 'gone' || AS_GOOD_AS_DONE.has(failure.code)) return true;
      // A scope that is missing stays missing: the answer must not wait for a mark.
      logger.warn('a reaction could not be added', { name, code: failure.code });
      return true;
    }
  };
  return {
    seen: (reply) => mark(reply, 'eyes'),
    async verdict(reply, verdict) {
      if (verdict.kind === 'ok') return mark(reply, 'white_check_mark');
      // Through the outbox, so that the line too is posted once, over any crash.
      await deps.outbox.put({
        // A mark that failed brings us here again. What was said to come is no news once it has come.
        key: `${NOTICE}:${reply.id}:${verdict.outcome}:${verdict.ticket === 'written' ? 'pending' : verdict.ticket}`,
        workItem: reply.workItem,
        eventType: NOTICE,
        place: { channel: reply.channel, threadTs: reply.threadTs },
        text: problemText(verdict),
      });
      deps.wake();
      return mark(reply, 'warning');
    },
  };
}
