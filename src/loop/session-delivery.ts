import { plainText } from '../replies/plain-text.js';
import type { DeliveryPort } from '../replies/ports.js';
import type { SessionClient } from './reply.js';

/** Something that shows: a text of blanks and invisible characters says nothing. */
const SHOWS = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A session without a ticket is addressed by its name (contracts/the-loop.md, "Answers in"). */
const STANDING = 'standing:';

/**
 * The session as the reply pipeline sees it. The actor is `slack:` and the member id, so that the-loop's log says who
 * answered, and so that we know our own `session.reply_sent` when it comes back.
 */
export function createSessionDelivery(client: SessionClient): DeliveryPort {
  return {
    async deliver({ workItem, text: mrkdwn, actor: member }) {
      const actor = `slack:${member}`;
      const text = plainText(mrkdwn);
      if (!SHOWS.test(text)) return { kind: 'undeliverable', reason: 'the reply holds no text' };
      const result = workItem.startsWith(STANDING)
        ? await client.say({ name: workItem.slice(STANDING.length), text, actor })
        : await client.reply({ ref: workItem, text, actor });
      if (result.kind !== 'undeliverable' || result.candidates === undefined) return result;
      return { kind: 'undeliverable', reason: `${result.reason} (${result.candidates.join(', ')})` };
    },
  };
}
