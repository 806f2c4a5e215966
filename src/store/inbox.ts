import { z } from 'zod';
import { claimInbox } from './claim-inbox.js';
import { Claims } from './claims.js';
import { Prisma, type PrismaClient } from './generated/client.js';
import { storable } from './text.js';
import { bounded } from './waits.js';

/** An accepted answer as Slack gave it. Unique per channel and message `ts` (R4.6). */
export type InboxEntry = {
  channel: string;
  messageTs: string;
  threadTs: string;
  workItem: string;
  actor: string;
  text: string;
};

/**
 * Where the mirror comment stands. `posting`: a call may have gone out that nobody saw the answer of. `blocked`: it is
 * tried on, but only someone who mends the setup will make it work.
 */
export type MirrorState = 'pending' | 'posting' | 'blocked' | 'mirrored' | 'skipped' | 'failed';

/** Where the delivery stands; `sending` means a call may have gone out that nobody saw the answer of. */
export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'undeliverable' | 'unknown';

/** A claimed reply. The `…At` fields are null until that step is done. */
export type InboxRow = InboxEntry & {
  id: string;
  /** Typed in the thread, or a tap on a control: a tap has no message to mark. */
  kind: 'reply' | 'tap';
  mirror: MirrorState;
  mirrorUrl: string | null;
  mirrorError: string | null;
  delivery: DeliveryState;
  deliveryError: string | null;
  deliveryTries: number;
  attempts: number;
  createdAt: Date;
  seenAt: Date | null;
  toldAt: Date | null;
  /** Whether the ticket may be tried now, and the session. Each has its own clock. */
  mirrorDue: boolean;
  deliveryDue: boolean;
};

/** How long to leave each way of a reply alone, in milliseconds; undefined leaves its time as it is. */
export type Waits = { mirror: number | undefined; delivery: number | undefined; tell: number };

/** The fields a step may set; each call is one commit, made before the next outside call. */
export type InboxChange = Partial<
  Pick<
    InboxRow,
    | 'mirror'
    | 'mirrorUrl'
    | 'mirrorError'
    | 'delivery'
    | 'deliveryError'
    | 'deliveryTries'
    | 'seenAt'
    | 'toldAt'
  >
>;

/** The accepted replies on their way to the ticket and the session. */
export type Inbox = {
  /**
   * @param underWay rows that this process works on, which are never claimed
   * @returns fewer than `atMost` when no more are due
   */
  claim(atMost: number, leaseMs: number, underWay?: ReadonlySet<string>): Promise<InboxRow[]>;
  /** Holds a claim for `leaseMs` from now; nothing when it was given back or another worker has the row. */
  renew(row: InboxRow, leaseMs: number): Promise<void>;
  /**
   * Records a step and renews the lease.
   *
   * @returns false when the claim ran out and another worker has the row: then nothing was written, and the caller stops
   */
  update(row: InboxRow, change: InboxChange, leaseMs: number): Promise<boolean>;
  /** Gives the row back, due again when the first of its open ways is; nothing when another worker has it. */
  retryLater(row: InboxRow, waits: Waits): Promise<void>;
  /** Nothing is left to do for this reply, which was marked and its member told; nothing when another worker has it. */
  settle(row: InboxRow): Promise<void>;
  /** Ends the claims that this process still holds, after `delayMs`: a stop did not wait for their work. */
  release(delayMs: number): Promise<void>;
};

/** A change as assignments. What services said may hold anything. */
function assignments(change: InboxChange): Prisma.Sql[] {
  const text = (value: string | null) => (value === null ? null : storable(value));
  const set: Prisma.Sql[] = [];
  const { mirror, mirrorUrl, mirrorError, delivery, deliveryError, deliveryTries, seenAt, toldAt } = change;
  if (mirror !== undefined) set.push(Prisma.sql`mirror = ${mirror}::mirror_status`);
  if (mirrorUrl !== undefined) set.push(Prisma.sql`mirror_url = ${text(mirrorUrl)}`);
  if (mirrorError !== undefined) set.push(Prisma.sql`mirror_error = ${text(mirrorError)}`);
  if (delivery !== undefined) set.push(Prisma.sql`delivery = ${delivery}::delivery_status`);
  if (deliveryError !== undefined) set.push(Prisma.sql`delivery_error = ${text(deliveryError)}`);
  if (deliveryTries !== undefined) set.push(Prisma.sql`delivery_tries = ${deliveryTries}::int`);
  if (seenAt !== undefined) set.push(Prisma.sql`seen_at = ${seenAt}::timestamptz`);
  if (toldAt !== undefined) set.push(Prisma.sql`told_at = ${toldAt}::timestamptz`);
  return set;
}

const counted = z.tuple([z.object({ count: z.number() })]);

/** Steps under way look the same to a member as those not begun; these are what a question's message shows. */
const SHOWN: ReadonlySet<string | undefined> = new Set<MirrorState | DeliveryState>([
  ...(['mirrored', 'skipped', 'blocked', 'failed'] as const),
  ...(['delivered', 'undeliverable', 'unknown'] as const),
]);

function isShown({ mirror, delivery }: InboxChange): boolean {
  return SHOWN.has(mirror) || SHOWN.has(delivery);
}

/** The inbox over the database. */
export function createInbox(prisma: PrismaClient): Inbox {
  const claims = new Claims();
  return {
    async claim(atMost, leaseMs, underWay) {
      const rows = await claimInbox(prisma, atMost, leaseMs, underWay);
      for (const row of rows) claims.hold(row);
      return rows;
    },
    async renew(row, leaseMs) {
      await prisma.$executeRaw`
        UPDATE inbox SET lease_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
        WHERE id = ${row.id}::uuid AND attempts = ${row.attempts} AND lease_until IS NOT NULL`;
    },
    async update(row, change, leaseMs) {
      // `attempts` grows with every claim, so it fences out a worker that outlived its lease.
      const step = Prisma.sql`
        UPDATE inbox SET ${Prisma.join(assignments(change))},
          lease_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
        WHERE id = ${row.id}::uuid AND attempts = ${row.attempts} AND settled_at IS NULL`;
      if (!isShown(change)) return (await prisma.$executeRaw(step)) > 0;
      const reachedNobody = Prisma.sql`${change.delivery === 'undeliverable' || change.delivery === 'unknown'}::boolean`;
      const isStillAsked = Prisma.sql`(question = 'answered' AND closed_by IS NULL AND NOT EXISTS (
        SELECT 1 FROM outbox newer WHERE newer.via = outbox.via AND newer.work_item = outbox.work_item
          AND newer.seq > outbox.seq AND newer.question IS NOT NULL))`;
      const rows: unknown = await prisma.$queryRaw`
        WITH step AS (${step} RETURNING id, seq, work_item, channel, thread_ts),
        next AS (
          SELECT inbox.id FROM step JOIN inbox USING (work_item, channel, thread_ts)
          WHERE ${reachedNobody} AND inbox.seq > step.seq AND inbox.delivery NOT IN ('undeliverable', 'unknown')
            AND NOT EXISTS (SELECT 1 FROM outbox WHERE answered_by = inbox.id)
          ORDER BY inbox.seq LIMIT 1),
        redraw AS (
          UPDATE outbox SET redraw_at = statement_timestamp(), redraw_version = redraw_version + 1, redraw_tries = 0,
            -- An answer that reached nobody, as far as is known, leaves the question to the next answer that did or may.
            answered_by = CASE WHEN ${isStillAsked} THEN COALESCE(next.id, answered_by) ELSE answered_by END,
            -- Without one it is open: choosing again can help.
            question = CASE WHEN ${reachedNobody} AND next.id IS NULL AND ${isStillAsked} THEN 'open' ELSE question END
          FROM step LEFT JOIN next ON true WHERE answered_by = step.id)
        SELECT count(*)::int AS count FROM step`;
      return counted.parse(rows)[0].count > 0;
    },
    async retryLater(row, { mirror, delivery, tell }) {
      await prisma.$executeRaw`
        WITH next AS (
          SELECT id,
            COALESCE(statement_timestamp() + ${mirror === undefined ? null : bounded(mirror)}::int * interval '1 millisecond', mirror_due_at) AS mirror_at,
            COALESCE(statement_timestamp() + ${delivery === undefined ? null : bounded(delivery)}::int * interval '1 millisecond', delivery_due_at) AS delivery_at,
            statement_timestamp() + ${tell}::int * interval '1 millisecond' AS tell_at
          FROM inbox WHERE id = ${row.id}::uuid AND attempts = ${row.attempts})
        UPDATE inbox SET lease_until = NULL, mirror_due_at = mirror_at, delivery_due_at = delivery_at,
          due_at = COALESCE(LEAST(
            CASE WHEN mirror IN ('pending', 'posting', 'blocked') THEN mirror_at END,
            CASE WHEN delivery = 'pending' THEN delivery_at END,
            CASE WHEN delivery NOT IN ('pending', 'sending') AND told_at IS NULL THEN tell_at END), tell_at)
        FROM next WHERE inbox.id = next.id`;
      claims.drop(row);
    },
    async settle(row) {
      await prisma.$executeRaw`
        UPDATE inbox SET lease_until = NULL, settled_at = statement_timestamp(),
          seen_at = COALESCE(seen_at, statement_timestamp()), told_at = COALESCE(told_at, statement_timestamp())
        WHERE id = ${row.id}::uuid AND attempts = ${row.attempts}`;
      claims.drop(row);
    },
    async release(delayMs) {
      for (const { id, attempts } of claims.held) {
        await prisma.$executeRaw`
          UPDATE inbox SET lease_until = LEAST(lease_until, statement_timestamp() + ${delayMs}::int * interval '1 millisecond')
          WHERE id = ${id}::uuid AND attempts = ${attempts} AND settled_at IS NULL`;
      }
    },
  };
}
