import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';

const claimed = z.array(z.object({ id: z.string(), resumed: z.boolean() }));

/**
 * Claims the oldest due outbox row of a channel, in order per work item: a row waits while an earlier one of the same
 * work item is not posted, so a thread has one root however many replicas race. All times are the database's.
 *
 * @param leaseMs how long the claim holds, in milliseconds; after that another worker takes the row
 * @returns the row's id and whether an earlier claim may have posted it (`resumed`), or undefined when nothing is due
 */
export async function claimOutbox(
  prisma: PrismaClient,
  via: string,
  leaseMs: number,
): Promise<{ id: string; resumed: boolean } | undefined> {
  const rows: unknown = await prisma.$queryRaw`
    WITH next AS (
      SELECT o.id, o.status = 'posting' AS resumed
      FROM outbox o
      WHERE o.via = ${via}
        AND ((o.status = 'pending' AND o.due_at <= statement_timestamp()) OR (o.status = 'posting' AND o.lease_until <= statement_timestamp()))
        AND NOT EXISTS (
          SELECT 1 FROM outbox earlier
          WHERE earlier.via = o.via AND earlier.work_item = o.work_item AND earlier.seq < o.seq
            AND earlier.status IN ('pending', 'posting'))
      ORDER BY o.seq
      LIMIT 1
      FOR UPDATE OF o SKIP LOCKED)
    UPDATE outbox SET status = 'posting', attempts = attempts + 1,
      lease_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    FROM next WHERE outbox.id = next.id
    RETURNING outbox.id::text AS id, next.resumed AS resumed`;
  return claimed.parse(rows)[0];
}
