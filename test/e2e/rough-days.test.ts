import { afterEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, ITEM, makeRig, type Rig } from './rig.js';

const server = await testServer();
let rig: Rig;
afterEach(() => rig.close());

const fromBot = () => rig.slack.messages(CHANNEL).filter(({ bot_id }) => bot_id !== undefined);
const notices = () => fromBot().filter(({ text }) => text.startsWith('⚠️'));
const kept = (count: number) =>
  until('the threads to be kept', async () => (await rig.records('channel.posted')).length === count);

describe('answers from services that are too long or too odd', () => {
  test('many long candidates still make a line that Slack takes', async () => {
    rig = await makeRig();
    await rig.start();
    const { threadTs } = await rig.ask();
    const candidates = Array.from({ length: 20 }, (_, n) => `${n}-${'x'.repeat(290)}`);
    rig.loop.faults.next('reply', { kind: 'http', status: 409, body: { detail: 'two answer', candidates } });
    const ts = rig.reply(threadTs, 'two');
    expect(await decided(rig, ts)).toContain('warning');
    await until('the notice', () => notices().length === 1);
    expect(notices()[0]?.text.length).toBeLessThan(1_000);
    expect(notices()[0]?.thread_ts).toBe(threadTs);
  });

  test('a NUL in what the-loop says does not keep the verdict from the member', async () => {
    rig = await makeRig();
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.loop.faults.next('reply', { kind: 'http', status: 404, body: { detail: 'no\u0000session' } });
    expect(await decided(rig, rig.reply(threadTs, 'two'))).toContain('warning');
  });
});

test('one slow ticket holds up no other', async () => {
  rig = await makeRig();
  await rig.start();
  const slow = await rig.ask('one?');
  const other = await rig.ask('two?', 'github:octo/app#8');
  await kept(2);
  rig.ticket.faults.next({ kind: 'delay', ms: 8_000 }, 1, 'POST');
  rig.reply(slow.threadTs, 'slow');
  await until('the slow one to be under way', () =>
    rig.ticket.calls().some(({ method }) => method === 'POST'),
  );
  await decided(rig, rig.reply(other.threadTs, 'quick'), 6_000);
  expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['quick']);
});

test('an edit that Slack sends twice is said once', async () => {
  rig = await makeRig();
  await rig.start();
  const { threadTs } = await rig.ask();
  const ts = rig.reply(threadTs, 'two');
  await decided(rig, ts);
  rig.slack.faults.duplicateEvents(3);
  rig.slack.edit({ user: 'U0ALICE', channel: CHANNEL, ts, text: 'three' });
  rig.slack.faults.duplicateEvents(1);
  await until('the line', () => rig.slack.ephemerals(CHANNEL).length > 0);
  // What comes behind it has been dealt with, so they have too.
  await decided(rig, rig.reply(threadTs, 'and this'));
  expect(rig.slack.ephemerals(CHANNEL)).toHaveLength(1);
  const edits = (await rig.records('channel.dropped')).filter(({ reason }) => reason === 'edited');
  expect(edits).toHaveLength(1);
});

test('two spellings of one work item share a thread', async () => {
  rig = await makeRig();
  await rig.start();
  const { threadTs } = await rig.ask('one?');
  const again = await rig.ask('two?', 'github:github.com/octo/app#7');
  expect(again.threadTs).toBe(threadTs);
  await decided(rig, rig.reply(threadTs, 'yes'));
  expect(rig.loop.delivered()[0]?.ref).toBe(ITEM);
});

test('an app that is stopped while it connects leaves no connection behind', async () => {
  rig = await makeRig();
  rig.slack.faults.next('apps.connections.open', { kind: 'delay', ms: 2_500 });
  await rig.start();
  await until(
    'it to be connecting',
    () => rig.slack.calls('apps.connections.open').length >= 0 && rig.loop.streams.count() > 0,
  );
  await rig.stop();
  await until('the call to be over', () => rig.slack.calls('apps.connections.open').length > 0);
  await until('no connection', () => rig.slack.connections() === 0);
});

(server === undefined ? describe.skip : describe)('when the database goes away', () => {
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  test('a reply that comes meanwhile is taken in once it is back', async () => {
    rig = await makeRig({ server });
    await rig.start();
    const { threadTs } = await rig.ask();
    await rig.ask('another?', 'github:octo/app#8');
    await kept(2);
    const name = new URL(rig.env.DATABASE_URL ?? '').pathname.slice(1);
    await admin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    const ts = rig.reply(threadTs, 'while you were away');
    await until('the event to fail', async () =>
      (await rig.records('channel.dropped')).some(({ reason }) => reason === 'error'),
    );
    await admin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect(await decided(rig, ts, 25_000)).toContain('white_check_mark');
    expect(rig.loop.delivered()).toHaveLength(1);
    expect(rig.mirrors()).toHaveLength(1);
    // Its thread alone was read: nothing else was said.
    expect(rig.slack.calls('conversations.replies').map(({ args }) => args.ts)).toEqual([threadTs]);
  });
});
