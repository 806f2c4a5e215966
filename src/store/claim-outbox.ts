import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';
import { LONGEST_WAIT_MS } from './waits.js';

const claimed = z.array(z.object({ id: z.string(), resumed: z.boolean() }));

/**
 * Claims the oldest due outbox row of a channel, in order per work item: a row waits while an earlier one of the same
 * work item is not posted, so a thread has one root however many replicas race. One that the operator made due again waits
 * for whichever is being posted, also for a later one. All times are the database's.
 *
 * @param leaseMs how long the claim holds, in milliseconds; after that another worker takes the row
 * @param underWay rows that this process works on: never claimed, whatever the clock says of their lease
 * @returns the row's id and whether an earlier claim may have posted it (`resumed`), or undefined when nothing is due
 */
export async function claimOutbox(
  prisma: PrismaClient,
  via: string,
  leaseMs: number,
  underWay: ReadonlySet<string> = new Set(),
): Promise<{ id: string; resumed: boolean } | undefined> {
  const rows: unknown = await prisma.$queryRaw`
    WITH next AS (
      SELECT o.id, o.status = 'posting' AS resumed
      FROM outbox o
      -- Literals: a partial index serves them, and no parameter.
      WHERE o.via = ${via} AND o.status IN ('pending', 'posting')
        AND (CASE o.status WHEN 'pending' THEN o.due_at WHEN 'posting' THEN o.lease_until END <= statement_timestamp()
          OR CASE o.status WHEN 'pending' THEN o.due_at WHEN 'posting' THEN o.lease_until END
            > statement_timestamp() + ${LONGEST_WAIT_MS}::int * interval '1 millisecond')
        AND o.id <> ALL(${[...underWay]}::uuid[])
        AND NOT EXISTS (
          SELECT 1 FROM outbox other
          WHERE other.via = o.via AND other.work_item = o.work_item AND other.status IN ('pending', 'posting')
            AND CASE WHEN o.status = 'posting' THEN other.status = 'posting' AND other.seq < o.seq
              ELSE other.status = 'posting' OR other.seq < o.seq END)
      ORDER BY o.seq
      LIMIT 1
      FOR UPDATE OF o SKIP LOCKED)
    UPDATE outbox SET status = 'posting', attempts = attempts + 1,
      lease_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    FROM next WHERE outbox.id = next.id
    RETURNING outbox.id::text AS id, next.resumed AS resumed`;
  return claimed.parse(rows)[0];
}
