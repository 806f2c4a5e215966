import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';

/** A work item's thread: Slack channel id, thread timestamp, work-item ref (R3.2). */
export type Binding = { channel: string; threadTs: string; workItem: string };

/** The thread bindings. Replies are read only in threads that have one (R4.4). */
export type Bindings = {
  /**
   * The binding of a thread, or undefined: then the thread is not ours. While a post that opens a thread is under way,
   * its message can be answered before its binding is written, so this waits for such posts, 20 s at most.
   */
  byThread(channel: string, threadTs: string): Promise<Binding | undefined>;
  /** The thread of a work item in a channel, or undefined: then the next post opens one. */
  byWorkItem(channel: string, workItem: string): Promise<Binding | undefined>;
};

/** How long a reply waits for the post it may answer, and how often it looks; milliseconds. */
const OPENING_MS = 20_000;
const LOOK_MS = 100;

const found = z.array(z.object({ opening: z.boolean() }));

/** Whether a message is being posted that may open a thread in the channel. */
async function isOpening(prisma: PrismaClient, channel: string): Promise<boolean> {
  const rows: unknown = await prisma.$queryRaw`
    SELECT EXISTS (
      SELECT 1 FROM outbox o
      WHERE o.status = 'posting' AND NOT EXISTS (
        SELECT 1 FROM thread_bindings b WHERE b.channel = ${channel} AND b.work_item = o.work_item)) AS opening`;
  return found.parse(rows)[0]?.opening === true;
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
        const opening = await isOpening(prisma, channel);
        const binding = await prisma.threadBinding.findUnique({ where, select: fields });
        if (binding) return binding;
        if (!opening || Date.now() > end) return undefined;
        await sleep(LOOK_MS);
      }
    },
    async byWorkItem(channel, workItem) {
      const where = { channel_workItem: { channel, workItem } };
      return (await prisma.threadBinding.findUnique({ where, select: fields })) ?? undefined;
    },
  };
}
