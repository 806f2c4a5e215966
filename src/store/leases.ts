import type { PrismaClient } from './generated/client.js';

/**
 * Ends every claim. For a database that only this process can have open: whoever held a claim is gone, and what it was
 * about need not wait until the lease runs out.
 */
export async function endLeases(prisma: PrismaClient): Promise<void> {
  await prisma.$transaction([
    prisma.$executeRaw`UPDATE outbox SET lease_until = statement_timestamp() WHERE status = 'posting'`,
    prisma.$executeRaw`UPDATE inbox SET lease_until = NULL WHERE settled_at IS NULL`,
    // A redraw is claimed by moving the time it is due.
    prisma.$executeRaw`UPDATE outbox SET redraw_at = statement_timestamp() WHERE redraw_at > statement_timestamp()`,
  ]);
}
