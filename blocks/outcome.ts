import type { KnownBlock } from '@slack/types';
import { type ChoiceControl, choiceLabel } from './choices.js';
import { escapeWords } from './escape.js';
import { link, mention, section, shortWords } from './parts.js';

/** What came of a question, as its message shows it. */
export type Outcome =
  | {
      kind: 'answered';
      /** What was chosen, by tap or by typing; undefined for an answer in the member's own words. */
      choice: ChoiceControl | undefined;
      /** The member's Slack id. */
      member: string;
      /** `url`: the comment that carries the answer. */
      ticket: { state: 'pending' | 'written' | 'none' | 'failed'; url: string | undefined };
      delivery: 'pending' | 'delivered' | 'undelivered' | 'unknown';
      /** Why the ticket or the session did not get it, for people; plain text. */
      reason: string | undefined;
    }
  /** Answered, and not in this thread. `actor`: who answered, plain text, when it is known. */
  | { kind: 'elsewhere'; actor: string | undefined }
  /** A newer question about the same work item takes its place. */
  | { kind: 'superseded' };

type Answered = Extract<Outcome, { kind: 'answered' }>;

const LABEL_CHARS = 100;
const REASON_CHARS = 200;

const DELIVERY: Record<Answered['delivery'], string> = {
  pending: '⏳ on its way to the session',
  delivered: 'delivered',
  undelivered: 'not delivered',
  unknown: 'nobody knows whether it was delivered',
};

function ticketWords({ state, url }: Answered['ticket']): string {
  switch (state) {
    case 'pending':
      return '⏳ on its way to the ticket';
    case 'written':
      return link(url, 'on the ticket');
    case 'none':
      return 'no ticket';
    case 'failed':
      return 'not on the ticket';
  }
}

function answered({ choice, member, ticket, delivery, reason }: Answered): string {
  const failed = ticket.state === 'failed' || delivery === 'undelivered' || delivery === 'unknown';
  const what = choice
    ? `*${escapeWords(choiceLabel(choice, LABEL_CHARS).replace(/\.$/, ''))}*, chosen by ${mention(member)}`
    : `Answered by ${mention(member)}`;
  const line = [`${failed ? '⚠️' : '✅'} ${what}`, ticketWords(ticket), DELIVERY[delivery]].join(' · ');
  const why = failed && reason !== undefined ? shortWords(reason, REASON_CHARS) : '';
  return why === '' ? line : `${line}\n${why}`;
}

/** The line that stands where a question's controls stood. */
export function outcomeBlocks(outcome: Outcome): KnownBlock[] {
  switch (outcome.kind) {
    case 'answered':
      return [section(answered(outcome))];
    case 'elsewhere': {
      const actor = shortWords(outcome.actor ?? '', 100);
      return [section(`☑️ Answered elsewhere${actor === '' ? '' : ` by ${actor}`}`)];
    }
    case 'superseded':
      return [section('☑️ A newer question takes its place')];
  }
}

/** What a member is told whose tap came second; ephemeral mrkdwn. */
export function alreadyAnswered(member: string): string {
  return `Already answered by ${mention(member)}; reply in the thread to add to it.`;
}
