import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { retryPost } from '../../src/store/operations.js';
import { createOutbox } from '../../src/store/outbox.js';
import { pruneBindings } from '../../src/store/prune.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { until } from '../helpers/until.js';

const ITEM = 'github:octo/app#1';
const OLD = { channel: 'C1', threadTs: '1.0' };
const question = { key: 'new', workItem: ITEM, eventType: 'e', text: 'new', asks: true };

const waiting = z.tuple([z.object({ count: z.number() })]);

describe.each(await databaseKinds())('a question put while its work item is let go, on $name', ({ open }) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  /** An old thread with a question and an answer, all done with, and a newer thread of another work item. */
  beforeEach(async () => {
    const { prisma } = db;
    await prisma.$transaction([
      prisma.threadBinding.deleteMany(),
      prisma.outboxItem.deleteMany(),
      prisma.inboxItem.deleteMany(),
    ]);
    const done = { workItem: ITEM, eventType: 'e', text: 't', via: 'slack' };
    await prisma.threadBinding.createMany({
      data: [
        { ...OLD, workItem: ITEM, lastTrafficAt: new Date(1_000) },
        { channel: 'C1', threadTs: '2.0', workItem: 'github:octo/app#2', lastTrafficAt: new Date(2_000) },
      ],
    });
    await prisma.outboxItem.createMany({
      data: [
        { ...done, ...OLD, key: 'old', status: 'posted', question: 'open' },
        { ...done, key: 'failed', status: 'failed', lastError: 'e' },
      ],
    });
    await prisma.inboxItem.create({
      data: { ...OLD, messageTs: '1.1', workItem: ITEM, actor: 'U1', text: 't', settledAt: new Date() },
    });
  });

  /** Either nothing of the thread was let go, or all of it but the new question. */
  const state = async () => {
    const { prisma } = db;
    const [bindings, inbox, outbox] = await Promise.all([
      prisma.threadBinding.count({ where: { workItem: ITEM } }),
      prisma.inboxItem.count(),
      prisma.outboxItem.findMany({ orderBy: { seq: 'asc' }, select: { key: true, status: true } }),
    ]);
    return { bindings, inbox, outbox: outbox.map(({ key, status }) => `${key} ${status}`) };
  };
  const KEPT = { bindings: 1, inbox: 1, outbox: ['old posted', 'failed failed', 'new pending'] };
  const GONE = { bindings: 0, inbox: 0, outbox: ['new pending'] };

  test('is there to be posted, and its thread is whole or gone', async () => {
    const put = createOutbox(db.prisma, 'slack').put(question);
    const [isNew, gone] = await Promise.all([put, pruneBindings(db.prisma, 1)]);
    expect(isNew).toBe(true);
    expect(await state()).toEqual(gone === 1 ? GONE : KEPT);
  });

  /** An embedded database has one connection, so there no transaction comes into another. */
  const isAlone = () => db.url === undefined;

  /** Runs `work` while another connection holds the rows of `table`, and waits for what it leaves waiting. */
  const whileHeld = async <T>(table: 'inbox' | 'outbox', work: () => Promise<{ left: Promise<T> }>) => {
    const { left } = await db.prisma.$transaction(async (tx) => {
      await tx.$queryRawUnsafe(`SELECT 1 FROM ${table} FOR UPDATE`);
      return work();
    });
    return left;
  };
  /** Waits until `count` transactions wait for a lock, or `all` are over. */
  const untilWaiting = async (count: number, ...all: Promise<unknown>[]) => {
    let over = false;
    void Promise.allSettled(all).then(() => {
      over = true;
    });
    await until(`${count} transactions to wait`, async () => {
      const rows: unknown = await db.prisma.$queryRaw`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return over || waiting.parse(rows)[0].count >= count;
    });
  };

  test('waits until the work item is gone, and so does a post that is tried again', async () => {
    if (isAlone()) return;
    const failed = await db.prisma.outboxItem.findFirstOrThrow({ where: { key: 'failed' } });
    const results = await whileHeld('inbox', async () => {
      const pruned = pruneBindings(db.prisma, 1);
      await untilWaiting(1, pruned);
      const { put } = createOutbox(db.prisma, 'slack');
      expect(await put({ ...question, key: 'old' })).toBe(false);
      const late = [put(question), retryPost(db.prisma, failed.id)] as const;
      await untilWaiting(3, ...late);
      return { left: Promise.all([pruned, ...late]) };
    });
    expect(results).toEqual([1, true, 'no-such-post']);
    expect(await state()).toEqual(GONE);
  });

  test('keeps the thread when it came first', async () => {
    if (isAlone()) return;
    const results = await whileHeld('outbox', async () => {
      const put = createOutbox(db.prisma, 'slack').put(question);
      await untilWaiting(1, put);
      const pruned = pruneBindings(db.prisma, 1);
      await untilWaiting(2, pruned);
      return { left: Promise.all([put, pruned]) };
    });
    expect(results).toEqual([true, 0]);
    expect(await state()).toEqual(KEPT);
  });
});
