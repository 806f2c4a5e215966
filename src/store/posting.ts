import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';

/**
 * How long something waits for a post it may be about, in milliseconds. A post whose process died is taken over after its
 * lease of 20 s and looked for in Slack then: what means nothing without the post is worth the wait for that, too.
 */
export const WAIT_MS = { forAPost: 20_000, forOneInDoubt: 60_000 };

/**
 * The first and longest pause between looks, in milliseconds: with a short one throughout, hundreds that wait would keep the
 * database from the posts that they wait for.
 */
const LOOK_MS = { first: 50, longest: 1_000 };

/**
 * Which posts are meant: that one, or those of a channel or a work item, or of these what `asks` something; and none that
 * came later than `until`.
 */
export type Which = { id?: string; via?: string; workItem?: string; asks?: boolean; until?: Date };

const answer = z.tuple([z.object({ posting: z.boolean() })]);

/** Whether a message is being posted, or may have been: its row does not say yet where it is. */
async function isPosting(prisma: PrismaClient, which: Which): Promise<boolean> {
  const { id = null, via = null, workItem = null, asks = false, until = null } = which;
  const rows: unknown = await prisma.$queryRaw`
    SELECT EXISTS (
      SELECT 1 FROM outbox WHERE status = 'posting'
        AND (${id}::uuid IS NULL OR id = ${id}::uuid) AND (${via}::text IS NULL OR via = ${via})
        AND (${workItem}::text IS NULL OR work_item = ${workItem})
        AND (NOT ${asks}::boolean OR question IS NOT NULL)
        AND (${until}::timestamptz IS NULL OR created_at <= ${until}::timestamptz)) AS posting`;
  return answer.parse(rows)[0].posting;
}

/**
 * Waits while a message is being posted, `mostMs` at most: in Slack it can be answered before its row is written.
 *
 * @param until ends the wait early with the first value that is not undefined
 */
export async function whilePosting<T>(
  prisma: PrismaClient,
  which: Which,
  mostMs: number,
  until: () => Promise<T | undefined> = async () => undefined,
): Promise<T | undefined> {
  const end = performance.now() + mostMs;
  for (let pause = LOOK_MS.first; ; pause = Math.min(LOOK_MS.longest, pause * 2)) {
    // Asked before the look: a post that ends between the two has written what is looked for.
    const posting = await isPosting(prisma, which);
    const found = await until();
    if (found !== undefined || !posting || performance.now() > end) return found;
    await sleep(pause);
  }
}
