import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { CHANNEL, decided, makeRig, type Rig } from './rig.js';

const SECTION = `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE, U0DANA] } }\nstate: { root: .the-loop }\n`;
const LONG = 120_000;

const server = await testServer();
let rig: Rig;

const fromBot = () => rig.slack.messages(CHANNEL).filter(({ bot_id }) => bot_id !== undefined);
const saying = (text: string) => fromBot().filter((message) => message.text.includes(text));
const delivered = () => rig.loop.delivered().map(({ text }) => text);
const drawn = (ts: string) => JSON.stringify(rig.slack.message(CHANNEL, ts)?.blocks);

beforeEach(async () => {
  rig = await makeRig({ slackSection: SECTION, server });
  await rig.start();
  await until('a connection', () => rig.slack.connections() === 1);
});
afterEach(() => rig.close());

test(
  'a post in doubt whose thread’s root was deleted is looked for in the channel too, and stands once',
  async () => {
    const { ts, threadTs } = await rig.ask('First?');
    await decided(rig, rig.reply(threadTs, 'ok'));
    // It has a reply, so Slack keeps it as a tombstone: its thread can be read and not be posted in.
    rig.slack.delete({ channel: CHANNEL, ts });
    // The first try is the one in the old thread, the second opens a new one.
    rig.slack.faults.next('chat.postMessage', { kind: 'delay', ms: 1 });
    rig.slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    rig.askOnly('Second?');
    await until('the post', () => saying('Second?').length > 0, 20_000);
    await until(
      'it to be known where it stands',
      async () => (await rig.records('channel.posted')).length === 2,
      20_000,
    );
    const [second] = saying('Second?');
    expect(saying('Second?')).toHaveLength(1);
    await decided(rig, rig.reply(second?.ts ?? '', 'yes'));
    expect(delivered()).toEqual(['ok', 'yes']);
  },
  LONG,
);

test(
  'a typed number waits for the words of a question that is in doubt for longer than a claim',
  async () => {
    const { threadTs } = await rig.ask('First?\n\n1. keep the data\n2. DELETE the data\n');
    await decided(rig, rig.reply(threadTs, '1'));
    rig.slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    rig.slack.faults.next('conversations.replies', { kind: 'ratelimited', retryAfter: 25 });
    rig.askOnly('Second?\n\n1. green\n2. yellow\n');
    await until('the post', () => saying('Second?').length === 1, 20_000);
    await decided(rig, rig.reply(threadTs, '2'), 50_000);
    expect(delivered()).toEqual(['1: keep the data', '2: yellow']);
    expect(saying('Second?')).toHaveLength(1);
  },
  LONG,
);

test(
  'a typed number never gets the words of the question before the one that is in doubt; the answer closes that one',
  async () => {
    const { threadTs } = await rig.ask('First?\n\n1. keep the data\n2. DELETE the data\n');
    await decided(rig, rig.reply(threadTs, '1'));
    rig.slack.faults.next('chat.postMessage', { kind: 'reset-after' });
    rig.slack.faults.next('conversations.replies', { kind: 'ratelimited', retryAfter: 75 });
    rig.askOnly('Second?\n\n1. green\n2. yellow\n');
    await until('the post', () => saying('Second?').length === 1, 20_000);
    await decided(rig, rig.reply(threadTs, '2'), 70_000);
    expect(delivered()).toEqual(['1: keep the data', '2']);
    const ts = saying('Second?')[0]?.ts ?? '';
    await until('the question to be closed', () => /✅.*<@U0ALICE>/.test(drawn(ts)), 40_000);
    expect(saying('Second?')).toHaveLength(1);
  },
  LONG,
);

describe('answers of one thread keep their order', () => {
  const PAIRS = Array.from({ length: 8 }, (_, n) => [`${n}: no`, `${n}: sorry, yes`]);

  test('when they come at the same moment', async () => {
    const { threadTs } = await rig.ask('First?');
    await decided(rig, rig.reply(threadTs, 'start'));
    for (const pair of PAIRS) {
      for (const text of pair) rig.reply(threadTs, text);
      await until('both', () => delivered().at(-1) === pair[1] || delivered().at(-1) === pair[0]);
    }
    await until('all', () => delivered().length === 1 + 2 * PAIRS.length);
    expect(delivered()).toEqual(['start', ...PAIRS.flat()]);
  });

  test(
    'while the next question is being posted',
    async () => {
      const { threadTs } = await rig.ask('First?');
      await decided(rig, rig.reply(threadTs, 'start'));
      for (const [n, pair] of PAIRS.slice(0, 3).entries()) {
        rig.slack.faults.next('chat.postMessage', { kind: 'delay', ms: 1_200 });
        const before = rig.slack.calls('chat.postMessage').length;
        rig.askOnly(`Question ${n}?`);
        await until('its post', () => rig.slack.calls('chat.postMessage').length > before);
        await sleep(200);
        rig.reply(threadTs, pair[0] ?? '');
        // Not a wait for anything: the second is typed while the first waits.
        await sleep(300);
        rig.reply(threadTs, pair[1] ?? '');
        await until('both', () => delivered().length === 1 + 2 * (n + 1), 20_000);
      }
      expect(delivered()).toEqual(['start', ...PAIRS.slice(0, 3).flat()]);
    },
    LONG,
  );
});

test('a question whose first answer reached nobody goes to the answer after it, and stays closed', async () => {
  const { ts, threadTs } = await rig.ask('First?\n\n1. this\n2. that\n');
  rig.ticket.faults.next({ kind: 'delay', ms: 1_500 }, 1, 'POST');
  rig.loop.faults.next('reply', {
    kind: 'http',
    status: 409,
    body: { detail: 'two answer', candidates: ['a', 'b'] },
  });
  const first = rig.reply(threadTs, 'first answer');
  await until('the first to be taken in', () => rig.ticket.calls().some(({ method }) => method === 'POST'));
  const second = rig.reply(threadTs, 'second answer', 'U0DANA');
  expect(await decided(rig, first)).toContain('warning');
  expect(await decided(rig, second)).toContain('white_check_mark');
  expect(delivered()).toEqual(['second answer']);
  await until('the outcome', () => /✅.*<@U0DANA>/.test(drawn(ts)));
  expect(drawn(ts)).not.toContain('choice:');
});

test('a ticket that was written after all takes the warning back, whatever came between', async () => {
  const { threadTs } = await rig.ask('First?');
  const { GITHUB_TOKEN: token = '' } = rig.env;
  rig.env.GITHUB_TOKEN = 'ghp_expired';
  const ts = rig.reply(threadTs, 'yes');
  expect(await decided(rig, ts)).toContain('warning');
  rig.ticket.faults.next({ kind: 'http', status: 502 }, 1, 'POST');
  rig.env.GITHUB_TOKEN = token;
  await until('the mark', () => rig.marks(ts).includes('white_check_mark'), 90_000);
  expect(rig.mirrors()).toHaveLength(1);
  expect(delivered()).toEqual(['yes']);
}, 150_000);
