import type { Binding } from './bindings.js';
import { Prisma } from './generated/client.js';

/**
 * Deletes every row of work items that have no binding left, those that never got a thread too. Only what is done with:
 * a post that an operator tries again at this moment stays.
 */
export async function deleteItems(tx: Prisma.TransactionClient, workItems: readonly string[]): Promise<void> {
  const workItem = { in: [...workItems] };
  await tx.inboxItem.deleteMany({ where: { workItem, settledAt: { not: null } } });
  await tx.outboxItem.deleteMany({ where: { workItem, status: { in: ['posted', 'failed'] } } });
}

/**
 * Deletes the rows of threads that are bound no more, of work items that are bound elsewhere. What was posted stays, and
 * goes with the work item: a record of it that is heard again must not be posted again, in the other thread. Its questions
 * take no answer now, since nobody is heard there.
 */
export async function deleteThreads(
  tx: Prisma.TransactionClient,
  threads: readonly Binding[],
): Promise<void> {
  if (threads.length === 0) return;
  const gone = Prisma.sql`
    unnest(${threads.map(({ workItem }) => workItem)}::text[], ${threads.map(({ channel }) => channel)}::text[],
      ${threads.map(({ threadTs }) => threadTs)}::text[]) AS gone (work_item, channel, thread_ts)`;
  await tx.$executeRaw`
    DELETE FROM inbox i USING ${gone}
    WHERE i.work_item = gone.work_item AND i.channel = gone.channel AND i.thread_ts = gone.thread_ts
      AND i.settled_at IS NOT NULL`;
  // A line about an answer, that did not get there. Tried again, it would bind the thread anew, without its answers.
  await tx.$executeRaw`
    DELETE FROM outbox o USING ${gone}
    WHERE o.work_item = gone.work_item AND o.channel = gone.channel AND o.thread_ts = gone.thread_ts
      AND o.status = 'failed'`;
  await tx.$executeRaw`
    UPDATE outbox o SET question = 'superseded', redraw_at = NULL FROM ${gone}
    WHERE o.work_item = gone.work_item AND o.channel = gone.channel AND o.thread_ts = gone.thread_ts
      AND o.status = 'posted' AND o.question IN ('open', 'answered')`;
}
