import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from './generated/client.js';

/** A work item's thread: Slack channel id, thread timestamp, work-item ref (R3.2). */
export type Binding = { channel: string; threadTs: string; workItem: string };

/** The thread bindings. Replies are read only in threads that have one (R4.4). */
export type Bindings = {
  /**
   * The binding of a thread, or undefined: then the thread is not ours. A message can be answered before the binding of
   * its thread is written, so while one is being posted this waits for it, 20 s at most.
   */
  byThread(channel: string, threadTs: string): Promise<Binding | undefined>;
  /** The thread of a work item in a channel, or undefined: then the next post opens one. */
  byWorkItem(channel: string, workItem: string): Promise<Binding | undefined>;
};

/** How long a reply waits for the post it may answer, and how often it looks; milliseconds. */
const OPENING_MS = 20_000;
const LOOK_MS = 100;

/** Our clock and Slack's may differ this much, in milliseconds. */
const SKEW_MS = 60_000;

/**
 * Whether a message is being posted that may be the thread's root: any may, since a root can be deleted meanwhile, but
 * none that was put in the outbox after the root was written.
 */
async function isPosting(prisma: PrismaClient, threadTs: string): Promise<boolean> {
  const rooted = new Date(Number(threadTs) * 1000 + SKEW_MS);
  if (Number.isNaN(rooted.getTime())) return false;
  const where = { status: 'posting' as const, createdAt: { lte: rooted } };
  return (await prisma.outboxItem.count({ where, take: 1 })) > 0;
}

const fields = { channel: true, threadTs: true, workItem: true } as const;

/** Bindings over the database. */
export function createBindings(prisma: PrismaClient): Bindings {
  return {
    async byThread(channel, threadTs) {
      const where = { channel_threadTs: { channel, threadTs } };
      const end = Date.now() + OPENING_MS;
      for (;;) {
        // Asked before the look-up: a post that ends between the two has written its binding.
        const posting = await isPosting(prisma, threadTs);
        const binding = await prisma.threadBinding.findUnique({ where, select: fields });
        if (binding) return binding;
        if (!posting || Date.now() > end) return undefined;
        await sleep(LOOK_MS);
      }
    },
    async byWorkItem(channel, workItem) {
      const where = { channel_workItem: { channel, workItem } };
      return (await prisma.threadBinding.findUnique({ where, select: fields })) ?? undefined;
    },
  };
}
