import type { InboxRow } from '../store/inbox.js';
import type { Problem, Verdict } from './ports.js';

const TICKET: Record<InboxRow['mirror'], Problem['ticket']> = {
  pending: 'pending',
  posting: 'pending',
  blocked: 'pending',
  mirrored: 'written',
  skipped: 'none',
  failed: 'failed',
};

/** What to tell the member about a reply, once its delivery is decided; undefined before. */
export function verdictOf(row: InboxRow): Verdict | undefined {
  const ticket = TICKET[row.mirror];
  const undelivered = (outcome: Problem['outcome']): Problem => ({
    kind: 'problem',
    outcome,
    ticket,
    reason: row.deliveryError ?? 'no reason was given',
  });
  switch (row.delivery) {
    case 'pending':
    case 'sending':
      return undefined;
    case 'undeliverable':
      return undelivered('undelivered');
    case 'unknown':
      return undelivered('unknown');
    case 'delivered':
      // Passing trouble with the ticket mends itself; what needs a person is said.
      if (row.mirror !== 'failed' && row.mirror !== 'blocked') return { kind: 'ok' };
      return {
        kind: 'problem',
        outcome: 'not-on-ticket',
        ticket,
        reason: row.mirrorError ?? 'no reason was given',
      };
  }
}
