import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createAnswers } from '../../src/store/answers.js';
import { createInbox, type Inbox, type InboxRow } from '../../src/store/inbox.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';

describe.each(await databaseKinds())('the inbox on $name', ({ open }) => {
  let db: TestDatabase;
  let inbox: Inbox;

  beforeAll(async () => {
    db = await open();
    inbox = createInbox(db.prisma);
    await db.prisma.threadBinding.create({
      data: { channel: 'C1', threadTs: '1.0', workItem: 'github:octo/app#7' },
    });
  });
  afterAll(() => db.close());
  beforeEach(() => db.prisma.inboxItem.deleteMany());

  const put = (messageTs: string, workItem = 'github:octo/app#7') =>
    createAnswers(db.prisma).take(
      { kind: 'reply', channel: 'C1', messageTs, threadTs: '1.0', workItem, actor: 'U0ALICE', text: 'two' },
      undefined,
    );
  const claim = async (leaseMs = 60_000): Promise<InboxRow> => {
    const [row] = await inbox.claim(1, leaseMs);
    if (!row) throw new Error('nothing was due');
    return row;
  };

  test('keeps a Slack message once, however often it comes', async () => {
    const puts = await Promise.all([put('1.1'), put('1.1'), put('1.1'), put('1.1')]);
    expect(puts.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
    expect(await db.prisma.inboxItem.count()).toBe(1);
  });

  test('holds a later reply of a work item until the earlier is decided, and lets other items pass', async () => {
    await put('1.1');
    await put('1.2');
    await put('1.3', 'github:octo/app#8');
    const first = await claim();
    expect((await claim()).workItem).toBe('github:octo/app#8');
    expect(await inbox.claim(1, 60_000)).toEqual([]);
    // A ticket that cannot be written yet does not hold the next reply back.
    await inbox.update(first, { delivery: 'delivered', toldAt: new Date() }, 60_000);
    expect((await claim()).messageTs).toBe('1.2');
  });

  test('hands out the oldest of several work items at once, each row to one of those who ask together', async () => {
    for (const [ts, item] of [
      ['1.1', 7],
      ['1.2', 7],
      ['1.3', 8],
      ['1.4', 9],
      ['1.5', 10],
    ] as const) {
      await put(ts, `github:octo/app#${item}`);
    }
    const rows = await inbox.claim(2, 60_000);
    expect(rows.map(({ messageTs }) => messageTs).sort()).toEqual(['1.1', '1.3']);
    const together = await Promise.all([inbox.claim(3, 60_000), inbox.claim(3, 60_000)]);
    expect(
      together
        .flat()
        .map(({ messageTs }) => messageTs)
        .sort(),
    ).toEqual(['1.4', '1.5']);
  });

  test('hands out a row again when its lease ran out, and fences the late worker off', async () => {
    await put('1.1');
    const late = await claim(0);
    const next = await claim();
    expect(next.id).toBe(late.id);
    expect(await inbox.update(late, { delivery: 'delivered' }, 60_000)).toBe(false);
    await inbox.retryLater(late, { mirror: 0, delivery: 0, tell: 0 });
    await inbox.settle(late);
    expect(await inbox.claim(1, 60_000)).toEqual([]);
    expect(await inbox.update(next, { delivery: 'delivered' }, 60_000)).toBe(true);
    expect(await db.prisma.inboxItem.findFirst()).toMatchObject({ delivery: 'delivered', settledAt: null });
  });

  test('a stop lets go of what is still claimed', async () => {
    await put('1.1');
    await put('1.2', 'github:octo/app#8');
    const [hanging, done] = [await claim(), await claim()];
    await inbox.settle(done);
    await inbox.release(60_000);
    expect(await inbox.claim(1, 60_000)).toEqual([]);
    await inbox.release(0);
    expect((await claim()).id).toBe(hanging.id);
  });

  test('a reply that this process has in hand is not claimed again, whatever the clock says of its lease', async () => {
    await put('1.1');
    const row = await claim(0);
    expect(await inbox.claim(1, 60_000, new Set([row.id]))).toEqual([]);
    expect((await claim()).id).toBe(row.id);
  });

  test('a claim is renewed while it is held, and not once it was given back', async () => {
    await put('1.1');
    const row = await claim(0);
    await inbox.renew(row, 60_000);
    expect(await inbox.claim(1, 60_000)).toEqual([]);
    await inbox.retryLater(row, { mirror: 0, delivery: 0, tell: 0 });
    await inbox.renew(row, 60_000);
    expect((await claim()).id).toBe(row.id);
  });

  test('a clock that was set back by hours holds nothing up', async () => {
    await put('1.1');
    await db.prisma.$executeRaw`
      UPDATE inbox SET due_at = now() + interval '3 hours', lease_until = now() + interval '3 hours',
        mirror_due_at = now() + interval '3 hours', delivery_due_at = now() + interval '3 hours'`;
    expect(await claim()).toMatchObject({ mirrorDue: true, deliveryDue: true });
  });

  test('keeps a clock for the ticket and one for the session', async () => {
    await put('1.1');
    const row = await claim();
    await inbox.retryLater(row, { mirror: 60_000, delivery: 0, tell: 60_000 });
    const again = await claim();
    expect(again).toMatchObject({ mirrorDue: false, deliveryDue: true });
    await inbox.update(again, { delivery: 'delivered', toldAt: new Date() }, 60_000);
    await inbox.retryLater(again, { mirror: undefined, delivery: undefined, tell: 0 });
    expect(await inbox.claim(1, 60_000)).toEqual([]);
  });

  test('a settled reply is never claimed again', async () => {
    await put('1.1');
    await inbox.settle(await claim());
    expect(await inbox.claim(1, 0)).toEqual([]);
  });
});
