import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';

const claimed = z.array(z.object({ id: z.string(), mirrorDue: z.boolean(), deliveryDue: z.boolean() }));

/**
 * Claims the oldest due reply that is not settled, in order per work item: a reply waits while an earlier one of the
 * same work item is still on its way to the session. All times are the database's.
 *
 * @param leaseMs how long the claim holds, in milliseconds
 * @returns the row's id and which of its two ways is due, or undefined when nothing is
 */
export async function claimInbox(
  prisma: PrismaClient,
  leaseMs: number,
): Promise<{ id: string; mirrorDue: boolean; deliveryDue: boolean } | undefined> {
  const rows: unknown = await prisma.$queryRaw`
    UPDATE inbox SET attempts = attempts + 1, lease_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    WHERE id = (
      SELECT i.id FROM inbox i
      WHERE i.settled_at IS NULL AND i.due_at <= statement_timestamp() AND (i.lease_until IS NULL OR i.lease_until <= statement_timestamp())
        AND NOT EXISTS (
          SELECT 1 FROM inbox earlier
          WHERE earlier.work_item = i.work_item AND earlier.seq < i.seq AND earlier.settled_at IS NULL
            AND earlier.delivery IN ('pending', 'sending'))
      ORDER BY i.seq
      LIMIT 1
      FOR UPDATE OF i SKIP LOCKED)
    RETURNING id::text AS id, mirror_due_at <= statement_timestamp() AS "mirrorDue", delivery_due_at <= statement_timestamp() AS "deliveryDue"`;
  return claimed.parse(rows)[0];
}
