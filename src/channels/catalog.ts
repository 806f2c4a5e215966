/** An event we can post: how a message names it, and what it is told about. */
export type EventType = { words: string };

/** Every event of the catalog (contracts/the-loop.md), by name, with the words a message's first line says. */
export const EVENT_TYPES: ReadonlyMap<string, EventType> = new Map([
  ['session.awaiting_input', { words: 'Waiting for an answer' }],
  ['decision-pending', { words: 'A decision is pending' }],
  ['phase-approval-pending', { words: 'A phase waits for approval' }],
  ['pr-review-pending', { words: 'A pull request waits for review' }],
  ['security-sign-off-pending', { words: 'A security sign-off is pending' }],
  ['conflict-escalated', { words: 'Stuck, and escalated' }],
  ['work-item-complete', { words: 'Complete' }],
]);
