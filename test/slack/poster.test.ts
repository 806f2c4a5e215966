import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { createSlackClient } from '../../src/slack/client.js';
import { createPostGate } from '../../src/slack/post-gate.js';
import { type PosterDeps, postNext } from '../../src/slack/poster.js';
import { createBindings } from '../../src/store/bindings.js';
import { createOutbox } from '../../src/store/outbox.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { makeEventLog, type TestEventLog } from '../helpers/event-log.js';
import { keepingLogger } from '../helpers/logger.js';
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

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    slack = await startLocalSlack();
    log = await makeEventLog();
    token = slack.tokens.bot;
    readSoon = 0;
    const { logger } = keepingLogger();
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
  /** Posts until the row is posted, as the worker does, over whatever goes wrong on the way. */
  const postAll = () =>
    until('every row posted', async () => {
      await postNext(deps);
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
    await postNext(deps);
    await until('a second try', () => postNext(deps));
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
    await postNext(deps);
    expect(await log.records()).toMatchObject([{ error: 'no channel: channels.slack.channel is not set' }]);
  });

  test('posts the text alone when Slack refuses the blocks', async () => {
    await ask('refused');
    slack.faults.next('chat.postMessage', { kind: 'error', error: 'invalid_blocks' });
    await postNext(deps);
    expect(slack.messages(CHANNEL)[0]).toMatchObject({ text: expect.stringContaining('Which one?') });
    expect(slack.messages(CHANNEL)[0]?.blocks ?? []).toEqual([]);
  });

  test('keeps a row back, and says why, while the bot is not in the channel', async () => {
    slack.faults.next('chat.postMessage', { kind: 'error', error: 'not_in_channel' });
    await ask('later');
    await postNext(deps);
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
