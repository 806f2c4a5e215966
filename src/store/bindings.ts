import { SKEW_MS } from '../time/skew.js';
import { timeOfTs } from '../time/slack-ts.js';
import type { PrismaClient } from './generated/client.js';
import { WAIT_MS, whilePosting } from './posting.js';

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

const fields = { channel: true, threadTs: true, workItem: true } as const;

/** Bindings over the database. */
export function createBindings(prisma: PrismaClient): Bindings {
  return {
    async byThread(channel, threadTs) {
      const where = { channel_threadTs: { channel, threadTs } };
      const look = async () =>
        (await prisma.threadBinding.findUnique({ where, select: fields })) ?? undefined;
      const found = await look();
      // Any post may turn out to be the root, since a root can be deleted meanwhile, but none that came after it.
      const rooted = timeOfTs(threadTs);
      if (found || rooted === undefined) return found;
      const until = new Date(rooted.getTime() + SKEW_MS);
      return whilePosting(prisma, { until }, WAIT_MS.forAPost, look);
    },
    async byWorkItem(channel, workItem) {
      const where = { channel_workItem: { channel, workItem } };
      return (await prisma.threadBinding.findUnique({ where, select: fields })) ?? undefined;
    },
  };
}
