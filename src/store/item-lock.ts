import { z } from 'zod';
import type { Prisma } from './generated/client.js';

/** Any fixed number of ours: the first half of the advisory lock's key; the second is the hash of the work item. */
const ITEM_LOCK = 7_041_116;

/**
 * Keeps a work item from being let go (`pruneBindings`) and from getting anything else to post until the transaction ends,
 * and waits while either happens: what is put later has a later `seq`, and nothing is claimed before what it comes after can
 * be seen. For whatever gives a work item something to post: a row cannot be locked for it, since a new work item has none.
 */
export async function holdItem(tx: Prisma.TransactionClient, workItem: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ITEM_LOCK}::int, hashtext(${workItem}))`;
}

const closed = z.array(z.object({ workItem: z.string(), closed: z.boolean() }));

/**
 * Keeps work items from getting anything new to post until the transaction ends. Waits for nobody.
 *
 * @returns those that are kept so; the others are getting something at this moment
 */
export async function closeItems(
  tx: Prisma.TransactionClient,
  workItems: readonly string[],
): Promise<string[]> {
  const rows: unknown = await tx.$queryRaw`
    SELECT item AS "workItem", pg_try_advisory_xact_lock(${ITEM_LOCK}::int, hashtext(item)) AS closed
    FROM unnest(${[...workItems]}::text[]) AS item`;
  return closed.parse(rows).flatMap((row) => (row.closed ? [row.workItem] : []));
}

/** Lets one transaction at a time let work items go: waits for its turn, and has it until the transaction ends. */
export async function takePruningTurn(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ITEM_LOCK}::bigint)`;
}
