import type { EventLog } from '../eventlog/event-log.js';
import type { Inbox, InboxChange, InboxRow } from '../store/inbox.js';
import type { Job } from '../store/work-loop.js';
import { writeDown } from '../store/write-down.js';
import { stepDelivery } from './delivery-step.js';
import { mirrorIsOpen, type Steps, stepMirror } from './mirror-step.js';
import type { DeliveryPort, MirrorPort, TellPort } from './ports.js';
import { tellDelay } from './schedule.js';
import { verdictOf } from './verdict.js';

/** What the pipeline needs. */
export type PipelineDeps = {
  inbox: Inbox;
  mirror: MirrorPort;
  delivery: DeliveryPort;
  tell: TellPort;
  eventLog: EventLog;
  /** The replies that this process's workers have in hand, which they share. */
  underWay: Set<string>;
};

/**
 * A claim outlives a write on the ticket (at most 30 s), is renewed before it, and again every few seconds while a step
 * takes longer. So when a replica dies with an answer in hand, another goes on with it within 35 s; milliseconds.
 */
const LEASE_MS = 35_000;
const RENEW_MS = 8_000;

/** Another worker took the row over: this one stops without touching it again. */
class LeaseLost extends Error {}

/**
 * Claims replies that are due. The work on each takes it as far as it goes now: seen, on the ticket, into the session,
 * told (R5.2 to R5.4). What an outside call is about is in the database before the call, so a crash anywhere resumes without
 * losing or doubling. The ticket comes first; when it cannot be written just now, the session does not wait for it.
 */
export async function takeReplies(deps: PipelineDeps, atMost: number): Promise<Job[]> {
  const rows = await deps.inbox.claim(atMost, LEASE_MS, deps.underWay);
  for (const { id } of rows) deps.underWay.add(id);
  return rows.map((row) => () => underLease(deps, row));
}

async function underLease(deps: PipelineDeps, row: InboxRow): Promise<void> {
  // One that fails is made good by the next; what was lost meanwhile is found out by the write of the step.
  const renewing = setInterval(() => void deps.inbox.renew(row, LEASE_MS).catch(() => undefined), RENEW_MS);
  try {
    await processReply(deps, row);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    clearInterval(renewing);
    deps.underWay.delete(row.id);
  }
}

async function processReply(deps: PipelineDeps, claimed: InboxRow): Promise<void> {
  let row = claimed;
  let noted: InboxChange = {};
  const steps: Steps = {
    note(change) {
      noted = { ...noted, ...change };
      row = { ...row, ...change };
    },
    async keep(change = {}) {
      steps.note(change);
      if (Object.keys(noted).length === 0) return;
      if (!(await writeDown(() => deps.inbox.update(row, noted, LEASE_MS)))) throw new LeaseLost();
      noted = {};
    },
  };
  // Nothing waits for the first mark but the second: an answer need not be late because Slack is slow.
  const marking = row.seenAt === null ? deps.tell.seen(row) : Promise.resolve(true);
  // A failure is met below, or is no matter when a step fails before.
  marking.catch(() => undefined);
  const mirror = await stepMirror(deps, row, steps);
  const delivery = await stepDelivery(deps, row, steps);
  const seen = await marking;
  const verdict = verdictOf(row);
  let told = row.toldAt !== null;
  if (verdict && !told) {
    await steps.keep();
    told = await deps.tell.verdict(row, verdict);
  }
  const decided = verdict !== undefined && !mirrorIsOpen(row);
  // A first mark that Slack did not take is set after the verdict rather than never.
  if (decided && told && seen) {
    await steps.keep();
    return deps.inbox.settle(row);
  }
  if (seen && row.seenAt === null) steps.note({ seenAt: new Date() });
  await steps.keep(told && row.toldAt === null ? { toldAt: new Date() } : {});
  await deps.inbox.retryLater(row, { mirror, delivery, tell: tellDelay(row.attempts) });
}
