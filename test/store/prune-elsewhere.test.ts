import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Prisma } from '../../src/store/generated/client.js';
import { createOutbox } from '../../src/store/outbox.js';
import { pruneBindings } from '../../src/store/prune.js';
import { createRedraws } from '../../src/store/redraws.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';

const ITEM = 'github:octo/app#1';
const OLD = { channel: 'C1', threadTs: '1.0' };
const NEW = { channel: 'C2', threadTs: '2.0' };

describe.each(await databaseKinds())(
  'pruning a thread of a work item that has another, on $name',
  ({ open }) => {
    let db: TestDatabase;
    beforeAll(async () => {
      db = await open();
    });
    afterAll(() => db.close());

    const bind = (place: typeof OLD, at: number, workItem = ITEM) =>
      db.prisma.threadBinding.create({ data: { ...place, workItem, lastTrafficAt: new Date(at) } });
    const post = (key: string, more: Partial<Prisma.OutboxItemCreateManyInput>) =>
      db.prisma.outboxItem.create({
        data: { via: 'slack', key, workItem: ITEM, eventType: 'e', text: key, status: 'posted', ...more },
      });
    const reply = (place: typeof OLD, messageTs: string) =>
      db.prisma.inboxItem.create({
        data: { ...place, messageTs, workItem: ITEM, actor: 'U1', text: 't', settledAt: new Date() },
      });
    const keys = async () =>
      (await db.prisma.outboxItem.findMany({ orderBy: { key: 'asc' } })).map(({ key }) => key);

    test('keeps what is known of the other, and every record that can be heard again', async () => {
      const { prisma } = db;
      await bind(OLD, 1_000);
      await bind(NEW, 2_000);
      const answer = await reply(OLD, '1.1');
      await reply(NEW, '2.1');
      await post('answered-old', {
        ...OLD,
        question: 'answered',
        answeredBy: answer.id,
        redrawAt: new Date(),
      });
      await post('open-old', { ...OLD, question: 'open' });
      await post('open-new', { ...NEW, question: 'open' });
      await post('line-old', { ...OLD, status: 'failed' });
      await post('dropped', { status: 'failed' });

      expect(await pruneBindings(prisma, 1)).toBe(1);

      expect(await prisma.threadBinding.findMany({ select: { channel: true } })).toEqual([{ channel: 'C2' }]);
      expect(await prisma.inboxItem.findMany({ select: { messageTs: true } })).toEqual([
        { messageTs: '2.1' },
      ]);
      expect(await keys()).toEqual(['answered-old', 'dropped', 'open-new', 'open-old']);
      const again = { workItem: ITEM, eventType: 'e', text: 't', asks: true };
      const outbox = createOutbox(prisma, 'slack');
      for (const key of await keys()) expect(await outbox.put({ ...again, key })).toBe(false);
      // In the thread that is gone nobody is heard, and the member who answered there is not known any more.
      const open = await prisma.outboxItem.findMany({ where: { question: 'open' }, select: { key: true } });
      expect(open).toEqual([{ key: 'open-new' }]);
      expect(await createRedraws(prisma, 'slack').claim(1_000)).toBeUndefined();
    });

    test('the last thread takes all the rest with it', async () => {
      await bind({ channel: 'C2', threadTs: '3.0' }, 3_000, 'github:octo/app#2');
      expect(await pruneBindings(db.prisma, 1)).toBe(1);
      expect(await keys()).toEqual([]);
      expect(await db.prisma.inboxItem.count()).toBe(0);
    });

    test('threads of one work item that go together take all with them, also from two replicas at once', async () => {
      const { prisma } = db;
      await bind({ channel: 'C3', threadTs: '9.0' }, 9_000_000, 'github:octo/app#3');
      for (const channel of ['C4', 'C5', 'C6']) {
        const place = { channel, threadTs: '4.0' };
        await bind(place, 4_000);
        await reply(place, '4.1');
        await post(`posted-${channel}`, { ...place, question: 'superseded' });
      }
      const counts = await Promise.all([pruneBindings(prisma, 1), pruneBindings(prisma, 1)]);
      expect(counts.reduce((sum, count) => sum + count)).toBe(4);
      expect(await keys()).toEqual([]);
      expect(await prisma.inboxItem.count()).toBe(0);
    });
  },
);
