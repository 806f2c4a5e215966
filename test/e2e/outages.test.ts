import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, ITEM, makeRig, type Rig, SENTINELS } from './rig.js';

let rig: Rig;

const fromBot = () => rig.slack.messages(CHANNEL).filter(({ bot_id }) => bot_id !== undefined);
const notices = () => fromBot().filter(({ text }) => text.startsWith('⚠️'));

describe('when something is away during a round', () => {
  beforeEach(async () => {
    rig = await makeRig();
  });
  afterEach(() => rig.close());

  test('Slack: the question is posted once it is back', async () => {
    await rig.start();
    rig.slack.faults.down(true);
    rig.askOnly('are you there?');
    await until('a failure on record', async () => (await rig.records('channel.post_failed')).length > 0);
    rig.slack.faults.down(false);
    await until('the question', () => fromBot().length === 1, 15_000);
  });

  test('Slack: an answer taken before reaches ticket and session, and is marked once Slack is back', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.slack.faults.next('reactions.add', { kind: 'reset' }, 3);
    const ts = rig.reply(threadTs, 'two');
    await until('the delivery', () => rig.loop.delivered().length === 1);
    expect(await decided(rig, ts)).toContain('white_check_mark');
    expect(rig.mirrors()).toHaveLength(1);
    expect(rig.loop.delivered()).toHaveLength(1);
  });

  test('Slack: a first mark that met a rate limit is set after all', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.slack.faults.next('reactions.add', { kind: 'ratelimited', retryAfter: 1 });
    const ts = rig.reply(threadTs, 'two');
    await until('both marks', () => rig.marks(ts).length === 2, 20_000);
    expect(rig.marks(ts).sort()).toEqual(['eyes', 'white_check_mark']);
  });

  test('Slack: a first mark that is slow does not hold the answer up, and comes before the second', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.slack.faults.next('reactions.add', { kind: 'delay', ms: 3_000 });
    const ts = rig.reply(threadTs, 'two');
    await until('the delivery', () => rig.loop.delivered().length === 1, 2_500);
    expect(rig.mirrors()).toHaveLength(1);
    expect(rig.marks(ts)).toEqual([]);
    expect(await decided(rig, ts)).toEqual(['eyes', 'white_check_mark']);
  });

  test('Slack: marks that hang for good keep no answer from its session', async () => {
    await rig.start();
    const items = Array.from({ length: 12 }, (_, n) => `github:octo/app#${n + 20}`);
    const threads: string[] = [];
    for (const item of items) threads.push((await rig.ask('which?', item)).threadTs);
    for (const item of items) rig.loop.setSession(item, 'live');
    rig.slack.faults.next('reactions.add', { kind: 'hang' }, 1_000);
    for (const threadTs of threads) rig.reply(threadTs, 'two');
    // The first few meet a call that hangs until it is given up after 15 s; those behind them do not.
    await until('every delivery', () => rig.loop.delivered().length === items.length, 40_000);
  }, 90_000);

  test('Slack: a post that hangs holds up no other work item', async () => {
    await rig.start();
    rig.slack.faults.next('chat.postMessage', { kind: 'delay', ms: 10_000 });
    rig.askOnly('slow?');
    rig.askOnly('quick?', 'github:octo/app#8');
    const first = await until('a question', () => fromBot()[0], 9_000);
    expect(first.text).toContain('quick?');
    await until('the slow one too', () => fromBot().length === 2, 20_000);
  });

  test('Slack: a rate limit of one edit holds the others back too', async () => {
    await rig.start();
    const one = await rig.ask('one?');
    const two = await rig.ask('two?', 'github:octo/app#8');
    rig.slack.faults.next('chat.update', { kind: 'ratelimited', retryAfter: 3 });
    rig.reply(one.threadTs, 'yes');
    rig.reply(two.threadTs, 'yes');
    const drawn = ({ ts }: { ts: string }) =>
      JSON.stringify(fromBot().find((message) => message.ts === ts)?.blocks).includes('<@U0ALICE>');
    await until('both edits', () => drawn(one) && drawn(two), 20_000);
    const [refused, next] = rig.slack.calls('chat.update');
    expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThan(2_900);
  });

  test('the ticket: the session does not wait, and the comment is written once GitHub is back', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    await rig.ticket.faults.down(true);
    const ts = rig.reply(threadTs, 'two');
    expect(await decided(rig, ts)).toContain('white_check_mark');
    expect(rig.loop.delivered()).toHaveLength(1);
    expect(await rig.records('channel.mirror_failed')).toMatchObject([{ work_item: ITEM, level: 'warning' }]);
    await rig.ticket.faults.down(false);
    await until('the mirror', () => rig.mirrors().length === 1, 20_000);
    expect(rig.loop.delivered()).toHaveLength(1);
  });

  test('the ticket: a comment whose answer was lost is found, not written again', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.ticket.faults.next({ kind: 'reset-after' }, 1, 'POST');
    const ts = rig.reply(threadTs, 'two');
    await decided(rig, ts);
    await until('the mirror on record', async () => (await rig.records('channel.mirrored')).length === 1);
    expect(rig.mirrors()).toHaveLength(1);
  });

  test('the ticket: a refused token is said in the thread, and mended without asking again', async () => {
    rig.env.GITHUB_TOKEN = 'ghp_expired';
    await rig.start();
    const { threadTs } = await rig.ask();
    const ts = rig.reply(threadTs, 'two');
    expect(await decided(rig, ts)).toContain('warning');
    await until('the notice', () => notices().length === 1);
    expect(notices()[0]?.text).toMatch(/reached the session, but could not be written on the ticket/);
    rig.env.GITHUB_TOKEN = SENTINELS.github;
    await until('the mirror', () => rig.mirrors().length === 1, 15_000);
    await until('the mark', () => rig.marks(ts).includes('white_check_mark'));
    expect(rig.loop.delivered()).toHaveLength(1);
  });

  test('the-loop: the answer is on the ticket at once, and in the session once it is back', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    await rig.loop.faults.down(true);
    const ts = rig.reply(threadTs, 'two');
    await until('the mirror', () => rig.mirrors().length === 1);
    expect(rig.loop.delivered()).toEqual([]);
    await rig.loop.faults.down(false);
    expect(await decided(rig, ts)).toContain('white_check_mark');
    expect(rig.loop.delivered()).toHaveLength(1);
    expect(rig.mirrors()).toHaveLength(1);
  });

  test('the-loop: a delivery whose fate is unknown is never made again, and the member is told', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.loop.faults.next('reply', { kind: 'reset-after' });
    const ts = rig.reply(threadTs, 'two');
    expect(await decided(rig, ts)).toContain('warning');
    await until('the notice', () => notices().length === 1);
    expect(notices()[0]?.text).toMatch(/Nobody knows whether the answer reached the session/);
    expect(notices()[0]?.thread_ts).toBe(threadTs);
    expect(rig.loop.delivered()).toHaveLength(1);
    expect(rig.mirrors()).toHaveLength(1);
  });

  test('the-loop: a stream that is cut resumes where it was', async () => {
    await rig.start();
    await rig.ask('one?');
    rig.loop.dropStreams();
    rig.askOnly('two?');
    await until('both questions', () => fromBot().length === 2, 15_000);
  });
});

describe('when the session cannot take an answer', () => {
  beforeEach(async () => {
    rig = await makeRig();
  });
  afterEach(() => rig.close());

  test.each([
    ['none', /no session registered/],
    ['paused', /paused/],
    ['dead', /no live tmux pane/],
    ['ambiguous', /github:octo|candidates|instances|two/i],
  ] as const)(
    'a session that is %s: the ticket has the answer, and the thread says why',
    async (state, why) => {
      await rig.start();
      const { threadTs } = await rig.ask();
      rig.loop.setSession(ITEM, state);
      const ts = rig.reply(threadTs, 'two');
      expect(await decided(rig, ts)).toContain('warning');
      await until('the notice', () => notices().length === 1);
      expect(notices()[0]?.text).toMatch(why);
      expect(notices()[0]?.text).toMatch(/It is on the ticket\.$/);
      expect(rig.mirrors()).toHaveLength(1);
      expect(rig.loop.delivered()).toEqual([]);
      expect(
        (await rig.records('channel.dropped')).filter(({ reason }) => reason === 'undeliverable'),
      ).toHaveLength(1);
    },
  );

  test('a terminal in passing trouble gets the answer when it is over', async () => {
    await rig.start();
    const { threadTs } = await rig.ask();
    rig.loop.setSession(ITEM, 'flaky');
    const ts = rig.reply(threadTs, 'two');
    await until('a first try', () => rig.loop.calls().some(({ route }) => route === 'reply'));
    rig.loop.setSession(ITEM, 'live');
    expect(await decided(rig, ts)).toContain('white_check_mark');
    expect(rig.loop.delivered()).toHaveLength(1);
  });
});

describe('when something is missing at the start', () => {
  afterEach(() => rig.close());

  test('a bot token that is set later posts what was asked before', async () => {
    rig = await makeRig();
    delete rig.env.THE_LOOP_SLACK_BOT_TOKEN;
    await rig.start();
    rig.askOnly('early?');
    await until('the reason on record', async () => (await rig.records('channel.post_failed')).length === 1);
    expect(await rig.records('channel.post_failed')).toMatchObject([
      { error: 'no bot token: THE_LOOP_SLACK_BOT_TOKEN is not set', work_item: ITEM },
    ]);
    rig.env.THE_LOOP_SLACK_BOT_TOKEN = SENTINELS.bot;
    await until('the question', () => fromBot().length === 1, 15_000);
  });

  test('an app token that is set later reads from then on', async () => {
    rig = await makeRig();
    delete rig.env.THE_LOOP_SLACK_APP_TOKEN;
    await rig.start();
    const { threadTs } = await rig.ask();
    expect(rig.slack.connections()).toBe(0);
    rig.env.THE_LOOP_SLACK_APP_TOKEN = SENTINELS.app;
    await until('a connection', () => rig.slack.connections() === 1, 15_000);
    await decided(rig, rig.reply(threadTs, 'two'));
  });

  test('read.mode off reads nothing', async () => {
    rig = await makeRig({
      slackSection: `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE], read: { mode: off } } }\nstate: { root: .the-loop }\n`,
    });
    await rig.start();
    await rig.ask();
    expect(rig.slack.calls('apps.connections.open')).toEqual([]);
    expect(rig.slack.connections()).toBe(0);
  });
});

describe('hearing from the event log file', () => {
  afterEach(() => rig.close());

  test('a whole round, without the stream', async () => {
    rig = await makeRig({ source: 'log' });
    await rig.start();
    await until('a connection', () => rig.slack.connections() === 1);
    const { threadTs } = await rig.ask();
    await decided(rig, rig.reply(threadTs, 'two'));
    expect(rig.loop.delivered()).toHaveLength(1);
    expect(rig.loop.calls().filter(({ route }) => route === 'stream')).toEqual([]);
  });
});
