import type { EventLog } from '../eventlog/event-log.js';
import type { Inbox, InboxChange, InboxRow } from '../store/inbox.js';
import { stepDelivery } from './delivery-step.js';
import { mirrorIsOpen, stepMirror } from './mirror-step.js';
import type { DeliveryPort, MirrorPort, TellPort } from './ports.js';
import { verdictOf } from './verdict.js';

/** What the pipeline needs. */
export type PipelineDeps = {
  inbox: Inbox;
  mirror: MirrorPort;
  delivery: DeliveryPort;
  tell: TellPort;
  eventLog: EventLog;
};

/** A claim outlives the slowest single step, and every step renews it; milliseconds. */
const LEASE_MS = 90_000;

/** How soon a mark or a line that Slack did not take is tried again, in milliseconds. */
const TELL_AGAIN_MS = 5_000;

/** Another worker took the row over: this one stops without touching it again. */
class LeaseLost extends Error {}

/**
 * Takes the next due reply as far as it goes now: seen, on the ticket, into the session, told (R5.2 to R5.4). Each state
 * is in the database before the next outside call, so a crash anywhere resumes without losing or doubling. The ticket
 * comes first; when it cannot be written just now, the session does not wait for it.
 *
 * @returns whether there was one
 */
export async function processNext(deps: PipelineDeps): Promise<boolean> {
  const row = await deps.inbox.claim(LEASE_MS);
  if (!row) return false;
  try {
    await processReply(deps, row);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
  return true;
}

async function processReply(deps: PipelineDeps, claimed: InboxRow): Promise<void> {
  let row = claimed;
  const set = async (change: InboxChange) => {
    if (!(await deps.inbox.update(row, change, LEASE_MS))) throw new LeaseLost();
    row = { ...row, ...change };
  };
  if (row.seenAt === null && (await deps.tell.seen(row))) await set({ seenAt: new Date() });
  const mirror = await stepMirror(deps, row, set);
  const delivery = await stepDelivery(deps, row, set);
  const verdict = verdictOf(row);
  if (verdict && row.toldAt === null && (await deps.tell.verdict(row, verdict)))
    await set({ toldAt: new Date() });

  const decided = verdict !== undefined && !mirrorIsOpen(row);
  if (decided && row.toldAt !== null) return deps.inbox.settle(row);
  await deps.inbox.retryLater(row, { mirror, delivery, tell: TELL_AGAIN_MS });
}
