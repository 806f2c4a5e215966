import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import type { ChainArgs } from '../../src/slack/chain.js';
import { createSlackClient } from '../../src/slack/client.js';
import { keepReading, type Reading } from '../../src/slack/keep-reading.js';
import type { ReadDeps } from '../../src/slack/read-threads.js';
import { createAnswers } from '../../src/store/answers.js';
import { createThreads } from '../../src/store/threads.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { keepingLogger } from '../helpers/logger.js';
import { until } from '../helpers/until.js';

// Backoffs of seconds that are real.
jest.setTimeout(60_000);

const CHANNEL = 'C0SANDBOX';

describe.each((await databaseKinds()).slice(0, 1))('reading again on $name', ({ open }) => {
  let db: TestDatabase;
  let slack: LocalSlack;
  let stop: AbortController;
  let reading: Reading | undefined;
  let handled: string[];
  let failures: () => number;

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    slack = await startLocalSlack();
    stop = new AbortController();
    handled = [];
    await db.prisma.threadBinding.deleteMany();
  });
  afterEach(async () => {
    stop.abort();
    await reading?.done;
    await slack.close();
  });

  /** A bound thread with one reply that was not taken in. */
  const thread = async (name: string) => {
    const { ts: threadTs } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: name }).message;
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs, text: `in ${name}` });
    await db.prisma.threadBinding.create({ data: { channel: CHANNEL, threadTs, workItem: name } });
    return threadTs;
  };
  /** Reads with a quarter of an hour between cycles. */
  const read = (changed: Partial<ReadDeps> = {}) => {
    const { logger, entries } = keepingLogger();
    failures = () => entries.filter(({ message }) => message === 'threads could not be read').length;
    reading = keepReading(
      {
        threads: createThreads(db.prisma),
        client: createSlackClient(slack.apiUrl, logger),
        botToken: () => slack.tokens.bot,
        handle: async ({ payload }) => {
          handled.push(JSON.stringify(payload));
        },
        logger,
        quietAfterMs: undefined,
        paceMs: 10,
        ...changed,
      },
      15 * 60_000,
      stop.signal,
    );
  };
  const calls = () => slack.calls('conversations.replies').length;
  const taken = (...names: string[]) =>
    until('the replies', () => handled.length >= names.length, 20_000).then(() =>
      expect(handled.map((message) => names.findIndex((name) => message.includes(`in ${name}`)))).toEqual(
        names.map((_name, index) => index),
      ),
    );

  /** A thread that was read, in which something was said since. */
  const readAndGoneOn = async () => {
    await thread('one');
    read();
    await taken('one');
    const { threadTs } = await db.prisma.threadBinding.findFirstOrThrow();
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs, text: 'more in one' });
    return threadTs;
  };

  test.each([
    ['a rate limit', { kind: 'ratelimited', retryAfter: 1 }],
    ['a 503', { kind: 'http', status: 503 }],
    ['a reset', { kind: 'reset' }],
    ['an answer that is not Slack’s', { kind: 'garbage' }],
  ] as const)(
    'a thread is read again soon after %s, and not only in the next cycle',
    async (_name, fault) => {
      await thread('one');
      slack.faults.next('conversations.replies', fault);
      read();
      await taken('one');
      expect(calls()).toBe(2);
    },
  );

  test('what is asked for is read soon, however long the database was away before', async () => {
    await thread('one');
    await db.prisma.$executeRaw`ALTER TABLE thread_bindings RENAME TO away`;
    read();
    try {
      await until('three failures, 2 and 4 s apart', () => failures() === 3, 20_000);
      reading?.soon();
      await until('the failure of what was asked for', () => failures() === 4, 20_000);
    } finally {
      await db.prisma.$executeRaw`ALTER TABLE away RENAME TO thread_bindings`;
    }
    const back = performance.now();
    await taken('one');
    // Two seconds, where the failures before would make it sixteen.
    expect(performance.now() - back).toBeLessThan(8_000);
  });

  test('one thread that is asked for is read alone, and a thread that is not bound not at all', async () => {
    for (const name of ['one', 'two', 'three']) await thread(name);
    read();
    await taken('one', 'two', 'three');
    await until('the end of the cycle', async () => {
      const rows = await db.prisma.threadBinding.findMany();
      return rows.every(({ readTs }) => readTs !== null);
    });
    const asked = await db.prisma.threadBinding.findFirstOrThrow({ where: { workItem: 'two' } });
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: asked.threadTs, text: 'more in two' });
    const before = calls();
    reading?.soon({ channel: CHANNEL, threadTs: '1.1' });
    reading?.soon({ channel: CHANNEL, threadTs: asked.threadTs });
    await until('the reply', () => handled.some((message) => message.includes('more in two')));
    expect(calls()).toBe(before + 1);
  });

  test('a thread that is asked for while the database is away is read once it is back', async () => {
    const threadTs = await readAndGoneOn();
    await db.prisma.$executeRaw`ALTER TABLE thread_bindings RENAME TO away`;
    try {
      reading?.soon({ channel: CHANNEL, threadTs });
      await until('a failure', () => failures() > 0);
    } finally {
      await db.prisma.$executeRaw`ALTER TABLE away RENAME TO thread_bindings`;
    }
    await until('the reply', () => handled.some((message) => message.includes('more in one')));
    expect(handled).toHaveLength(2);
  });

  test('a quiet thread that was asked for is read although a cycle comes in between', async () => {
    const threadTs = await thread('quiet');
    await db.prisma.threadBinding.updateMany({ data: { lastTrafficAt: new Date(0) } });
    read({ quietAfterMs: 60_000 });
    slack.faults.next('conversations.replies', { kind: 'http', status: 503 });
    reading?.soon({ channel: CHANNEL, threadTs });
    await until('the failure', () => calls() === 1);
    reading?.soon();
    await taken('quiet');
  });

  test('a thread that is asked for before it is bound is read once it is', async () => {
    const threads = createThreads(db.prisma);
    let looks = 0;
    const find: typeof threads.find = async (places) => {
      const found = await threads.find(places);
      looks += 1;
      return found;
    };
    read({ threads: { ...threads, find } });
    const { ts: threadTs } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'late' }).message;
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs, text: 'in late' });
    reading?.soon({ channel: CHANNEL, threadTs });
    await until('a look that finds nothing', () => looks > 0);
    await db.prisma.threadBinding.create({ data: { channel: CHANNEL, threadTs, workItem: 'late' } });
    await taken('late');
  });

  test('a thread that is asked for does not wait for the end of a cycle', async () => {
    const threads: string[] = [];
    for (let n = 0; n < 12; n += 1) threads.push(await thread(`thread ${n};`));
    read({ paceMs: 500 });
    await until('the first to be read', () => handled.length === 1);
    const [first = ''] = threads;
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: first, text: 'more in the first' });
    reading?.soon({ channel: CHANNEL, threadTs: first });
    await until('the reply', () => handled.some((message) => message.includes('more in the first')));
    expect(handled.length).toBeLessThan(6);
  });

  test('a thread that cannot be taken in does not hold up the others', async () => {
    await thread('poison');
    await thread('one');
    await thread('two');
    const take = async ({ payload }: ChainArgs) => {
      const message = JSON.stringify(payload);
      if (message.includes('in poison')) throw new Error('cannot be taken in');
      handled.push(message);
    };
    read({ handle: take });
    await taken('one', 'two');
    const poison = await db.prisma.threadBinding.findFirstOrThrow({ where: { workItem: 'poison' } });
    const two = await db.prisma.threadBinding.findFirstOrThrow({ where: { workItem: 'two' } });
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: two.threadTs, text: 'more in two' });
    for (const { threadTs } of [poison, two]) reading?.soon({ channel: CHANNEL, threadTs });
    await until('the reply', () => handled.some((message) => message.includes('more in two')), 20_000);
    // No cycle broke off.
    expect(failures()).toBe(0);
  });

  test('more threads than are kept in mind are left to a cycle', async () => {
    const threadTs = await readAndGoneOn();
    for (let n = 0; n < 10_000; n += 1) reading?.soon({ channel: CHANNEL, threadTs: `${n}.1` });
    reading?.soon({ channel: CHANNEL, threadTs });
    await until('the reply', () => handled.some((message) => message.includes('more in one')));
  });

  test('only what passes by itself is read again soon', async () => {
    await thread('shut');
    await thread('limited');
    slack.faults.next('conversations.replies', { kind: 'error', error: 'channel_not_found' });
    slack.faults.next('conversations.replies', { kind: 'ratelimited', retryAfter: 1 });
    read();
    await taken('limited');
    expect(calls()).toBe(3);
  });

  test('a thread that fails again and again does not hold up the others', async () => {
    await thread('stubborn');
    await thread('other');
    slack.faults.next('conversations.replies', { kind: 'http', status: 503 }, 3);
    read();
    await taken('other', 'stubborn');
    // Both in the cycle, the first again, then both.
    expect(calls()).toBe(5);
  });

  test.each([
    ['only what stands between them is handled', [1, 3], [2]],
    ['nothing is handled, and the thread counts as read', [1, 2, 3], []],
    ['what comes after them is handled', [1, 2], [3]],
  ])('replies that were taken in before are passed over: %s', async (_name, known, expected) => {
    const { ts: threadTs } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'root' }).message;
    const replies = [1, 2, 3].map(
      (n) => slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs, text: `reply ${n}` }).message.ts,
    );
    await db.prisma.threadBinding.create({ data: { channel: CHANNEL, threadTs, workItem: 'item' } });
    await db.prisma.inboxItem.deleteMany();
    for (const n of known) {
      const messageTs = replies[n - 1] ?? '';
      await createAnswers(db.prisma).take(
        {
          ...{ kind: 'reply', channel: CHANNEL, messageTs, threadTs },
          ...{ workItem: 'item', actor: 'U0ALICE', text: 'x' },
        },
        undefined,
      );
    }
    read();
    await until('the thread to be read', async () => {
      const [row] = await db.prisma.threadBinding.findMany();
      return row?.readTs === replies[2];
    });
    expect(handled.map((message) => Number(/reply (\d)/.exec(message)?.[1]))).toEqual(expected);
  });
});
