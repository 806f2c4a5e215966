import type { PrismaClient } from './generated/client.js';

/** A work item's thread: Slack channel id, thread timestamp, work-item ref (R3.2). */
export type Binding = { channel: string; threadTs: string; workItem: string };

/** The thread bindings. Replies are read only in threads that have one (R4.4). */
export type Bindings = {
  /** The binding of a thread, or undefined: then the thread is not ours. */
  byThread(channel: string, threadTs: string): Promise<Binding | undefined>;
  /** The thread of a work item in a channel, or undefined: then the next post opens one. */
  byWorkItem(channel: string, workItem: string): Promise<Binding | undefined>;
};

const fields = { channel: true, threadTs: true, workItem: true } as const;

/** Bindings over the database. */
export function createBindings(prisma: PrismaClient): Bindings {
  return {
    async byThread(channel, threadTs) {
      const where = { channel_threadTs: { channel, threadTs } };
      return (await prisma.threadBinding.findUnique({ where, select: fields })) ?? undefined;
    },
    async byWorkItem(channel, workItem) {
      const where = { channel_workItem: { channel, workItem } };
      return (await prisma.threadBinding.findUnique({ where, select: fields })) ?? undefined;
    },
  };
}
