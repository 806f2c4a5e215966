/** What `outbox` does; `list` unless told. */
export const OUTBOX_ACTIONS = ['list', 'retry', 'drop'] as const;
export type OutboxAction = (typeof OUTBOX_ACTIONS)[number];
