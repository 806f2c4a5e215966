import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createAnswers } from '../../src/store/answers.js';
import { openDatabase } from '../../src/store/database.js';
import { StoreError } from '../../src/store/errors.js';
import { createInbox } from '../../src/store/inbox.js';
import { createOutbox } from '../../src/store/outbox.js';
import { readLock, takeProcessLock } from '../../src/store/process-lock.js';
import { createRedraws } from '../../src/store/redraws.js';
import { withMigrationLock } from '../../src/store/server.js';
import { createServerDatabase, testServer } from '../helpers/databases.js';
import { keepingLogger } from '../helpers/logger.js';
import { allMigrations } from '../helpers/template.js';
import { until } from '../helpers/until.js';

const server = await testServer();
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-store-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const open = (url?: string) =>
  openDatabase({ url, embeddedDir: dir, command: 'test', logger: keepingLogger().logger });

describe('the embedded database', () => {
  test('is created and migrated once, and keeps its rows', async () => {
    const first = await open();
    expect(first).toMatchObject({ kind: 'embedded', where: dir, applied: await allMigrations() });
    await first.prisma.cursor.create({ data: { name: 'a', position: '7', heardAt: new Date(0) } });
    await first.close();
    const second = await open();
    expect(second.applied).toEqual([]);
    expect(await second.prisma.cursor.count()).toBe(1);
    await second.close();
  });

  test('keeps a small page cache: all of it lies in our own memory', async () => {
    const db = await open();
    expect(await db.prisma.$queryRaw`SHOW shared_buffers`).toEqual([{ shared_buffers: '16MB' }]);
    await db.close();
  });

  test('gives back what a process that is gone had claimed', async () => {
    const first = await open();
    const outbox = createOutbox(first.prisma, 'slack');
    const asked = { workItem: 'github:octo/app#7', eventType: 'session.awaiting_input', text: 'Which?' };
    await outbox.put({ ...asked, key: 'a', asks: true });
    const row = await outbox.claim(60_000);
    if (!row) throw new Error('nothing to claim');
    await outbox.posted(row, { channel: 'C1', messageTs: '1.1', threadTs: '1.1', opensThread: true });
    await outbox.put({ ...asked, key: 'b', asks: true });
    const redraw = await createRedraws(first.prisma, 'slack').claim(60_000);
    expect(redraw?.question.id).toBe(row.id);
    await outbox.claim(60_000);
    const answer = { channel: 'C1', messageTs: '1.2', threadTs: '1.1', actor: 'U1', text: 'x' };
    await createAnswers(first.prisma).take({ kind: 'reply', workItem: asked.workItem, ...answer }, undefined);
    await createInbox(first.prisma).claim(1, 60_000);
    await first.close();

    const second = await open();
    expect((await createRedraws(second.prisma, 'slack').claim(60_000))?.question.id).toBe(row.id);
    expect(await createOutbox(second.prisma, 'slack').claim(60_000)).toMatchObject({ resumed: true });
    expect(await createInbox(second.prisma).claim(1, 60_000)).toMatchObject([{ messageTs: '1.2' }]);
    await second.close();
  });

  test('is for its owner alone, whatever the folder was before', async () => {
    await chmod(dir, 0o755);
    const db = await open();
    await db.close();
    expect((await stat(dir)).mode & 0o077).toBe(0);
  });

  test('in a folder that cannot be used says so, and what to do', async () => {
    const file = path.join(dir, 'file');
    await writeFile(file, '');
    const below = path.join(file, 'db');
    const refused = openDatabase({
      url: undefined,
      embeddedDir: below,
      command: 'test',
      logger: keepingLogger().logger,
    });
    await expect(refused).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /cannot be used \(ENOTDIR\).*name another state\.root, or set DATABASE_URL/,
      ),
    });
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
    const all = (await allMigrations()).length;
    expect(replicas.map(({ applied }) => applied.length).sort()).toEqual([0, 0, all]);
    await Promise.all(replicas.map((replica) => replica.close()));
    await database.drop();
    // The engine's own lock would make each replica wait 10 s for the one before it.
  }, 8_000);

  test('that does not answer is said without its password', async () => {
    const refused = await open('postgres://me:hunter2@127.0.0.1:1/x').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unreachable' });
    expect(String(refused)).toContain('127.0.0.1:1/x');
    expect(String(refused)).toContain('ECONNREFUSED');
    expect(String(refused)).not.toContain('hunter2');
  });

  test.each([
    [
      'sslrootcert=/nowhere/ca.pem',
      'sslrootcert must name a readable PEM file; "/nowhere/ca.pem" does not exist',
    ],
    ['sslcert=/tmp', 'sslcert must name a readable PEM file; "/tmp" is not a file'],
    ['sslkey=%00', 'sslkey must name a readable PEM file; "\\u0000" cannot be read'],
    ['sslmode=full', 'sslmode must be one of disable, prefer, require, verify-ca, verify-full, no-verify'],
    ['sslnegotiation=tls', 'sslnegotiation must be one of postgres, direct'],
    ['port=abc', 'port must be a number up to 65535'],
    [
      'sslmode=full&sslcert=/nowhere/c.pem',
      'sslcert must name a readable PEM file; "/nowhere/c.pem" does not exist; sslmode must be one of disable, prefer, require, verify-ca, verify-full, no-verify',
    ],
  ])('with ?%s in its URL is refused, naming it, without its password', async (parameters, problem) => {
    const refused = await open(`postgres://me:hunter2@127.0.0.1:5432/x?${parameters}`).catch(
      (e: unknown) => e,
    );
    expect(refused).toMatchObject({ code: 'invalid_url', message: `DATABASE_URL is wrong: ${problem}` });
  });

  test.each([
    ['no such database', '/the_loop_slack_nowhere', /database "the_loop_slack_nowhere" does not exist/],
    [
      'a parameter it refuses',
      '/postgres?statement_timeout=abc',
      /invalid value for parameter "statement_timeout"/,
    ],
    // A word of the server's answer that is the password as well.
    [
      'a password that stands in the answer',
      '/the_loop_slack_nowhere?password=nowhere',
      /refuses the connection \(.*: 3D000\);/,
    ],
  ])('says what a server says of %s', async (_what, rest, reason) => {
    const url = new URL(server ?? '');
    const refused = await open(`postgres://${url.username}@${url.host}${rest}`).catch((e: unknown) => e);
    expect(refused).toMatchObject({ code: 'unreachable', message: expect.stringMatching(reason) });
  });

  test('that another process migrates for too long is said, and then given up', async () => {
    const database = await createServerDatabase(server ?? '');
    const told: (number | undefined)[] = [];
    const onWait = (session: number | undefined) => told.push(session);
    const release = new EventEmitter();
    const holding = withMigrationLock(database.url, () => once(release, 'release'), { onWait });
    const wait = { sayAfterMs: 50, giveUpAfterMs: 200 };
    const attempt = () =>
      withMigrationLock(database.url, async () => 'ran', { onWait, wait }).catch((e: unknown) => e);
    await until('the lock to be held', async () => (await attempt()) !== 'ran');
    expect(await attempt()).toMatchObject({
      code: 'migrating',
      message: expect.stringMatching(/for over 0\.2 s \(session \d+; pg_stat_activity tells which\)/),
    });
    expect(told.at(-1)).toEqual(expect.any(Number));
    const patient = withMigrationLock(database.url, async () => 'ran', {
      onWait: () => release.emit('release'),
      wait: { sayAfterMs: 50, giveUpAfterMs: 30_000 },
    });
    expect(await patient).toBe('ran');
    await holding;
    await database.drop();
  });
});
