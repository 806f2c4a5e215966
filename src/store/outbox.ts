import { claimOutbox } from './claim-outbox.js';
import { Claims } from './claims.js';
import { Prisma, type PrismaClient } from './generated/client.js';
import { holdItem } from './item-lock.js';
import { type QuestionState, type StoredChoice, storableChoices } from './questions.js';
import { storable } from './text.js';
import type { Place } from './threads.js';
import { bounded } from './waits.js';

/** What is put in the outbox: `key` names its source, so a second hearing of one record puts nothing. */
export type OutboxEntry = {
  key: string;
  workItem: string;
  eventType: string;
  text: string;
  url?: string | undefined;
  actor?: string | undefined;
  /** When its source said so; undefined for now. */
  saidAt?: Date | undefined;
  /** The thread it belongs to; undefined for the work item's own, wherever that is by then. */
  place?: Place | undefined;
  /** Whether it asks something: then it takes the place of what its work item was asked before. */
  asks?: boolean | undefined;
};

/** A claimed row. `resumed`: an earlier claim ran out, so the message may be in Slack already. */
export type OutboxRow = {
  id: string;
  workItem: string;
  eventType: string;
  text: string;
  url: string | null;
  actor: string | null;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  /** When it became due for its first post, or for the next after one that Slack did not take: it is in Slack no earlier. */
  dueAt: Date;
  /** Where it must go, when that was settled with it. */
  channel: string | null;
  threadTs: string | null;
  /** Whether its question still takes an answer; null when it asks none. */
  question: QuestionState;
  resumed: boolean;
};

/**
 * Where a row's message stands in Slack, and what it asks. `opensThread`: it is the root of its work item's thread.
 */
export type PostedAt = {
  channel: string;
  messageTs: string;
  threadTs: string;
  opensThread: boolean;
  ask?: string | undefined;
  choices?: readonly StoredChoice[];
};

/** One channel's outbox: `pending → posting (lease) → posted | failed`. */
export type Outbox = {
  /** @returns false when the key is known already: then nothing was written */
  put(entry: OutboxEntry): Promise<boolean>;
  /** @param underWay rows that this process works on, which are never claimed */
  claim(leaseMs: number, underWay?: ReadonlySet<string>): Promise<OutboxRow | undefined>;
  /**
   * Holds a claim for `leaseMs` from now.
   *
   * @returns false when it ran out and another worker has the row: then the caller stops
   */
  renew(row: OutboxRow, leaseMs: number): Promise<boolean>;
  /**
   * The `ts`, by Slack's clock, of the newest message of ours in the thread of a row in doubt that came before it. One that
   * failed, and was made due again by the operator while the row was in doubt, may have come after it.
   */
  newestIn(row: OutboxRow, channel: string, threadTs: string): Promise<string | undefined>;
  /**
   * Records the message and, when it opens a thread, the binding, in one transaction. A question that was answered in words
   * before it was known to be in Slack is closed with it.
   */
  posted(row: OutboxRow, at: PostedAt): Promise<void>;
  /** Gives the row back, due again after `delayMs`. */
  retryLater(row: OutboxRow, error: string, delayMs: number): Promise<void>;
  /** Whether Slack has the message is not known: the row stays `posting`, and is looked up in Slack after `delayMs`. */
  unsure(row: OutboxRow, error: string, delayMs: number): Promise<void>;
  fail(row: OutboxRow, error: string): Promise<void>;
  /** Ends the claims that this process still holds, after `delayMs`: a stop did not wait for their work. */
  release(delayMs: number): Promise<void>;
};

/** A source whose clock is further ahead than this says nothing of what came first. */
const AHEAD = Prisma.sql`interval '1 minute'`;

/** The outbox of the channel called `via`, over the database. */
export function createOutbox(prisma: PrismaClient, via: string): Outbox {
  const claims = new Claims();
  return {
    async put(entry) {
      const { key, workItem, eventType, saidAt, asks, place } = entry;
      // Before the wait for a work item that is let go just now: its keys go too, and what is heard again would be new.
      const known = { where: { via_key: { via, key } }, select: { id: true } } as const;
      if (await prisma.outboxItem.findUnique(known)) return false;
      return prisma.$transaction(async (tx) => {
        await holdItem(tx, workItem);
        const [row] = await tx.outboxItem.createManyAndReturn({
          data: [
            {
              ...{ via, key, workItem, eventType },
              text: storable(entry.text),
              url: entry.url ?? null,
              actor: entry.actor === undefined ? null : storable(entry.actor),
              ...(saidAt === undefined ? {} : { saidAt }),
              channel: place?.channel ?? null,
              threadTs: place?.threadTs ?? null,
              question: asks === true ? ('open' as const) : null,
            },
          ],
          skipDuplicates: true,
          select: { seq: true, saidAt: true },
        });
        if (!row) return false;
        if (asks === true) {
          await tx.$executeRaw`
            UPDATE outbox SET question = 'superseded', redraw_at = statement_timestamp(),
              redraw_version = redraw_version + 1, redraw_tries = 0
            WHERE via = ${via} AND work_item = ${workItem} AND question = 'open' AND seq < ${row.seq}
              AND (said_at <= ${row.saidAt} OR said_at > created_at + ${AHEAD})`;
          // One that is heard late, such as after another process asked the next: what was asked since has its place already.
          await tx.$executeRaw`
            UPDATE outbox SET question = 'superseded' WHERE via = ${via} AND seq = ${row.seq}
              AND EXISTS (
                SELECT 1 FROM outbox newer WHERE newer.via = ${via} AND newer.work_item = ${workItem}
                  AND newer.question IS NOT NULL AND newer.said_at > ${row.saidAt}
                  AND newer.said_at <= newer.created_at + ${AHEAD})`;
        }
        return true;
      });
    },
    async claim(leaseMs, underWay) {
      const claim = await claimOutbox(prisma, via, leaseMs, underWay);
      if (!claim) return undefined;
      const row = await prisma.outboxItem.findUniqueOrThrow({ where: { id: claim.id } });
      claims.hold(row);
      return { ...row, resumed: claim.resumed };
    },
    async renew(row, leaseMs) {
      const count = await prisma.$executeRaw`
        UPDATE outbox SET lease_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
        WHERE id = ${row.id}::uuid AND attempts = ${row.attempts} AND status = 'posting'`;
      return count > 0;
    },
    async newestIn({ workItem, dueAt }, channel, threadTs) {
      const newest = await prisma.outboxItem.findFirst({
        where: { via, workItem, channel, threadTs, status: 'posted', dueAt: { lte: dueAt } },
        orderBy: { seq: 'desc' },
        select: { messageTs: true },
      });
      return newest?.messageTs ?? undefined;
    },
    async posted(row, at) {
      const { channel, messageTs, threadTs, ask, choices = [] } = at;
      const mark = prisma.outboxItem.update({
        where: { id: row.id },
        data: {
          ...{ status: 'posted' as const, leaseUntil: null, lastError: null, postedAt: new Date() },
          ...{ channel, messageTs, threadTs },
          ask: ask === undefined ? null : storable(ask),
          choices: storableChoices(choices),
        },
      });
      const { workItem } = row;
      const binding = prisma.$executeRaw`
        INSERT INTO thread_bindings AS known (channel, thread_ts, work_item) VALUES (${channel}, ${threadTs}, ${workItem})
        ON CONFLICT (channel, work_item) DO UPDATE SET last_traffic_at = statement_timestamp(),
          thread_ts = CASE WHEN ${at.opensThread}::boolean THEN excluded.thread_ts ELSE known.thread_ts END,
          read_ts = CASE WHEN ${at.opensThread}::boolean THEN NULL ELSE known.read_ts END`;
      // Last, since the binding is what taking an answer in waits for: one that was given up waiting for this row is there.
      const answered = prisma.$executeRaw`
        UPDATE outbox SET question = 'answered', answered_by = answer.id,
          redraw_at = statement_timestamp(), redraw_version = redraw_version + 1, redraw_tries = 0
        FROM (
          SELECT id FROM inbox
          WHERE work_item = ${workItem} AND channel = ${channel} AND thread_ts = ${threadTs} AND kind = 'reply'
            AND message_ts::numeric > ${messageTs}::numeric AND delivery NOT IN ('undeliverable', 'unknown')
            AND NOT EXISTS (SELECT 1 FROM outbox AS other WHERE other.answered_by = inbox.id)
          ORDER BY message_ts::numeric LIMIT 1) AS answer
        WHERE outbox.id = ${row.id}::uuid AND question = 'open'`;
      await prisma.$transaction([mark, binding, ...(row.question === null ? [] : [answered])]);
      claims.drop(row);
    },
    // `attempts` grows with every claim, so it fences out a worker that outlived its lease.
    async retryLater(row, error, delayMs) {
      await prisma.$executeRaw`
        UPDATE outbox SET status = 'pending', lease_until = NULL, last_error = ${storable(error)},
          due_at = statement_timestamp() + ${bounded(delayMs)}::int * interval '1 millisecond'
        WHERE id = ${row.id}::uuid AND attempts = ${row.attempts} AND status = 'posting'`;
      claims.drop(row);
    },
    async unsure(row, error, delayMs) {
      await prisma.$executeRaw`
        UPDATE outbox SET last_error = ${storable(error)}, lease_until = statement_timestamp() + ${bounded(delayMs)}::int * interval '1 millisecond'
        WHERE id = ${row.id}::uuid AND attempts = ${row.attempts} AND status = 'posting'`;
      claims.drop(row);
    },
    async fail(row, error) {
      await prisma.outboxItem.updateMany({
        where: { id: row.id, attempts: row.attempts, status: 'posting' },
        data: { status: 'failed', leaseUntil: null, lastError: storable(error) },
      });
      claims.drop(row);
    },
    async release(delayMs) {
      for (const { id, attempts } of claims.held) {
        await prisma.$executeRaw`
          UPDATE outbox SET lease_until = LEAST(lease_until, statement_timestamp() + ${delayMs}::int * interval '1 millisecond')
          WHERE id = ${id}::uuid AND attempts = ${attempts} AND status = 'posting'`;
      }
    },
  };
}
