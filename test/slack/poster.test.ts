import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { createSlackClient } from '../../src/slack/client.js';
import { createPostGate } from '../../src/slack/post-gate.js';
import { LOOK_THROUGH, type PosterDeps, takePost } from '../../src/slack/poster.js';
import { createBindings } from '../../src/store/bindings.js';
import { listPosts, retryPost } from '../../src/store/operations.js';
import { createOutbox } from '../../src/store/outbox.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { makeEventLog, type TestEventLog } from '../helpers/event-log.js';
import { keepingLogger, type LogEntry } from '../helpers/logger.js';
import { until } from '../helpers/until.js';

const CHANNEL = 'C0SANDBOX';
const ITEM = 'github:octo/app#7';

describe.each((await databaseKinds()).slice(0, 1))('posting on $name', ({ open }) => {
  let db: TestDatabase;
  let slack: LocalSlack;
  let log: TestEventLog;
  let token: string | undefined;
  let deps: PosterDeps;
  let readSoon: number;
  let entries: LogEntry[];

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    slack = await startLocalSlack();
    log = await makeEventLog();
    token = slack.tokens.bot;
    readSoon = 0;
    const kept = keepingLogger();
    const { logger } = kept;
    entries = kept.entries;
    await db.prisma.outboxItem.deleteMany();
    await db.prisma.threadBinding.deleteMany();
    deps = {
      outbox: createOutbox(db.prisma, 'slack'),
      bindings: createBindings(db.prisma),
      client: createSlackClient(slack.apiUrl, logger),
      botToken: () => token,
      botTokenEnv: 'THE_LOOP_SLACK_BOT_TOKEN',
      channel: CHANNEL,
      compose: {
        verbosity: 'normal',
        maxChars: 1500,
        longMessages: 'digest',
        pressable: true,
        describeWorkItem: () => ({ label: 'octo/app#7', url: 'https://github.com/octo/app/issues/7' }),
      },
      pace: { soon: { first: 20, longest: 100 }, slowly: { first: 20, longest: 100 }, lookAfter: 20 },
      gate: createPostGate({ perSecond: 1000, burst: 1000 }),
      looking: { pages: LOOK_THROUGH, gate: createPostGate({ perSecond: 1000, burst: 1000 }) },
      underWay: new Set(),
      readSoon: () => {
        readSoon += 1;
      },
      eventLog: log.eventLog,
      logger,
    };
  });
  afterEach(async () => {
    await slack.close();
    await log.remove();
  });

  const ask = (key: string, text = 'Which one?') =>
    deps.outbox.put({
      key,
      workItem: ITEM,
      eventType: 'session.awaiting_input',
      text,
      url: 'https://github.com/octo/app/issues/7#issuecomment-1',
      actor: 'octocat',
    });
  const postNext = async () => {
    const job = await takePost(deps);
    await job?.();
    return job !== undefined;
  };
  /** Posts until the row is posted, as the worker does, over whatever goes wrong on the way. */
  const postAll = () =>
    until('every row posted', async () => {
      await postNext();
      return (await db.prisma.outboxItem.count({ where: { NOT: { status: 'posted' } } })) === 0;
    });

  test('opens the work item’s thread with the first post and goes on in it with the next', async () => {
    await ask('one', 'First?');
    await ask('two', 'Second?');
    await postAll();
    const [root, reply] = slack.messages(CHANNEL);
    expect(root).toMatchObject({ text: expect.stringContaining('First?') });
    expect(reply?.thread_ts).toBe(root?.ts);
    expect(root?.blocks?.[0]).toMatchObject({
      type: 'context',
      elements: [{ text: 'Waiting for an answer · <https://github.com/octo/app/issues/7|octo/app#7>' }],
    });
    expect(await deps.bindings.byWorkItem(CHANNEL, ITEM)).toMatchObject({ threadTs: root?.ts });
    expect(await log.records()).toMatchObject([
      {
        event: 'channel.posted',
        channel: 'slack',
        work_item: ITEM,
        event_type: 'session.awaiting_input',
        thread: root?.ts,
      },
      { event: 'channel.posted', thread: root?.ts },
    ]);
  });

  test('a post whose answer was lost is found again, not posted twice', async () => {
    await ask('lost');
    slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    await postAll();
    expect(slack.messages(CHANNEL)).toHaveLength(1);
    expect(slack.calls('chat.postMessage')).toHaveLength(1);
    // It may have been answered before its thread was known to be ours.
    expect(readSoon).toBe(1);
  });

  test('a post that could be written down only late is read again: it may have been answered meanwhile', async () => {
    await db.prisma.$executeRaw`CREATE SEQUENCE writes`;
    // What a sequence counts stays counted when the transaction fails.
    await db.prisma.$executeRaw`
      CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF nextval('writes') = 1 THEN RAISE 'away'; END IF; RETURN NEW; END $$`;
    await db.prisma.$executeRaw`
      CREATE TRIGGER fail_once BEFORE UPDATE ON outbox FOR EACH ROW WHEN (NEW.status = 'posted')
        EXECUTE FUNCTION fail_once()`;
    try {
      await ask('late');
      await postAll();
      expect(readSoon).toBe(1);
      await ask('at once');
      await postAll();
      expect(readSoon).toBe(1);
      expect(slack.calls('chat.postMessage')).toHaveLength(2);
    } finally {
      await db.prisma.$executeRaw`DROP TRIGGER fail_once ON outbox`;
      await db.prisma.$executeRaw`DROP FUNCTION fail_once`;
      await db.prisma.$executeRaw`DROP SEQUENCE writes`;
    }
  });

  test('a post in doubt is found by Slack’s clock, though ours is hours ahead', async () => {
    for (const key of ['root', 'lost-reply']) {
      await ask(key, `${key}?`);
      slack.faults.next('chat.postMessage', { kind: 'reset-after' });
      await postNext();
      await db.prisma
        .$executeRaw`UPDATE outbox SET created_at = now() + interval '5 hours', due_at = now() + interval '5 hours'`;
      await postAll();
    }
    expect(slack.messages(CHANNEL)).toHaveLength(2);
    expect(slack.calls('chat.postMessage')).toHaveLength(2);
  });

  test('an answer that is not Slack’s leaves the post in doubt, and nothing of it is kept', async () => {
    await ask('garbage');
    slack.faults.next('chat.postMessage', { kind: 'garbage' });
    await postNext();
    expect(await db.prisma.outboxItem.findFirst()).toMatchObject({
      status: 'posting',
      lastError: 'unreadable_answer',
    });
    await postAll();
    expect(slack.calls('conversations.history')).toHaveLength(1);
    expect(slack.messages(CHANNEL)).toHaveLength(1);
  });

  test('a row that another worker took over is left to it', async () => {
    await ask('lost');
    slack.faults.next('chat.postMessage', { kind: 'reset' });
    await postNext();
    // A look-up of two seconds: by then the claim is no longer fresh, and found to be another's.
    slack.faults.next('conversations.history', { kind: 'delay', ms: 2_100 });
    await db.prisma.$executeRaw`UPDATE outbox SET lease_until = now()`;
    const first = postNext();
    await until('the first to be at it', () => deps.underWay.size === 1);
    await db.prisma.$executeRaw`UPDATE outbox SET attempts = attempts + 1`;
    await first;
    expect(slack.calls('chat.postMessage')).toHaveLength(1);
    expect(slack.messages(CHANNEL)).toEqual([]);
  });

  test('a rate limit holds every row back, not only the one that met it', async () => {
    for (let n = 0; n < 5; n += 1) await ask(`limited ${n}`);
    slack.faults.next('chat.postMessage', { kind: 'ratelimited', retryAfter: 1 });
    await postAll();
    // One refused, then five that went.
    expect(slack.calls('chat.postMessage')).toHaveLength(6);
  });

  test('a reply in a thread whose answer was lost is found again too', async () => {
    await ask('root');
    await postAll();
    await ask('lost-reply', 'And this?');
    slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    await postAll();
    expect(slack.messages(CHANNEL)).toHaveLength(2);
    expect(slack.calls('chat.postMessage')).toHaveLength(2);
  });

  const chatter = (count: number, threadTs?: string) => {
    const at = { user: 'U0ALICE', channel: CHANNEL, ...(threadTs === undefined ? {} : { threadTs }) };
    for (let n = 0; n < count; n += 1) slack.post({ ...at, text: `chatter ${n}` });
  };
  const ours = () => slack.messages(CHANNEL).filter(({ bot_id }) => bot_id !== undefined);
  /** Posts one row, whose answer is lost, and lets `count` messages follow it. */
  const buried = async (key: string, count: number, threadTs?: string) => {
    await ask(key);
    slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    await postNext();
    chatter(count, threadTs);
  };

  test('a post in doubt is found below more messages than two pages hold, in the channel and in a thread', async () => {
    await buried('root', 405);
    await postAll();
    expect(slack.calls('conversations.history')).toHaveLength(3);
    const threadTs = ours()[0]?.ts;
    await buried('lost-reply', 405, threadTs);
    await postAll();
    expect(slack.calls('conversations.replies')).toHaveLength(1);
    // One that never arrived: the thread is read to its end before it is posted again.
    await ask('never-arrived');
    slack.faults.next('chat.postMessage', { kind: 'reset' });
    await postAll();
    expect(slack.calls('conversations.replies')).toHaveLength(1 + 3);
    expect(ours()).toHaveLength(3);
    expect(slack.calls('chat.postMessage')).toHaveLength(4);
  }, 30_000);

  test('a reply in doubt is found before one that failed and was posted again meanwhile', async () => {
    await ask('root');
    await postAll();
    await ask('failed');
    slack.faults.next('chat.postMessage', { kind: 'error', error: 'no_text' }, 2);
    await postNext();
    await ask('lost');
    slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    await postNext();
    const failed = (await listPosts(db.prisma)).find(({ state }) => state === 'failed');
    expect(await retryPost(db.prisma, failed?.id ?? '')).toBe('done');
    await postAll();
    expect(ours()).toHaveLength(3);
  });

  test('a post in doubt is looked for no further back than a day before it was due', async () => {
    chatter(405);
    await ask('never-arrived');
    slack.faults.next('chat.postMessage', { kind: 'reset' });
    await postNext();
    // Two days later by our clock: the newest page is looked through all the same.
    await db.prisma.$executeRaw`UPDATE outbox SET due_at = now() + interval '2 days'`;
    await postAll();
    expect(slack.calls('conversations.history')).toHaveLength(1);
    expect(ours()).toHaveLength(1);
  });

  test('a post in doubt below more messages than are looked through is left to the operator, not posted again', async () => {
    deps = { ...deps, looking: { ...deps.looking, pages: 2 } };
    await buried('root', 405);
    await until('it to be given up', async () => {
      await postNext();
      return (await db.prisma.outboxItem.count({ where: { status: 'failed', lastError: 'in_doubt' } })) === 1;
    });
    expect(slack.calls('chat.postMessage')).toHaveLength(1);
    expect((await log.records()).at(-1)).toMatchObject({ event: 'channel.post_failed', error: 'in_doubt' });
    expect(entries).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringContaining('may be in Slack') }),
    );
    // Who looked and did not find it says so.
    const [row] = await listPosts(db.prisma);
    expect(await retryPost(db.prisma, row?.id ?? '')).toBe('done');
    await postAll();
    expect(slack.calls('chat.postMessage')).toHaveLength(2);
  });

  test.each([
    ['a reset before the call was read', { kind: 'reset' }],
    ['a rate limit', { kind: 'ratelimited', retryAfter: 1 }],
    ['a 500', { kind: 'http', status: 500 }],
    ['garbage', { kind: 'garbage' }],
    ['internal_error', { kind: 'error', error: 'internal_error' }],
  ] as const)('posts once after %s', async (_name, fault) => {
    await ask(`after ${_name}`);
    slack.faults.next('chat.postMessage', fault);
    await postAll();
    expect(slack.messages(CHANNEL)).toHaveLength(1);
  });

  test('waits for a bot token and says which variable is missing, once', async () => {
    token = undefined;
    await ask('no-token');
    await postNext();
    await until('a second try', () => postNext());
    expect(slack.messages(CHANNEL)).toHaveLength(0);
    expect(await log.records()).toEqual([
      expect.objectContaining({
        event: 'channel.post_failed',
        level: 'warning',
        error: 'no bot token: THE_LOOP_SLACK_BOT_TOKEN is not set',
      }),
    ]);
    token = slack.tokens.bot;
    readSoon = 0;
    await postAll();
    expect(slack.messages(CHANNEL)).toHaveLength(1);
  });

  test('says when no channel is set', async () => {
    deps = { ...deps, channel: '' };
    await ask('no-channel');
    await postNext();
    expect(await log.records()).toMatchObject([{ error: 'no channel: channels.slack.channel is not set' }]);
  });

  test('posts the text alone when Slack refuses the blocks', async () => {
    await ask('refused');
    slack.faults.next('chat.postMessage', { kind: 'error', error: 'invalid_blocks' });
    await postNext();
    expect(slack.messages(CHANNEL)[0]).toMatchObject({ text: expect.stringContaining('Which one?') });
    expect(slack.messages(CHANNEL)[0]?.blocks ?? []).toEqual([]);
  });

  test('keeps a row back, and says why, while the bot is not in the channel', async () => {
    slack.faults.next('chat.postMessage', { kind: 'error', error: 'not_in_channel' });
    await ask('later');
    await postNext();
    expect(await log.records()).toMatchObject([{ event: 'channel.post_failed', error: 'not_in_channel' }]);
    await postAll();
    expect(slack.messages(CHANNEL)).toHaveLength(1);
  });

  test('opens a new thread, and binds it, when the root was deleted', async () => {
    await ask('root');
    await postAll();
    const root = slack.messages(CHANNEL)[0]?.ts ?? '';
    await deps.client.chat.delete({ token: slack.tokens.bot, channel: CHANNEL, ts: root });
    await ask('next', 'Still there?');
    await postAll();
    const [next] = slack.messages(CHANNEL);
    expect(next).toMatchObject({ text: expect.stringContaining('Still there?') });
    expect(next?.thread_ts).toBeUndefined();
    expect(await deps.bindings.byWorkItem(CHANNEL, ITEM)).toMatchObject({ threadTs: next?.ts });
  });

  test('a line for a thread whose root is gone goes where the work item is now, and leaves its binding', async () => {
    await ask('root');
    await postAll();
    const root = slack.messages(CHANNEL)[0]?.ts ?? '';
    const notice = (key: string) =>
      deps.outbox.put({
        ...{ key, workItem: ITEM, eventType: 'notice', text: `⚠️ ${key}` },
        place: { channel: CHANNEL, threadTs: root },
      });
    await deps.client.chat.delete({ token: slack.tokens.bot, channel: CHANNEL, ts: root });
    await ask('next', 'Still there?');
    await postAll();
    const next = slack.messages(CHANNEL)[0]?.ts ?? '';
    await notice('plain');
    await postAll();
    // Slack takes the second and its answer is lost, so that it is looked for.
    await notice('in doubt');
    slack.faults.next('chat.postMessage', { kind: 'error', error: 'thread_not_found' });
    slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    await postAll();
    const lines = () => slack.messages(CHANNEL, next).map(({ text }) => text);
    await until('the second to be found', async () => {
      await postNext();
      return (await deps.bindings.byWorkItem(CHANNEL, ITEM)) && lines().length === 3;
    });
    await postAll();
    expect(lines().slice(1)).toEqual(['⚠️ plain', '⚠️ in doubt']);
    expect(slack.messages(CHANNEL).filter(({ thread_ts }) => thread_ts === undefined)).toHaveLength(1);
    expect(await deps.bindings.byWorkItem(CHANNEL, ITEM)).toMatchObject({ threadTs: next });
  });

  test('draws more at each verbosity and never less', async () => {
    const shown = async (verbosity: 'quiet' | 'normal' | 'verbose') => {
      deps = { ...deps, compose: { ...deps.compose, verbosity } };
      await ask(verbosity, `Text at ${verbosity}?`);
      await postAll();
      return JSON.stringify(slack.messages(CHANNEL).at(-1)?.blocks);
    };
    const quiet = await shown('quiet');
    expect(quiet).toContain('Waiting for an answer · <https://github.com/octo/app/issues/7|octo/app#7>');
    expect(quiet).not.toContain('Text at');
    const normal = await shown('normal');
    expect(normal).toContain('Waiting for an answer · <https://github.com/octo/app/issues/7|octo/app#7>');
    expect(normal).toContain('Text at normal?');
    expect(normal).not.toContain('octocat');
    const verbose = await shown('verbose');
    expect(verbose).toContain('Text at verbose?');
    expect(verbose).toContain(
      'asked by octocat · <https://github.com/octo/app/issues/7#issuecomment-1|the comment>',
    );
  });
});
