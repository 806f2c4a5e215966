import { z } from 'zod';
import type { Changed, Overview, PostLine, ReplyLine, ThreadLine, Waiting } from '../operator/operator.js';
import type { PrismaClient } from './generated/client.js';
import { holdItem } from './item-lock.js';

/** The most posts and answers that one look gives. */
const MOST = { posts: 500, replies: 200, threads: 10_000 };

/** What a post is called that an operator gave up. */
const DROPPED = 'dropped by the operator';

/** The cursor that says when Slack last sent an event from a channel. */
const EVENTS = 'slack-events:';

/** The name of that cursor. */
export const eventsFrom = (channel: string): string => `${EVENTS}${channel}`;

const counts = z.array(z.object({ workItem: z.string(), channel: z.string(), open: z.int() }));

const iso = (date: Date): string => date.toISOString();

function waiting(
  row: { workItem: string; createdAt: Date; attempts: number } | null,
  error: string | null,
): Waiting | undefined {
  if (!row) return undefined;
  return { workItem: row.workItem, since: iso(row.createdAt), tries: row.attempts, error };
}

const postCounts = z.tuple([
  z.object({ openQuestions: z.int(), waiting: z.int(), failed: z.int(), oldest: z.string().nullable() }),
]);

/** The posts in numbers. Of a million all but a few are done with, and partial indexes know which: hence literals. */
async function countPosts(prisma: PrismaClient): Promise<z.infer<typeof postCounts>[0]> {
  const rows: unknown = await prisma.$queryRaw`
    SELECT
      (SELECT count(*)::int FROM outbox WHERE status = 'posted' AND question = 'open') AS "openQuestions",
      (SELECT count(*)::int FROM outbox WHERE status IN ('pending', 'posting')) AS waiting,
      (SELECT count(*)::int FROM outbox WHERE status = 'failed' AND last_error IS DISTINCT FROM ${DROPPED}) AS failed,
      (SELECT id::text FROM outbox WHERE status IN ('pending', 'posting') ORDER BY seq LIMIT 1) AS oldest`;
  return postCounts.parse(rows)[0];
}

/** The conversations in numbers, and what holds each queue up. */
export async function readOverview(prisma: PrismaClient, channel: string): Promise<Overview> {
  const open = { settledAt: null };
  const oldestReply = prisma.inboxItem.findFirst({ where: open, orderBy: { seq: 'asc' } });
  const lastPosted = prisma.outboxItem.findFirst({
    where: { channel, status: 'posted' },
    orderBy: { seq: 'desc' },
  });
  const [threads, posts, replies, undeliverable, unknown, reply, cursors, last] = await Promise.all([
    prisma.threadBinding.count(),
    countPosts(prisma),
    prisma.inboxItem.count({ where: open }),
    prisma.inboxItem.count({ where: { delivery: 'undeliverable' } }),
    prisma.inboxItem.count({ where: { delivery: 'unknown' } }),
    oldestReply,
    prisma.cursor.findMany({ orderBy: { name: 'asc' } }),
    lastPosted,
  ]);
  const post =
    posts.oldest === null ? null : await prisma.outboxItem.findUnique({ where: { id: posts.oldest } });
  return {
    threads,
    openQuestions: posts.openQuestions,
    posts: { waiting: posts.waiting, failed: posts.failed, oldest: waiting(post, post?.lastError ?? null) },
    replies: {
      ...{ waiting: replies, undeliverable, unknown },
      oldest: waiting(reply, reply?.deliveryError ?? reply?.mirrorError ?? null),
    },
    lastPostAt: last?.postedAt ? iso(last.postedAt) : undefined,
    lastEventAt: cursors
      .filter(({ name }) => name === eventsFrom(channel))
      .map(({ heardAt }) => iso(heardAt))[0],
    sources: cursors
      .filter(({ name }) => !name.startsWith(EVENTS))
      .map(({ name, position, heardAt }) => ({ name, position, heardAt: iso(heardAt) })),
  };
}

/** Every work item's thread, newest traffic first. */
export async function listThreads(prisma: PrismaClient): Promise<ThreadLine[]> {
  const bindings = await prisma.threadBinding.findMany({
    orderBy: { lastTrafficAt: 'desc' },
    take: MOST.threads,
  });
  const rows: unknown = await prisma.$queryRaw`
    SELECT work_item AS "workItem", channel, count(*)::int AS open FROM outbox
    WHERE question = 'open' AND status = 'posted' GROUP BY work_item, channel`;
  const open = new Map(counts.parse(rows).map((row) => [`${row.channel} ${row.workItem}`, row.open]));
  return bindings.map(({ workItem, channel, threadTs, createdAt, lastTrafficAt }) => ({
    ...{ workItem, channel, threadTs },
    openedAt: iso(createdAt),
    lastTrafficAt: iso(lastTrafficAt),
    openQuestions: open.get(`${channel} ${workItem}`) ?? 0,
  }));
}

/** What is not in Slack yet, oldest first. */
export async function listPosts(prisma: PrismaClient): Promise<PostLine[]> {
  const ids: unknown = await prisma.$queryRaw`
    (SELECT id::text AS id, seq FROM outbox WHERE status IN ('pending', 'posting') ORDER BY seq LIMIT ${MOST.posts})
    UNION ALL
    (SELECT id::text AS id, seq FROM outbox WHERE status = 'failed' AND last_error IS DISTINCT FROM ${DROPPED}
      ORDER BY seq LIMIT ${MOST.posts})
    ORDER BY seq LIMIT ${MOST.posts}`;
  const rows = await prisma.outboxItem.findMany({
    where: { id: { in: found.parse(ids).map(({ id }) => id) } },
    orderBy: { seq: 'asc' },
  });
  return rows.flatMap(({ id, workItem, eventType, status, createdAt, dueAt, leaseUntil, ...row }) => {
    if (status === 'posted') return [];
    const next = { pending: dueAt, posting: leaseUntil, failed: null }[status];
    return {
      ...{ id, workItem, event: eventType, state: status, since: iso(createdAt) },
      ...{ nextTryAt: next === null ? null : iso(next), tries: row.attempts, error: row.lastError },
    };
  });
}

/** Makes a waiting or failed post due now. */
export function retryPost(prisma: PrismaClient, id: string): Promise<Changed> {
  return changePost(prisma, id, (found, workItem) =>
    prisma.$transaction(async (tx) => {
      await holdItem(tx, workItem);
      return tx.$executeRaw`
          UPDATE outbox SET status = 'pending', due_at = statement_timestamp()
          WHERE id = ${found}::uuid AND status IN ('pending', 'failed') AND last_error IS DISTINCT FROM ${DROPPED}`;
    }),
  );
}

/** Gives a waiting or failed post up; the row stays, so that its source is still known. */
export function dropPost(prisma: PrismaClient, id: string): Promise<Changed> {
  return changePost(
    prisma,
    id,
    (found) => prisma.$executeRaw`
      UPDATE outbox SET status = 'failed', last_error = ${DROPPED}, question = NULL
      WHERE id = ${found}::uuid AND status IN ('pending', 'failed') AND last_error IS DISTINCT FROM ${DROPPED}`,
  );
}

/** An id, or its beginning of four characters or more. */
const idStart = z.string().regex(/^[0-9a-f][0-9a-f-]{3,35}$/);

/** The id that begins with `start` and goes on with `digit`. */
function filled(start: string, digit: string): string {
  return start.replaceAll('-', '').slice(0, 32).padEnd(32, digit);
}

const found = z.array(z.object({ id: z.string() }));

const ofItem = z.array(z.object({ id: z.string(), workItem: z.string() }));

/** @param change one statement, so that a worker which claims the row at this moment keeps it; gives how many it changed */
async function changePost(
  prisma: PrismaClient,
  id: string,
  change: (id: string, workItem: string) => Promise<number>,
): Promise<Changed> {
  const start = idStart.safeParse(id.toLowerCase());
  if (!start.success) return 'no-such-post';
  // By first and last id that begin so, since the index is on ids and not on their text.
  const [first, last] = ['0', 'f'].map((digit) => filled(start.data, digit));
  const rows: unknown = await prisma.$queryRaw`
    SELECT id::text AS id, work_item AS "workItem" FROM outbox
    WHERE id BETWEEN ${first}::uuid AND ${last}::uuid AND id::text LIKE ${`${start.data}%`} LIMIT 2`;
  const [row, another] = ofItem.parse(rows);
  if (!row) return 'no-such-post';
  if (another) return 'ambiguous';
  if ((await change(row.id, row.workItem)) > 0) return 'done';
  const now = await prisma.outboxItem.findUnique({ where: { id: row.id } });
  // Let go meanwhile, with its work item.
  if (!now) return 'no-such-post';
  const { status, lastError } = now;
  if (status === 'failed' && lastError === DROPPED) return 'dropped';
  return status === 'posted' ? 'posted-already' : 'posting';
}

/** The accepted answers, newest first. */
export async function listReplies(prisma: PrismaClient, workItem: string | undefined): Promise<ReplyLine[]> {
  const rows = await prisma.inboxItem.findMany({
    where: workItem === undefined ? {} : { workItem },
    orderBy: { seq: 'desc' },
    take: MOST.replies,
  });
  return rows.map((row) => ({
    ...{ workItem: row.workItem, member: row.actor, kind: row.kind, at: iso(row.createdAt) },
    ...{ mirror: row.mirror, mirrorUrl: row.mirrorUrl, mirrorError: row.mirrorError },
    ...{ delivery: row.delivery, deliveryError: row.deliveryError },
  }));
}
