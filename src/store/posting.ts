import { setTimeout as sleep } from 'node:timers/promises';
import type { Prisma, PrismaClient } from './generated/client.js';

/** Our clock and Slack's may differ this much, in milliseconds. */
export const SKEW_MS = 60_000;

/** How long something waits for a post it may be about, in milliseconds, and the first and longest pause between looks. */
const LONGEST_MS = 20_000;
const LOOK_MS = { first: 50, longest: 1_000 };

/** Whether a message is being posted, or may have been: its row does not say yet where it is. */
async function isPosting(prisma: PrismaClient, which: Prisma.OutboxItemWhereInput): Promise<boolean> {
  return (await prisma.outboxItem.count({ where: { ...which, status: 'posting' }, take: 1 })) > 0;
}

/**
 * Waits while a message is being posted, 20 s at most: in Slack it can be answered before its row is written.
 *
 * @param until ends the wait early with the first value that is not undefined
 */
export async function whilePosting<T>(
  prisma: PrismaClient,
  which: Prisma.OutboxItemWhereInput,
  until: () => Promise<T | undefined> = async () => undefined,
): Promise<T | undefined> {
  const end = Date.now() + LONGEST_MS;
  for (let pause = LOOK_MS.first; ; pause = Math.min(LOOK_MS.longest, pause * 2)) {
    // Asked before the look: a post that ends between the two has written what is looked for.
    const posting = await isPosting(prisma, which);
    const found = await until();
    if (found !== undefined || !posting || Date.now() > end) return found;
    await sleep(pause);
  }
}
