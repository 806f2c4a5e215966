import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import type { LocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import type { LocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import type { Reach } from './points.js';

/** The far sides of one world. */
export type FarSides = { slack: LocalSlack; ticket: LocalTicket; loop: LocalLoop };

/** One way a question and its answer can go, to be killed at each of its points. */
export type Flow = {
  name: string;
  answer: 'typed' | 'tapped';
  /** From where on it is killed: the question's way too, the answer's way, or a start that finds an answer waiting. */
  from: 'question' | 'answer' | 'start';
  reach: Reach;
  /** Whether the session takes the answer. */
  session: 'live' | 'none';
  /** Trouble on the way, set before the question; gives how many faults it set. */
  trouble?: (far: FarSides) => number;
};

/**
 * Slack takes the question and its answer is lost; GitHub fails, then writes the comment and its answer is lost; the-loop
 * is away for a moment; a mark does not take.
 */
function roughDay({ slack, ticket, loop }: FarSides): number {
  slack.faults.next('chat.postMessage', { kind: 'reset-after' });
  slack.faults.next('reactions.add', { kind: 'http', status: 503 });
  slack.faults.next('chat.update', { kind: 'http', status: 503 });
  ticket.faults.next({ kind: 'reset-after' }, 1, 'POST');
  loop.faults.next('reply', { kind: 'http', status: 503 });
  return 5;
}

export const FLOWS: readonly Flow[] = [
  {
    name: 'typed',
    answer: 'typed',
    from: 'question',
    session: 'live',
    reach: { sides: 'both', bookkeeping: true },
  },
  {
    name: 'tapped',
    answer: 'tapped',
    from: 'answer',
    session: 'live',
    reach: { sides: 'after', bookkeeping: false, before: /^ack interactive$|^COMMIT INSERT INTO inbox/ },
  },
  {
    name: 'rough',
    answer: 'typed',
    from: 'question',
    session: 'live',
    trouble: roughDay,
    reach: { sides: 'after', bookkeeping: false, from: /chat\.postMessage$/, upTo: /delivery=delivered/ },
  },
  {
    name: 'refused',
    answer: 'typed',
    from: 'answer',
    session: 'none',
    reach: { sides: 'after', bookkeeping: false, from: /=(?:\S*\+)?sending/ },
  },
  {
    name: 'start',
    answer: 'typed',
    from: 'start',
    session: 'live',
    reach: { sides: 'both', bookkeeping: false, upTo: /^UPDATE inbox attempts/ },
  },
];
