import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';

const rows = z.array(
  z.object({
    queue: z.enum(['outbox', 'inbox', 'redraw']),
    waiting: z.number().int(),
    oldestSeconds: z.number(),
  }),
);

/** What waits in one queue: how many, and how long the oldest has waited, in seconds (0 when there is none). */
export type QueueBacklog = z.infer<typeof rows>[number];

/**
 * Counts what waits to be posted, answers on their way to ticket and session, and messages whose picture in Slack is due
 * to be drawn anew. By the database's clock, and for all replicas together.
 */
export async function countBacklog(prisma: PrismaClient): Promise<QueueBacklog[]> {
  const found: unknown = await prisma.$queryRaw`
    SELECT queue, waiting::int AS waiting,
      GREATEST(0, COALESCE(EXTRACT(EPOCH FROM statement_timestamp() - since), 0))::float8 AS "oldestSeconds"
    FROM (
      SELECT 'outbox' AS queue, count(*) AS waiting, min(created_at) AS since
      FROM outbox WHERE status IN ('pending', 'posting')
      UNION ALL
      SELECT 'inbox', count(*), min(created_at) FROM inbox WHERE settled_at IS NULL
      UNION ALL
      SELECT 'redraw', count(*), min(redraw_at)
      FROM outbox WHERE status = 'posted' AND redraw_at <= statement_timestamp()
    ) AS queues`;
  return rows.parse(found);
}
