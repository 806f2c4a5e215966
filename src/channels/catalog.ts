/** An event we can post: the words a message's first line says, and whether it asks for an answer. */
export type EventType = { words: string; asks: boolean };

/** Every event of the catalog (contracts/the-loop.md), by name. */
export const EVENT_TYPES: ReadonlyMap<string, EventType> = new Map([
  ['session.awaiting_input', { words: 'Waiting for an answer', asks: true }],
  ['decision-pending', { words: 'A decision is pending', asks: true }],
  ['phase-approval-pending', { words: 'A phase waits for approval', asks: true }],
  ['pr-review-pending', { words: 'A pull request waits for review', asks: true }],
  ['security-sign-off-pending', { words: 'A security sign-off is pending', asks: true }],
  ['conflict-escalated', { words: 'Stuck, and escalated', asks: false }],
  ['work-item-complete', { words: 'Complete', asks: false }],
]);
