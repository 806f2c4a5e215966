import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';
import type { InboxRow } from './inbox.js';
import { LONGEST_WAIT_MS } from './waits.js';

const claimed = z.array(
  z.object({
    ...{ id: z.string(), channel: z.string(), messageTs: z.string(), threadTs: z.string() },
    ...{ workItem: z.string(), actor: z.string(), text: z.string(), kind: z.enum(['reply', 'tap']) },
    mirror: z.enum(['pending', 'posting', 'blocked', 'mirrored', 'skipped', 'failed']),
    ...{ mirrorUrl: z.string().nullable(), mirrorError: z.string().nullable(), mirrorDue: z.boolean() },
    delivery: z.enum(['pending', 'sending', 'delivered', 'undeliverable', 'unknown']),
    ...{ deliveryError: z.string().nullable(), deliveryTries: z.number(), deliveryDue: z.boolean() },
    ...{
      attempts: z.number(),
      createdAt: z.date(),
      seenAt: z.date().nullable(),
      toldAt: z.date().nullable(),
    },
  }),
);

/**
 * Claims the oldest due replies that are not settled, in order per work item: a reply waits while an earlier one of the
 * same work item is still on its way to the session. All times are the database's.
 *
 * @param atMost how many
 * @param leaseMs how long the claims hold, in milliseconds
 * @param underWay rows that this process works on: never claimed, whatever the clock says of their lease
 * @returns the rows, in no order; fewer than `atMost` when no more are due
 */
export async function claimInbox(
  prisma: PrismaClient,
  atMost: number,
  leaseMs: number,
  underWay: ReadonlySet<string> = new Set(),
): Promise<InboxRow[]> {
  const rows: unknown = await prisma.$queryRaw`
    UPDATE inbox SET attempts = attempts + 1, lease_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    -- An array: it is made once, where a list could be made again for each row that is compared with it.
    WHERE id = ANY (ARRAY (
      SELECT i.id FROM inbox i
      WHERE i.settled_at IS NULL
        AND (i.due_at <= statement_timestamp()
          OR i.due_at > statement_timestamp() + ${LONGEST_WAIT_MS}::int * interval '1 millisecond')
        AND (i.lease_until IS NULL OR i.lease_until <= statement_timestamp()
          OR i.lease_until > statement_timestamp() + ${LONGEST_WAIT_MS}::int * interval '1 millisecond')
        AND i.id <> ALL(${[...underWay]}::uuid[])
        AND NOT EXISTS (
          SELECT 1 FROM inbox earlier
          WHERE earlier.work_item = i.work_item AND earlier.seq < i.seq AND earlier.settled_at IS NULL
            AND earlier.delivery IN ('pending', 'sending'))
      ORDER BY i.seq
      LIMIT ${atMost}
      FOR UPDATE OF i SKIP LOCKED))
    RETURNING id::text AS id, channel, message_ts AS "messageTs", thread_ts AS "threadTs", work_item AS "workItem", actor, text,
      kind::text AS kind, mirror::text AS mirror, mirror_url AS "mirrorUrl", mirror_error AS "mirrorError",
      delivery::text AS delivery, delivery_error AS "deliveryError", delivery_tries AS "deliveryTries", attempts,
      created_at AS "createdAt", seen_at AS "seenAt", told_at AS "toldAt",
      (mirror_due_at <= statement_timestamp()
        OR mirror_due_at > statement_timestamp() + ${LONGEST_WAIT_MS}::int * interval '1 millisecond') AS "mirrorDue",
      (delivery_due_at <= statement_timestamp()
        OR delivery_due_at > statement_timestamp() + ${LONGEST_WAIT_MS}::int * interval '1 millisecond') AS "deliveryDue"`;
  return claimed.parse(rows);
}
