import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAnswers } from '../../src/store/answers.js';
import { pruneBindings } from '../../src/store/prune.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';

describe.each(await databaseKinds())('pruning on $name', ({ open }) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  test('keeps the newest bindings, and what is still on its way', async () => {
    const { prisma } = db;
    for (let n = 1; n <= 6; n += 1) {
      const workItem = `github:octo/app#${n}`;
      await prisma.threadBinding.create({
        data: { channel: 'C1', threadTs: `${n}.0`, workItem, lastTrafficAt: new Date(n * 1000) },
      });
      await prisma.outboxItem.create({
        data: {
          via: 'slack',
          key: `${n}`,
          workItem,
          eventType: 'e',
          text: 't',
          status: n === 2 ? 'pending' : 'posted',
        },
      });
      await prisma.inboxItem.create({
        data: {
          ...{ channel: 'C1', messageTs: `${n}.1`, threadTs: `${n}.0`, workItem, actor: 'U1', text: 't' },
          settledAt: n === 3 ? null : new Date(),
        },
      });
    }
    expect(await pruneBindings(prisma, 6)).toBe(0);
    expect(await pruneBindings(prisma, 2)).toBe(2);
    const items = (rows: { workItem: string }[]) =>
      rows.map(({ workItem }) => Number(workItem.split('#')[1])).sort();
    const kept = [2, 3, 5, 6];
    expect(items(await prisma.threadBinding.findMany())).toEqual(kept);
    expect(items(await prisma.outboxItem.findMany())).toEqual(kept);
    expect(items(await prisma.inboxItem.findMany())).toEqual(kept);
  });

  test('an answer that is taken in at that moment is either on its way or not taken', async () => {
    const { prisma } = db;
    for (let n = 10; n < 30; n += 1) {
      const workItem = `github:octo/app#${n}`;
      const entry = {
        channel: 'C1',
        messageTs: `${n}.1`,
        threadTs: `${n}.0`,
        workItem,
        actor: 'U1',
        text: 't',
      };
      await prisma.threadBinding.create({
        data: { channel: 'C1', threadTs: `${n}.0`, workItem, lastTrafficAt: new Date(0) },
      });
      await prisma.inboxItem.create({ data: { ...entry, settledAt: new Date() } });
      // It was taken before: a second hearing must not make it new.
      const again = { ...entry, kind: 'reply' as const };
      const fresh = { ...again, messageTs: `${n}.2` };
      const take = createAnswers(prisma).take;
      const [second, first] = await Promise.all([
        take(again, undefined),
        take(fresh, undefined),
        pruneBindings(prisma, 1),
      ]);
      expect(['duplicate', 'unbound']).toContain(second.kind);
      expect(['taken', 'unbound']).toContain(first.kind);
      const open = await prisma.inboxItem.count({ where: { workItem, settledAt: null } });
      expect(open).toBe(first.kind === 'taken' ? 1 : 0);
    }
    expect(
      await createAnswers(prisma).take(
        {
          kind: 'reply',
          channel: 'C1',
          messageTs: '9.9',
          threadTs: '9.0',
          workItem: 'w',
          actor: 'U1',
          text: 't',
        },
        undefined,
      ),
    ).toEqual({ kind: 'unbound' });
  });

  test('lets thousands go, those with traffic at one moment too', async () => {
    const { prisma } = db;
    await prisma.$executeRaw`DELETE FROM thread_bindings`;
    await prisma.$executeRaw`
      INSERT INTO thread_bindings (channel, thread_ts, work_item, last_traffic_at)
      SELECT 'C2', n::text, 'github:octo/many#' || n, to_timestamp(n / 700) FROM generate_series(1, 2000) n`;
    expect(await pruneBindings(prisma, 300)).toBe(1700);
    expect(await pruneBindings(prisma, 300)).toBe(0);
    const kept = await prisma.threadBinding.findMany({ orderBy: { lastTrafficAt: 'asc' } });
    expect(kept).toHaveLength(300);
    expect(kept[0]?.lastTrafficAt).toEqual(new Date(2000));
  });
});
