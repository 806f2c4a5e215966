import type { EventLog } from '../eventlog/event-log.js';
import type { Inbox, InboxChange, InboxRow } from '../store/inbox.js';
import type { Outbox } from '../store/outbox.js';
import type { Counts, DeliveryOutcome } from './metrics.js';

/** Since `start`, by this machine's clock; the database's, which set it, may be a little ahead. */
function secondsSince(start: Date): number {
  return Math.max(0, (Date.now() - start.getTime()) / 1000);
}

/** An outbox whose posts are counted once they are written down. */
export function countPosts(outbox: Outbox, counts: Counts): Outbox {
  return {
    ...outbox,
    async posted(row, at) {
      await outbox.posted(row, at);
      counts.post('posted', secondsSince(row.createdAt));
    },
    async retryLater(row, error, delayMs) {
      await outbox.retryLater(row, error, delayMs);
      counts.post('retried');
    },
    async unsure(row, error, delayMs) {
      await outbox.unsure(row, error, delayMs);
      counts.post('unsure');
    },
    async fail(row, error) {
      await outbox.fail(row, error);
      counts.post('failed');
    },
  };
}

const DECIDED: ReadonlySet<string | undefined> = new Set<DeliveryOutcome>([
  'delivered',
  'undeliverable',
  'unknown',
]);

function isDecided(delivery: InboxChange['delivery']): delivery is DeliveryOutcome {
  return DECIDED.has(delivery);
}

function countChange(counts: Counts, { createdAt }: InboxRow, change: InboxChange): void {
  const { mirror, mirrorError, delivery } = change;
  if (mirror === 'mirrored') counts.mirror(mirror, secondsSince(createdAt));
  else if (mirror === 'skipped' || mirror === 'failed') counts.mirror(mirror);
  else if (mirror !== undefined && typeof mirrorError === 'string') counts.mirror('retried');
  if (isDecided(delivery)) {
    counts.delivery(delivery, delivery === 'delivered' ? secondsSince(createdAt) : undefined);
  }
}

/** An inbox whose answers are counted as they reach ticket and session. */
export function countReplies(inbox: Inbox, counts: Counts): Inbox {
  return {
    ...inbox,
    async update(row, change, leaseMs) {
      const written = await inbox.update(row, change, leaseMs);
      if (written) countChange(counts, row, change);
      return written;
    },
  };
}

/** An event log whose answers taken in and drops are counted. */
export function countEvents(eventLog: EventLog, counts: Counts): EventLog {
  return {
    async record(entry) {
      if (entry.event === 'channel.reply_received') counts.received();
      if (entry.event === 'channel.dropped') counts.drop(entry.reason);
      await eventLog.record(entry);
    },
  };
}
