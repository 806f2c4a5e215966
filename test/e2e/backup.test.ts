import { execFile } from 'node:child_process';
import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createServerDatabase, testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, makeRig, type Rig } from './rig.js';

const run = promisify(execFile);
const server = await testServer();
const PATIENCE = 30_000;
jest.setTimeout(180_000);

let rig: Rig;
let drop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await rig.close();
  await drop?.();
  drop = undefined;
});

/** Where Debian keeps the newest of Postgres' tools, where they are not on the path. */
async function tool(name: string): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? name : path.join(root, newest, 'bin', name);
}

/** One question asked and answered before the backup, and the app stopped. */
async function roundAndStop(): Promise<string> {
  await rig.start();
  const { threadTs } = await rig.ask('Which one?');
  await decided(rig, rig.reply(threadTs, 'two'), PATIENCE);
  await rig.stop();
  return threadTs;
}

/** The restored app knows the thread, does nothing twice, and hears what came while there was no state. */
async function expectToGoOn(threadTs: string): Promise<void> {
  const missed = rig.reply(threadTs, 'said while it was down');
  await rig.start();
  await decided(rig, missed, PATIENCE);
  expect((await rig.ask('And now?')).threadTs).toBe(threadTs);
  expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['two', 'said while it was down']);
  expect(rig.mirrors()).toHaveLength(2);
  expect(rig.slack.messages(CHANNEL).filter(({ text }) => text.includes('Which one?'))).toHaveLength(1);
}

test('the folder of the embedded database, copied while the app is stopped, is a backup', async () => {
  rig = await makeRig();
  const threadTs = await roundAndStop();
  const state = path.join(rig.folder, '.the-loop', 'local', 'slack');
  const backup = path.join(rig.folder, 'backup');
  await cp(state, backup, { recursive: true });
  await rm(state, { recursive: true });
  await cp(backup, state, { recursive: true });
  await expectToGoOn(threadTs);
});

(server === undefined ? describe.skip : describe)('on a Postgres server', () => {
  test('what pg_dump wrote is a backup, and pg_restore brings it back', async () => {
    rig = await makeRig({ server });
    const threadTs = await roundAndStop();
    const dump = path.join(rig.folder, 'the-loop-slack.dump');
    await run(await tool('pg_dump'), ['--format=custom', `--file=${dump}`, rig.env.DATABASE_URL ?? '']);
    const empty = await createServerDatabase(server ?? '');
    drop = empty.drop;
    await run(await tool('pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${empty.url}`, dump]);
    rig.env.DATABASE_URL = empty.url;
    await expectToGoOn(threadTs);
    await rig.stop();
  });
});

test('without its state the app begins anew: nothing is done twice, and old threads are no longer ours', async () => {
  rig = await makeRig();
  const state = path.join(rig.folder, '.the-loop', 'local', 'slack');
  const empty = path.join(rig.folder, 'empty');
  await cp(state, empty, { recursive: true });
  const threadTs = await roundAndStop();
  await rm(state, { recursive: true });
  await cp(empty, state, { recursive: true });
  await rig.start();
  await until('the socket', () => rig.slack.connections() > 0, PATIENCE);
  rig.reply(threadTs, 'into an old thread');
  await until(
    'the drop',
    async () => (await rig.records('channel.dropped')).some(({ reason }) => reason === 'unmapped'),
    PATIENCE,
  );
  expect((await rig.ask('And now?')).threadTs).not.toBe(threadTs);
  expect(rig.loop.delivered().map(({ text }) => text)).toEqual(['two']);
  expect(rig.mirrors()).toHaveLength(1);
});
