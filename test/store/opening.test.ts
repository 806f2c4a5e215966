import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/store/database.js';
import { StoreError } from '../../src/store/errors.js';
import { readLock, takeProcessLock } from '../../src/store/process-lock.js';
import { createServerDatabase, testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';

const server = await testServer();
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-store-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const open = (url?: string) => openDatabase({ url, embeddedDir: dir, command: 'test' });

describe('the embedded database', () => {
  test('is created and migrated once, and keeps its rows', async () => {
    const first = await open();
    expect(first).toMatchObject({ kind: 'embedded', where: dir, applied: [expect.stringMatching(/_init$/)] });
    await first.prisma.cursor.create({ data: { name: 'a', position: '7', heardAt: new Date(0) } });
    await first.close();
    const second = await open();
    expect(second.applied).toEqual([]);
    expect(await second.prisma.cursor.count()).toBe(1);
    await second.close();
  });

  test('is refused to a second opener, naming the holder and the way out', async () => {
    const first = await open();
    const refused = await open().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreError);
    expect(refused).toMatchObject({
      code: 'locked',
      message: expect.stringContaining(`process ${process.pid} (test, since`),
    });
    expect(refused).toMatchObject({ message: expect.stringContaining('DATABASE_URL') });
    await first.close();
    await (await open()).close();
  });
});

describe('the process lock', () => {
  test('of a process that was killed is taken over', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const lock = { pid: child.pid, started: '', command: 'listen', since: 'then' };
    await writeFile(path.join(dir, 'lock'), JSON.stringify(lock));
    expect(await readLock(dir)).toEqual({ kind: 'held', holder: lock });
    await expect(takeProcessLock(dir, 'test')).rejects.toMatchObject({ code: 'locked' });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    expect(await readLock(dir)).toEqual({ kind: 'free' });
    const taken = await takeProcessLock(dir, 'test');
    expect(JSON.parse(await readFile(path.join(dir, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await taken.release();
    expect(await readLock(dir)).toEqual({ kind: 'free' });
  });

  test('of a process that is dead and not reaped yet is taken over', async () => {
    // The shell starts a child that ends at once, and never waits for it.
    const shell = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = Number(
      await new Promise((resolve) => shell.stdout.once('data', (data) => resolve(String(data)))),
    );
    await writeFile(
      path.join(dir, 'lock'),
      JSON.stringify({ pid, started: '', command: 'listen', since: 'then' }),
    );
    await until('it to be free', async () => (await readLock(dir)).kind === 'free');
    await (await takeProcessLock(dir, 'test')).release();
    const gone = new Promise((resolve) => shell.once('close', resolve));
    shell.kill('SIGKILL');
    await gone;
  });

  test('of another process that got the dead one’s number is taken over', async () => {
    await writeFile(
      path.join(dir, 'lock'),
      JSON.stringify({ pid: process.pid, started: '1', command: 'listen', since: 'then' }),
    );
    await (await takeProcessLock(dir, 'test')).release();
  });

  test('that is damaged is taken over', async () => {
    await writeFile(path.join(dir, 'lock'), '{"pid": 12');
    await (await takeProcessLock(dir, 'test')).release();
  });

  test('is taken by one of many that find a stale one', async () => {
    await writeFile(
      path.join(dir, 'lock'),
      JSON.stringify({ pid: 2 ** 22, started: '1', command: 'x', since: '' }),
    );
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeProcessLock(dir, 'test')));
    const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(taken).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'locked' });
    }
    await taken[0]?.release();
  });
});

(server === undefined ? describe.skip : describe)('a Postgres server', () => {
  test('is migrated by one of two replicas that start at once', async () => {
    const database = await createServerDatabase(server ?? '');
    const replicas = await Promise.all([open(database.url), open(database.url), open(database.url)]);
    expect(replicas.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 1]);
    await Promise.all(replicas.map((replica) => replica.close()));
    await database.drop();
    // The engine's own lock would make each replica wait 10 s for the one before it.
  }, 8_000);

  test('that does not answer is said without its password', async () => {
    const refused = await open('postgres://me:hunter2@127.0.0.1:1/x').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unreachable' });
    expect(String(refused)).not.toContain('hunter2');
  });
});
