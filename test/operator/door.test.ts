import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChannelEvent } from '../../src/channels/event.js';
import { knock, openDoor } from '../../src/operator/door.js';
import { DoorError } from '../../src/operator/errors.js';
import type { Operator } from '../../src/operator/operator.js';
import {
  dropPost,
  listPosts,
  listReplies,
  listThreads,
  readOverview,
  retryPost,
} from '../../src/store/operations.js';
import { createOutbox } from '../../src/store/outbox.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { keepingLogger } from '../helpers/logger.js';

describe.each(await databaseKinds())('what an operator does, on $name', ({ open }) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(() => db.prisma.outboxItem.deleteMany());

  const put = async (key: string) => {
    const outbox = createOutbox(db.prisma, 'slack');
    await outbox.put({
      key,
      workItem: 'github:octo/app#7',
      eventType: 'session.awaiting_input',
      text: 'Which?',
      asks: true,
    });
    const { id } = await db.prisma.outboxItem.findFirstOrThrow({ where: { key } });
    return { outbox, id };
  };

  test('a failed post is made due again by the beginning of its id', async () => {
    const { outbox, id } = await put('a');
    const row = await outbox.claim(60_000);
    if (!row) throw new Error('nothing was due');
    expect(await retryPost(db.prisma, id)).toBe('posting');
    await outbox.fail(row, 'invalid_blocks');
    expect(await listPosts(db.prisma)).toMatchObject([
      { id, state: 'failed', error: 'invalid_blocks', tries: 1, nextTryAt: null },
    ]);
    expect(await retryPost(db.prisma, id.slice(0, 8).toUpperCase())).toBe('done');
    expect((await outbox.claim(60_000))?.id).toBe(id);
  });

  test('a dropped post is never posted, and its source is not taken again', async () => {
    const { outbox, id } = await put('b');
    expect(await dropPost(db.prisma, id)).toBe('done');
    expect(await outbox.claim(60_000)).toBeUndefined();
    expect(await listPosts(db.prisma)).toEqual([]);
    await put('b');
    expect(await retryPost(db.prisma, id)).toBe('dropped');
    expect(await dropPost(db.prisma, id)).toBe('dropped');
    expect(await outbox.claim(60_000)).toBeUndefined();
    expect((await readOverview(db.prisma, 'C1')).posts).toEqual({ waiting: 0, failed: 0 });
  });

  test('what is posted, unknown or unclear is left alone', async () => {
    const { outbox, id } = await put('c');
    const row = await outbox.claim(60_000);
    if (!row) throw new Error('nothing was due');
    await outbox.posted(row, { channel: 'C1', messageTs: '1.1', threadTs: '1.1', opensThread: true });
    expect(await dropPost(db.prisma, id)).toBe('posted-already');
    expect(await dropPost(db.prisma, '0000')).toBe('no-such-post');
    for (const odd of ['', '%', "' OR 1=1", 'zzzz', 'a'.repeat(40)])
      expect(await dropPost(db.prisma, odd)).toBe('no-such-post');
    await db.prisma.outboxItem.createMany({
      data: ['e', 'f'].map((key, at) => ({
        id: `abcdabcd-0000-4000-8000-00000000000${at}`,
        key,
        via: 'slack',
        workItem: 'x',
        eventType: 'y',
        text: 'z',
      })),
    });
    expect(await retryPost(db.prisma, 'abcd')).toBe('ambiguous');
    expect(await listThreads(db.prisma)).toMatchObject([
      { workItem: 'github:octo/app#7', channel: 'C1', threadTs: '1.1', openQuestions: 1 },
    ]);
    expect(await readOverview(db.prisma, 'C1')).toMatchObject({
      threads: 1,
      openQuestions: 1,
      posts: { waiting: 2 },
    });
    expect(await listReplies(db.prisma, undefined)).toEqual([]);
  });
});

describe('the door of a running app', () => {
  const OVERVIEW = {
    threads: 1,
    openQuestions: 0,
    posts: { waiting: 0, failed: 0 },
    replies: { waiting: 0, undeliverable: 0, unknown: 0 },
    sources: [],
  };
  let dir: string;
  let door: { close(): Promise<void> };
  const told: ChannelEvent[] = [];
  const operator: Operator = {
    overview: async () => OVERVIEW,
    threads: async () => {
      throw new RangeError('xoxb-secret');
    },
    posts: async () => [],
    retry: async (id) => (id === 'x' ? 'done' : 'no-such-post'),
    drop: async () => 'posted-already',
    replies: async () => [],
    tell: async (event) => {
      told.push(event);
      return { channels: ['slack'] };
    },
  };
  const { logger, entries } = keepingLogger();
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-door-'));
    door = await openDoor(dir, operator, logger);
  });
  afterEach(async () => {
    await door.close();
    await rm(dir, { recursive: true, force: true });
  });
  const enter = async () => {
    const found = await knock(dir, process.pid);
    if (!found) throw new Error('no door');
    return found;
  };

  test('lets a command do what the app itself can', async () => {
    const remote = await enter();
    expect(await remote.overview()).toEqual(OVERVIEW);
    expect([await remote.retry('x'), await remote.drop('y')]).toEqual(['done', 'posted-already']);
    const event = { key: 'k', type: 't', workItem: 'w', text: 'Größe 🎈 \u0000', at: new Date(5) };
    expect(await remote.tell(event)).toEqual({ channels: ['slack'] });
    expect(told).toEqual([event]);
  });

  test('takes a question of 1 MB', async () => {
    expect(
      await (await enter()).tell({ key: 'k', type: 't', workItem: 'w', text: '\u0001'.repeat(1024 * 1024) }),
    ).toEqual({ channels: ['slack'] });
    expect(told.at(-1)?.text).toHaveLength(1024 * 1024);
  });

  test('is closed to who cannot read its key, and its file is for the owner alone', async () => {
    const { port } = JSON.parse(await readFile(path.join(dir, 'door.json'), 'utf8'));
    const knocks = [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${'0'.repeat(64)}` }];
    for (const headers of knocks) {
      const { status } = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers,
        body: '{"do":"overview"}',
      });
      expect(status).toBe(401);
    }
    expect((await stat(path.join(dir, 'door.json'))).mode & 0o077).toBe(0);
  });

  test('is made anew where one was left behind: its key is never readable for others', async () => {
    await door.close();
    await writeFile(path.join(dir, 'door.json'), '{}', { mode: 0o644 });
    door = await openDoor(dir, operator, logger);
    expect((await stat(path.join(dir, 'door.json'))).mode & 0o077).toBe(0);
  });

  test.each(['<html>', '{}', '{"answer": 7}', '{"answer": {"threads": "many"}}'])(
    'a stranger that answers %s behind it is named, not believed',
    async (body) => {
      const server = createServer((_request, response) => response.end(body));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await writeFile(path.join(dir, 'door.json'), JSON.stringify({ pid: process.pid, port, key: 'x' }));
      await expect((await enter()).overview()).rejects.toBeInstanceOf(DoorError);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  );

  test('says that a command failed, and nothing of what was in it', async () => {
    const remote = await enter();
    await expect(remote.threads()).rejects.toBeInstanceOf(DoorError);
    expect(JSON.stringify(entries)).toContain('RangeError');
    expect(JSON.stringify(entries)).not.toContain('xoxb');
  });

  test('is not knocked at when another process holds the database, and is gone when its app is', async () => {
    expect(await knock(dir, process.pid + 1)).toBeUndefined();
    const remote = await enter();
    await door.close();
    expect(await knock(dir, process.pid)).toBeUndefined();
    await expect(remote.overview()).rejects.toBeInstanceOf(DoorError);
    await writeFile(path.join(dir, 'door.json'), '{');
    expect(await knock(dir, process.pid)).toBeUndefined();
  });
});
