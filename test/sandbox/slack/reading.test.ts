import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { WebClient } from '@slack/web-api';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { botClient, Cleanup, refusal, startSlack } from './helpers.js';

const CHANNEL = 'C0SANDBOX';

const cleanup = new Cleanup();
let slack: LocalSlack;
let web: WebClient;
let root: string;
let replies: string[];
beforeEach(async () => {
  slack = await startSlack(cleanup);
  web = botClient(slack);
  const { ts } = await web.chat.postMessage({
    channel: CHANNEL,
    text: 'root',
    metadata: { event_type: 'outbox', event_payload: { id: 'o-1' } },
  });
  root = String(ts);
  replies = [1, 2, 3, 4, 5].map(
    (n) => slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: `reply ${n}` }).message.ts,
  );
});
afterEach(() => cleanup.run());

test('conversations.replies pages a thread, the root first on every page', async () => {
  const pages: (string | undefined)[][] = [];
  const more: unknown[] = [];
  let cursor = '';
  do {
    const page = await web.conversations.replies({ channel: CHANNEL, ts: root, limit: 2, cursor });
    pages.push((page.messages ?? []).map(({ text }) => text));
    more.push(page.has_more);
    cursor = page.response_metadata?.next_cursor ?? '';
  } while (cursor !== '');
  expect(pages).toEqual([
    ['root', 'reply 1', 'reply 2'],
    ['root', 'reply 3', 'reply 4'],
    ['root', 'reply 5'],
  ]);
  expect(more).toEqual([true, true, false]);
});

test('oldest and latest leave their own message out unless inclusive; the root comes all the same', async () => {
  const read = async (bounds: object) => {
    const answer = await web.conversations.replies({ channel: CHANNEL, ts: root, ...bounds });
    return (answer.messages ?? []).map(({ ts }) => ts);
  };
  const bounds = { oldest: replies[1], latest: replies[3] };
  expect(await read(bounds)).toEqual([root, replies[2]]);
  expect(await read({ ...bounds, inclusive: true })).toEqual([root, replies[1], replies[2], replies[3]]);
  expect(await read({ oldest: replies[4] })).toEqual([root]);
});

test('a page goes on after the message its cursor names was deleted', async () => {
  const first = await web.conversations.replies({ channel: CHANNEL, ts: root, limit: 2 });
  slack.delete({ channel: CHANNEL, ts: String(replies[2]) });
  const next = await web.conversations.replies({
    channel: CHANNEL,
    ts: root,
    limit: 2,
    cursor: String(first.response_metadata?.next_cursor),
  });
  expect(next.messages?.map(({ text }) => text)).toEqual(['root', 'reply 4', 'reply 5']);
});

test('the root carries the counts of its thread, a reply the author of its root', async () => {
  const { messages } = await web.conversations.replies({ channel: CHANNEL, ts: root });
  expect(messages?.[0]).toMatchObject({
    thread_ts: root,
    reply_count: 5,
    reply_users: ['U0ALICE'],
    latest_reply: replies[4],
  });
  expect(messages?.[1]).toMatchObject({ thread_ts: root, parent_user_id: slack.identity.botUserId });
});

test('metadata comes only when asked for', async () => {
  const plain = await web.conversations.replies({ channel: CHANNEL, ts: root });
  expect(plain.messages?.[0]).not.toHaveProperty('metadata');
  const full = await web.conversations.replies({ channel: CHANNEL, ts: root, include_all_metadata: true });
  expect(full.messages?.[0]).toMatchObject({ metadata: { event_payload: { id: 'o-1' } } });
});

test('conversations.history gives roots and broadcasts, newest first, in pages', async () => {
  slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'loud', broadcast: true });
  slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'aside' });
  const first = await web.conversations.history({ channel: CHANNEL, limit: 2 });
  expect(first.messages?.map(({ text }) => text)).toEqual(['aside', 'loud']);
  const second = await web.conversations.history({
    channel: CHANNEL,
    limit: 2,
    cursor: String(first.response_metadata?.next_cursor),
  });
  expect(second.messages?.map(({ text }) => text)).toEqual(['root']);
  expect(second.has_more).toBe(false);
});

test('reactions are shown on the messages read', async () => {
  await web.reactions.add({ channel: CHANNEL, timestamp: root, name: 'eyes' });
  const { messages } = await web.conversations.history({ channel: CHANNEL });
  expect(messages?.[0]?.reactions).toEqual([{ name: 'eyes', users: [slack.identity.botUserId], count: 1 }]);
});

test.each([
  ['thread_not_found', { channel: CHANNEL, ts: '1700000000.000100' }],
  ['channel_not_found', { channel: 'C0NOWHERE', ts: '1700000000.000100' }],
  ['invalid_arguments', { channel: CHANNEL, ts: 'x' }],
])('conversations.replies answers %s for %j', async (error, args) => {
  await expect(refusal(web.conversations.replies(args))).resolves.toMatchObject({ error });
});

test('bad bounds, cursors and page sizes are refused', async () => {
  const read = (args: object) => refusal(web.conversations.replies({ channel: CHANNEL, ts: root, ...args }));
  await expect(read({ cursor: 'b29wcw==' })).resolves.toMatchObject({ error: 'invalid_cursor' });
  await expect(read({ limit: 0 })).resolves.toMatchObject({ error: 'invalid_arguments' });
  await expect(read({ oldest: 'soon' })).resolves.toMatchObject({ error: 'invalid_arguments' });
});

test('a bot that left the channel reads nothing', async () => {
  slack.changeChannel(CHANNEL, { botIsMember: false });
  await expect(refusal(web.conversations.replies({ channel: CHANNEL, ts: root }))).resolves.toMatchObject({
    error: 'not_in_channel',
  });
});
