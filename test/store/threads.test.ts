import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createAnswers } from '../../src/store/answers.js';
import { createOutbox } from '../../src/store/outbox.js';
import { createThreads } from '../../src/store/threads.js';
import { databaseKinds, type TestDatabase, testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';

const [kind] = (await databaseKinds()).filter(({ name }) => name.includes('server'));
const onServer = (await testServer()) === undefined || kind === undefined ? test.skip : test;

const PLACE = { channel: 'C1', threadTs: '1.0' };
const ITEM = 'github:octo/app#7';
let db: TestDatabase;

beforeAll(async () => {
  if (kind === undefined) return;
  db = await kind.open();
  await db.prisma.threadBinding.create({ data: { ...PLACE, workItem: ITEM } });
});
afterAll(() => db?.close());

onServer(
  'a thread that an answer is taken in for at this moment is waited for, not passed over',
  async () => {
    const threads = createThreads(db.prisma);
    const holder = new pg.Client({ connectionString: db.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM thread_bindings FOR UPDATE');
    const start = await threads.now();
    const claim = threads.claim(start, undefined);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const done = claim.then(() => true);
    await until('the claim to wait, or to pass the thread over', async () =>
      Promise.race([done, holder.query(waiting).then(({ rowCount }) => rowCount === 1)]),
    );
    await holder.query('COMMIT');
    expect(await claim).toMatchObject(PLACE);
    expect(await threads.claim(start, undefined)).toBeUndefined();
    await holder.end();
  },
);

onServer('when a thread had traffic goes by the database’s clock, not by this machine’s', async () => {
  const RealDate = Date;
  const box = createOutbox(db.prisma, 'slack');
  await box.put({
    key: 'q',
    workItem: ITEM,
    eventType: 'session.awaiting_input',
    text: 'Which?',
    asks: true,
  });
  const row = await box.claim(60_000);
  if (!row) throw new Error('nothing was due');
  const trafficAt = async () =>
    (await db.prisma.threadBinding.findFirstOrThrow({ where: { workItem: ITEM } })).lastTrafficAt.getTime();
  const before = await trafficAt();
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [string | number | Date]) {
      super(args[0] ?? RealDate.now() - 3_600_000);
    }
  } as typeof Date;
  try {
    await box.posted(row, { ...PLACE, messageTs: '1.1', opensThread: false });
    const posted = await trafficAt();
    expect(posted).toBeGreaterThan(before);
    const tap = { kind: 'tap' as const, ...PLACE, messageTs: '1.2', workItem: ITEM, actor: 'U1', text: '1' };
    expect(await createAnswers(db.prisma).take(tap, row.id)).toEqual({ kind: 'taken', first: true });
    expect(await trafficAt()).toBeGreaterThan(posted);
  } finally {
    globalThis.Date = RealDate;
  }
});
