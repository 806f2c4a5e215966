import type { EventLog } from '../eventlog/event-log.js';
import type { Inbox, InboxChange, InboxRow } from '../store/inbox.js';
import type { DeliveryPort, MirrorPort, Problem, TellPort, Verdict } from './ports.js';
import { deliveryDelay, mirrorDelay } from './schedule.js';

/** What the pipeline needs. */
export type PipelineDeps = {
  inbox: Inbox;
  mirror: MirrorPort;
  delivery: DeliveryPort;
  tell: TellPort;
  eventLog: EventLog;
  now: () => Date;
};

/** A claim outlives the slowest single step, and every step renews it; milliseconds. */
const LEASE_MS = 90_000;

/** Another worker took the row over: this one stops without touching it again. */
class LeaseLost extends Error {}

/**
 * Takes the next due reply one whole step further: seen, on the ticket, into the session, told (R5.2 to R5.4). Each
 * state is in the database before the next outside call, so that a crash anywhere resumes without losing or doubling.
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
  if (row.seenAt === null && (await deps.tell.seen(row))) await set({ seenAt: deps.now() });
  await stepMirror(deps, row, set);
  await stepDelivery(deps, row, set);
  const verdict = verdictOf(row);
  if (verdict && row.toldAt === null && (await deps.tell.verdict(row, verdict)))
    await set({ toldAt: deps.now() });

  const mirrorOpen = row.mirror === 'pending' || row.mirror === 'posting';
  const deliveryOpen = row.delivery === 'pending';
  if (!mirrorOpen && !deliveryOpen && row.toldAt !== null) return deps.inbox.settle(row);
  const delays = [
    ...(mirrorOpen ? [mirrorDelay(row.attempts)] : []),
    ...(deliveryOpen ? [deliveryDelay(row.deliveryTries)] : []),
  ];
  await deps.inbox.retryLater(row, delays.length > 0 ? Math.min(...delays) : mirrorDelay(row.attempts));
}

type Set = (change: InboxChange) => Promise<void>;

async function stepMirror(deps: PipelineDeps, row: InboxRow, set: Set): Promise<void> {
  if (row.mirror !== 'pending' && row.mirror !== 'posting') return;
  const { workItem: work_item, actor } = row;
  const mirrored = async (url: string) => {
    await set({ mirror: 'mirrored', mirrorUrl: url, mirrorError: null });
    await deps.eventLog.record({ event: 'channel.mirrored', channel: 'slack', work_item, actor });
  };
  const failed = async (error: string, change: InboxChange) => {
    const known = row.mirrorError === error;
    await set({ ...change, mirrorError: error });
    if (!known)
      await deps.eventLog.record({ event: 'channel.mirror_failed', channel: 'slack', work_item, error });
  };
  if (row.mirror === 'posting') {
    const found = await deps.mirror.find(row);
    if (found.kind === 'found') return mirrored(found.url);
    if (found.kind === 'retry') return failed(found.reason, {});
  }
  await set({ mirror: 'posting' });
  const result = await deps.mirror.write(row);
  switch (result.kind) {
    case 'mirrored':
      return mirrored(result.url);
    case 'skipped':
      await set({ mirror: 'skipped' });
      return deps.eventLog.record({
        event: 'channel.mirror_skipped',
        channel: 'slack',
        work_item,
        reason: result.reason,
      });
    case 'retry':
      return failed(result.reason, { mirror: 'pending' });
    case 'unknown':
      return failed(result.reason, {});
    case 'refused':
      // Told already while the ticket was still being tried: what was said no longer holds.
      return failed(result.reason, { mirror: 'failed', ...(row.toldAt === null ? {} : { toldAt: null }) });
  }
}

async function stepDelivery(deps: PipelineDeps, row: InboxRow, set: Set): Promise<void> {
  const dropped = () =>
    deps.eventLog.record({
      event: 'channel.dropped',
      channel: 'slack',
      work_item: row.workItem,
      actor: row.actor,
      reason: 'undeliverable',
    });
  if (row.delivery === 'sending') {
    // The call went out and its answer was never recorded: it may have arrived, so it is never made again.
    await set({ delivery: 'unknown', deliveryError: 'the app stopped while it was delivering' });
    return dropped();
  }
  if (row.delivery !== 'pending') return;
  const tries = row.deliveryTries + 1;
  await set({ delivery: 'sending', deliveryTries: tries });
  const result = await deps.delivery.deliver(row);
  switch (result.kind) {
    case 'delivered':
      return set({ delivery: 'delivered', deliveryError: null });
    case 'retry': {
      if (deliveryDelay(tries) !== Number.POSITIVE_INFINITY) {
        return set({ delivery: 'pending', deliveryError: result.reason });
      }
      await set({ delivery: 'undeliverable', deliveryError: result.reason });
      return dropped();
    }
    case 'undeliverable':
    case 'unknown':
      await set({ delivery: result.kind, deliveryError: result.reason });
      return dropped();
  }
}

function ticketState(mirror: InboxRow['mirror']): Problem['ticket'] {
  switch (mirror) {
    case 'mirrored':
      return 'written';
    case 'skipped':
      return 'none';
    case 'failed':
      return 'failed';
    case 'pending':
    case 'posting':
      return 'pending';
  }
}

/** What to tell the member, once the delivery is decided; undefined before. */
function verdictOf(row: InboxRow): Verdict | undefined {
  const ticket = ticketState(row.mirror);
  switch (row.delivery) {
    case 'pending':
    case 'sending':
      return undefined;
    case 'delivered':
      return ticket === 'failed'
        ? { kind: 'problem', ticket, outcome: 'not-on-ticket', reason: row.mirrorError ?? '' }
        : { kind: 'ok' };
    case 'undeliverable':
      return { kind: 'problem', ticket, outcome: 'undelivered', reason: row.deliveryError ?? '' };
    case 'unknown':
      return { kind: 'problem', ticket, outcome: 'unknown', reason: row.deliveryError ?? '' };
  }
}
