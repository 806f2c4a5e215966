import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
});
