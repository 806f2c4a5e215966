import type { EventLog } from '../../eventlog/event-log.js';

/** What Bolt hands to each step of a message event or a press; only what our steps look at. */
export type StepArgs = {
  payload: unknown;
  body: unknown;
  context: { botUserId?: string };
  next: () => Promise<unknown>;
};

/** A step before a listener: it calls `next`, or ends it there. */
export type Step = (args: StepArgs) => Promise<void>;

/** What every drop needs: somewhere to record it. */
export type DropDeps = { eventLog: EventLog };
