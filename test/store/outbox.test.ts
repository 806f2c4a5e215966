import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createBindings } from '../../src/store/bindings.js';
import { retryPost } from '../../src/store/operations.js';
import { createOutbox, type Outbox } from '../../src/store/outbox.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { until } from '../helpers/until.js';

describe.each(await databaseKinds())('the outbox on $name', ({ open }) => {
  let db: TestDatabase;
  let outbox: Outbox;
  let counter = 0;

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  const fresh = () => {
    counter += 1;
    outbox = createOutbox(db.prisma, `slack-${counter}`);
    return outbox;
  };
  const entry = (key: string, workItem = 'github:octo/app#7') => ({
    key,
    workItem,
    eventType: 'session.awaiting_input',
    text: 'Which one?',
  });
  const at = (messageTs: string, opensThread = true) => ({
    channel: `C${counter}`,
    messageTs,
    threadTs: messageTs,
    opensThread,
  });

  test('puts one row for a key, however often it is heard', async () => {
    const box = fresh();
    const heard = await Promise.all([box.put(entry('a')), box.put(entry('a')), box.put(entry('a'))]);
    expect(heard.filter(Boolean)).toHaveLength(1);
    expect(await db.prisma.outboxItem.count({ where: { via: `slack-${counter}` } })).toBe(1);
  });

  test('keeps text that Postgres would refuse', async () => {
    const box = fresh();
    await box.put({ ...entry('nul'), text: 'a\u0000b\ud800c' });
    expect((await box.claim(60_000))?.text).toBe('a\ufffdb\ufffdc');
  });

  test('lets one of many racing workers claim a row', async () => {
    const box = fresh();
    await box.put(entry('race'));
    const claims = await Promise.all(Array.from({ length: 8 }, () => box.claim(60_000)));
    expect(claims.filter((row) => row !== undefined)).toHaveLength(1);
  });

  test('holds a later row of a work item until the earlier is posted, and lets others pass', async () => {
    const box = fresh();
    await box.put(entry('1'));
    await box.put(entry('2'));
    await box.put(entry('3', 'github:octo/app#8'));
    const first = await box.claim(60_000);
    const other = await box.claim(60_000);
    expect([first?.workItem, other?.workItem]).toEqual(['github:octo/app#7', 'github:octo/app#8']);
    expect(await box.claim(60_000)).toBeUndefined();
    if (!first) throw new Error('the first row was not claimed');
    await box.posted(first, at('1.1'));
    expect(await box.claim(60_000)).toMatchObject({ workItem: 'github:octo/app#7', resumed: false });
  });

  test('what two put at once for a new work item is posted one after the other, and one question stays open', async () => {
    const box = fresh();
    const items = Array.from({ length: 40 }, (_, n) => `github:octo/app#${n + 1}`);
    const posting = new Map<string, number>();
    let overlaps = 0;
    const over = new AbortController();
    const worker = async () => {
      while (!over.signal.aborted) {
        const row = await box.claim(60_000);
        if (!row) {
          await sleep(2);
          continue;
        }
        const now = (posting.get(row.workItem) ?? 0) + 1;
        posting.set(row.workItem, now);
        if (now > 1) overlaps += 1;
        await sleep(10);
        await box.posted(row, { ...at(`${row.id}`), messageTs: `${Date.now() / 1000}` });
        posting.set(row.workItem, (posting.get(row.workItem) ?? 1) - 1);
      }
    };
    const workers = [worker(), worker()];
    for (const item of items) {
      await Promise.all(
        ['a', 'b', 'c'].map((key) => box.put({ ...entry(`${item} ${key}`, item), asks: true })),
      );
    }
    const where = { via: `slack-${counter}` };
    await until(
      'all to be posted',
      async () => (await db.prisma.outboxItem.count({ where: { ...where, status: 'posted' } })) === 120,
      60_000,
    );
    over.abort();
    await Promise.all(workers);
    expect(overlaps).toBe(0);
    expect(await db.prisma.outboxItem.count({ where: { ...where, question: 'open' } })).toBe(items.length);
  }, 90_000);

  test('a post that is made due again waits for a later one that is being posted, and the later one not for it', async () => {
    const box = fresh();
    await box.put(entry('a'));
    const first = await box.claim(60_000);
    if (!first) throw new Error('the first row was not claimed');
    await box.fail(first, 'channel_not_found');
    await box.put(entry('b'));
    const second = await box.claim(60_000);
    if (!second) throw new Error('the second row was not claimed');
    await retryPost(db.prisma, first.id);
    expect(await box.claim(60_000)).toBeUndefined();
    // In doubt, and due to be looked for: the earlier one, which waits for it, does not hold it up.
    await box.unsure(second, 'reset', 0);
    const again = await box.claim(60_000);
    expect(again).toMatchObject({ id: second.id, resumed: true });
    await box.posted(again ?? second, at('2.1'));
    expect(await box.claim(60_000)).toMatchObject({ id: first.id });
  });

  test('a question that is heard after a newer one does not take its place', async () => {
    const box = fresh();
    const said = (minute: number) => new Date(Date.UTC(2026, 10, 30, 12, minute));
    await box.put({ ...entry('newer'), asks: true, saidAt: said(2) });
    await box.put({ ...entry('older'), asks: true, saidAt: said(1) });
    const states = async () =>
      Object.fromEntries(
        (await db.prisma.outboxItem.findMany({ where: { via: `slack-${counter}` } })).map((row) => [
          row.key,
          row.question,
        ]),
      );
    expect(await states()).toEqual({ newer: 'open', older: 'superseded' });
    await box.put({ ...entry('newest'), asks: true, saidAt: said(3) });
    expect(await states()).toEqual({ newer: 'superseded', older: 'superseded', newest: 'open' });
  });

  test('a source whose clock is far ahead does not close what is asked after it', async () => {
    const box = fresh();
    await box.put({ ...entry('ahead'), asks: true, saidAt: new Date(Date.now() + 86_400_000) });
    await box.put({ ...entry('next'), asks: true, saidAt: new Date() });
    const rows = await db.prisma.outboxItem.findMany({
      where: { via: `slack-${counter}`, question: 'open' },
    });
    expect(rows.map(({ key }) => key)).toEqual(['next']);
  });

  test('binds the thread with the post that opens it', async () => {
    const box = fresh();
    await box.put(entry('bind'));
    const row = await box.claim(60_000);
    if (!row) throw new Error('no row');
    await box.posted(row, at('5.5'));
    const bindings = createBindings(db.prisma);
    expect(await bindings.byThread(`C${counter}`, '5.5')).toMatchObject({ workItem: 'github:octo/app#7' });
    expect(await bindings.byWorkItem(`C${counter}`, 'github:octo/app#7')).toMatchObject({ threadTs: '5.5' });
    expect(await bindings.byThread(`C${counter}`, '5.6')).toBeUndefined();
  });

  test('a row that this process has in hand is not claimed again, whatever the clock says of its lease', async () => {
    const box = fresh();
    await box.put(entry('in hand'));
    const row = await box.claim(0);
    if (!row) throw new Error('no row');
    expect(await box.claim(60_000, new Set([row.id]))).toBeUndefined();
    expect(await box.claim(60_000)).toMatchObject({ id: row.id, resumed: true });
  });

  test('a claim is renewed by its holder only', async () => {
    const box = fresh();
    await box.put(entry('renewed'));
    const late = await box.claim(0);
    if (!late) throw new Error('no row');
    expect(await box.renew(late, 0)).toBe(true);
    const next = await box.claim(60_000);
    expect(next?.id).toBe(late.id);
    expect(await box.renew(late, 60_000)).toBe(false);
  });

  test('a clock that was set back by hours holds nothing up', async () => {
    const box = fresh();
    await box.put(entry('later'));
    await db.prisma
      .$executeRaw`UPDATE outbox SET due_at = now() + interval '3 hours' WHERE via = ${`slack-${counter}`}`;
    const row = await box.claim(60_000);
    if (!row) throw new Error('no row');
    await db.prisma
      .$executeRaw`UPDATE outbox SET lease_until = now() + interval '3 hours' WHERE id = ${row.id}::uuid`;
    const again = await box.claim(60_000);
    expect(again).toMatchObject({ id: row.id, resumed: true });
    if (!again) throw new Error('no row');
    // However long Slack asks to be left alone, what is written is a wait that counts as one.
    await box.retryLater(again, 'ratelimited', 24 * 3_600_000);
    expect(await box.claim(60_000)).toBeUndefined();
  });

  test('hands a row whose lease ran out to the next worker as resumed, and ignores the late one', async () => {
    const box = fresh();
    await box.put(entry('lease'));
    const late = await box.claim(0);
    const next = await box.claim(60_000);
    expect(next).toMatchObject({ id: late?.id, resumed: true, attempts: 2 });
    if (!late || !next) throw new Error('not claimed twice');
    await box.retryLater(late, 'too late', 0);
    expect(await box.claim(60_000)).toBeUndefined();
    await box.retryLater(next, 'not_in_channel', 0);
    expect(await box.claim(60_000)).toMatchObject({
      resumed: false,
      lastError: 'not_in_channel',
      attempts: 3,
    });
  });

  test('a stop lets go of what is still claimed, which is then looked for in Slack', async () => {
    const box = fresh();
    for (const key of ['1', '2']) await box.put(entry(key, `github:octo/app#${key}`));
    const [hanging, done] = [await box.claim(60_000), await box.claim(60_000)];
    if (!hanging || !done) throw new Error('not claimed');
    await box.posted(done, at('1.1'));
    await box.release(0);
    expect(await box.claim(60_000)).toMatchObject({ id: hanging.id, resumed: true });
    await box.release(60_000);
    expect(await box.claim(60_000)).toBeUndefined();
  });

  test('a stop does not end the claim of another on what was claimed here once', async () => {
    const box = fresh();
    await box.put(entry('taken over'));
    await box.claim(0);
    await createOutbox(db.prisma, `slack-${counter}`).claim(60_000);
    await box.release(0);
    expect(await box.claim(60_000)).toBeUndefined();
  });

  test('a failed row is out of the way of the next', async () => {
    const box = fresh();
    await box.put(entry('bad'));
    await box.put(entry('good'));
    const bad = await box.claim(60_000);
    if (!bad) throw new Error('no row');
    await box.fail(bad, 'invalid_blocks');
    expect((await box.claim(60_000))?.id).not.toBe(bad.id);
  });
});
