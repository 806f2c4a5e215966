import { z } from 'zod';
import { Prisma, type PrismaClient } from './generated/client.js';
import { closeItems, takePruningTurn } from './item-lock.js';
import { deleteItems, deleteThreads } from './let-go.js';

/** Bindings let go in one transaction: few enough that nothing else waits long for its turn. */
const BATCH = 100;

const held = z.array(z.object({ id: z.string(), workItem: z.string() }));

const bindings = z.array(z.object({ channel: z.string(), threadTs: z.string(), workItem: z.string() }));

const items = z.array(z.object({ workItem: z.string() }));

const boundary = z.array(z.object({ at: z.date(), id: z.string() }));

/**
 * Keeps the newest bindings and lets go of the rest with all their rows, full texts included, so that the state stays
 * bounded (requirements, "State is local": oldest bindings dropped past a cap). What is still on its way keeps its binding.
 * A work item that another channel's binding keeps loses only what nobody asks about again.
 *
 * @param cap bindings to keep, 1 or more
 * @returns how many bindings were let go
 */
export async function pruneBindings(prisma: PrismaClient, cap: number): Promise<number> {
  const rows: unknown = await prisma.$queryRaw`
    SELECT last_traffic_at AS at, id::text AS id FROM thread_bindings
    ORDER BY last_traffic_at DESC, id DESC LIMIT 1 OFFSET ${cap}`;
  const [newest] = boundary.parse(rows);
  if (!newest) return 0;
  let gone = 0;
  for (;;) {
    const count = await letGo(prisma, newest);
    gone += count;
    if (count < BATCH) return gone;
  }
}

/** Nothing of the work item of the binding `b` is on its way. The states are literals: a partial index serves them. */
const IS_IDLE = Prisma.sql`
  NOT EXISTS (SELECT 1 FROM outbox o WHERE o.work_item = b.work_item AND o.status IN ('pending', 'posting'))
  AND NOT EXISTS (SELECT 1 FROM inbox i WHERE i.work_item = b.work_item AND i.settled_at IS NULL)`;

/** Lets go of the oldest bindings that are no newer than `newest`, a batch at most. */
function letGo(prisma: PrismaClient, newest: { at: Date; id: string }): Promise<number> {
  return prisma.$transaction(async (tx) => {
    // Of two replicas that let go of one thread each of a work item, both would see it bound by the other's.
    await takePruningTurn(tx);
    // An answer that is being taken in holds its binding: this waits for it, and then sees it among what is on its way.
    const rows: unknown = await tx.$queryRaw`
      SELECT id::text AS id, work_item AS "workItem" FROM thread_bindings b
      WHERE last_traffic_at <= ${newest.at} AND (last_traffic_at < ${newest.at} OR id <= ${newest.id}::uuid) AND ${IS_IDLE}
      ORDER BY last_traffic_at LIMIT ${BATCH} FOR UPDATE OF b`;
    const idle = held.parse(rows);
    const closed = new Set(await closeItems(tx, itemsOf(idle)));
    const ids = idle.flatMap(({ id, workItem }) => (closed.has(workItem) ? [id] : []));
    // Looked at once more: something may have been put meanwhile, and from here on nothing can.
    const deleted: unknown = await tx.$queryRaw`
      DELETE FROM thread_bindings b WHERE id = ANY(${ids}::uuid[]) AND ${IS_IDLE}
      RETURNING channel, thread_ts AS "threadTs", work_item AS "workItem"`;
    const gone = bindings.parse(deleted);
    const still: unknown = await tx.$queryRaw`
      SELECT DISTINCT work_item AS "workItem" FROM thread_bindings
      WHERE work_item = ANY(${itemsOf(gone)}::text[])`;
    const bound = new Set(itemsOf(items.parse(still)));
    const isBound = ({ workItem }: { workItem: string }) => bound.has(workItem);
    await deleteItems(tx, itemsOf(gone.filter((binding) => !isBound(binding))));
    await deleteThreads(tx, gone.filter(isBound));
    return gone.length;
  });
}

function itemsOf(rows: readonly { workItem: string }[]): string[] {
  return [...new Set(rows.map(({ workItem }) => workItem))];
}
