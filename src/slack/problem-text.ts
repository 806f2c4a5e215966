import { escapeText } from '#blocks/escape.js';
import type { Problem } from '../replies/ports.js';

const TICKET: Record<Problem['ticket'], string> = {
  written: 'It is on the ticket.',
  pending: 'It will be on the ticket as soon as GitHub takes it.',
  none: 'This session has no ticket.',
  failed: 'It could not be written on the ticket either.',
};

/** The most a reason may have, in UTF-16 units: a service may name many candidates, and a line is read on a phone. */
const REASON_CHARS = 600;

function shortened(reason: string): string {
  return reason.length <= REASON_CHARS ? reason : `${reason.slice(0, REASON_CHARS).toWellFormed()}…`;
}

/** The thread message that says why a reply did not go all the way, as mrkdwn. */
export function problemText(problem: Problem): string {
  const reason = escapeText(shortened(problem.reason.replace(/\s+/g, ' ').trim().replace(/\.$/, '')));
  switch (problem.outcome) {
    case 'undelivered':
      return `⚠️ The answer did not reach the session: ${reason}. ${TICKET[problem.ticket]}`;
    case 'unknown':
      return `⚠️ Nobody knows whether the answer reached the session: ${reason}. It is not sent again, so that it cannot arrive twice; if the session still waits, answer once more. ${TICKET[problem.ticket]}`;
    case 'not-on-ticket':
      return `⚠️ The answer reached the session, but could not be written on the ticket: ${reason}.`;
  }
}
