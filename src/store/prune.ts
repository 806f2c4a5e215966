import type { PrismaClient } from './generated/client.js';

/**
 * Keeps the newest bindings and lets go of the rest with all their rows, full texts included, so that the state stays
 * bounded (requirements, "State is local": oldest bindings dropped past a cap). What is still on its way keeps its binding.
 *
 * @param cap bindings to keep, 1 or more
 * @returns how many bindings were let go
 */
export async function pruneBindings(prisma: PrismaClient, cap: number): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const old = await tx.threadBinding.findMany({
      orderBy: [{ lastTrafficAt: 'desc' }, { id: 'asc' }],
      skip: cap,
      select: { id: true, workItem: true },
    });
    if (old.length === 0) return 0;
    const workItem = { in: old.map((binding) => binding.workItem) };
    const [posting, answering] = await Promise.all([
      tx.outboxItem.findMany({
        where: { workItem, status: { in: ['pending', 'posting'] } },
        select: { workItem: true },
      }),
      tx.inboxItem.findMany({ where: { workItem, settledAt: null }, select: { workItem: true } }),
    ]);
    const busy = new Set([...posting, ...answering].map((row) => row.workItem));
    const gone = old.filter((binding) => !busy.has(binding.workItem));
    const items = { workItem: { in: gone.map((binding) => binding.workItem) } };
    await tx.inboxItem.deleteMany({ where: items });
    await tx.outboxItem.deleteMany({ where: items });
    const { count } = await tx.threadBinding.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
    return count;
  });
}
