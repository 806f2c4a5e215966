import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebClient } from '@slack/web-api';
import { LIMITS } from '#blocks/limits.js';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import type { Channel } from '../../../src/sandbox/slack/model.js';
import { botClient, Cleanup, refusal, startSlack } from './helpers.js';

const channel = (id: string, rest: Partial<Channel> = {}): Channel => ({
  id,
  name: id.toLowerCase(),
  kind: 'public',
  botIsMember: true,
  archived: false,
  ...rest,
});

const OPEN = 'C0OPEN';
const channels = [
  channel(OPEN),
  channel('C0ELSEWHERE', { botIsMember: false }),
  channel('C0OLD', { archived: true }),
  channel('G0SECRET', { kind: 'private', botIsMember: false }),
  channel('D0ALICE', { kind: 'im' }),
];
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

const cleanup = new Cleanup();
let slack: LocalSlack;
let web: WebClient;
beforeEach(async () => {
  slack = await startSlack(cleanup, { channels });
  web = botClient(slack);
});
afterEach(() => cleanup.run());

describe('chat.postMessage', () => {
  test('stores the message as the bot and answers with its ts', async () => {
    const metadata = { event_type: 'outbox', event_payload: { id: 'o-1' } };
    const answer = await web.chat.postMessage({
      channel: OPEN,
      text: 'Which one?',
      blocks: [section('*Which one?*')],
      metadata,
    });
    const [stored] = slack.messages(OPEN);
    expect(answer).toMatchObject({ ok: true, channel: OPEN, ts: stored?.ts });
    expect(stored?.ts).toMatch(/^\d{10}\.\d{6}$/);
    expect(stored).toMatchObject({
      text: 'Which one?',
      user: slack.identity.botUserId,
      bot_id: slack.identity.botId,
      app_id: slack.identity.appId,
      metadata,
      blocks: [{ ...section('*Which one?*'), block_id: expect.any(String) }],
    });
  });

  test('puts a reply to a reply under the root, and a broadcast one in the channel too', async () => {
    const root = await web.chat.postMessage({ channel: OPEN, text: 'root' });
    const first = await web.chat.postMessage({ channel: OPEN, text: 'first', thread_ts: String(root.ts) });
    await web.chat.postMessage({
      channel: OPEN,
      text: 'second',
      thread_ts: String(first.ts),
      reply_broadcast: true,
    });
    expect(
      slack.messages(OPEN, root.ts).map(({ text, thread_ts, subtype }) => [text, thread_ts, subtype]),
    ).toEqual([
      ['root', undefined, undefined],
      ['first', root.ts, undefined],
      ['second', root.ts, 'thread_broadcast'],
    ]);
  });

  test.each([
    ['channel_not_found', { channel: 'C0NOWHERE', text: 'x' }],
    ['channel_not_found', { channel: 'G0SECRET', text: 'x' }],
    ['not_in_channel', { channel: 'C0ELSEWHERE', text: 'x' }],
    ['is_archived', { channel: 'C0OLD', text: 'x' }],
    ['thread_not_found', { channel: OPEN, text: 'x', thread_ts: '1700000000.000100' }],
    ['no_text', { channel: OPEN, text: '' }],
    ['no_text', { channel: OPEN, text: ' \n' }],
    ['no_text', { channel: OPEN, text: '', blocks: [] }],
    ['msg_too_long', { channel: OPEN, text: 'x'.repeat(LIMITS.message.text + 1) }],
    ['invalid_arguments', { channel: OPEN, text: 'x', thread_ts: 'yesterday' }],
  ])('answers %s for %j', async (error, args) => {
    await expect(refusal(web.apiCall('chat.postMessage', args))).resolves.toMatchObject({ error });
    expect(slack.messages(OPEN)).toEqual([]);
  });

  test('takes a text of exactly the limit', async () => {
    await web.chat.postMessage({ channel: OPEN, text: 'x'.repeat(LIMITS.message.text) });
    expect(slack.messages(OPEN)).toHaveLength(1);
  });

  test('refuses bad blocks with the place of each problem', async () => {
    const blocks = [section('x'.repeat(3_001)), { type: 'banner' }];
    await expect(refusal(web.apiCall('chat.postMessage', { channel: OPEN, blocks }))).resolves.toMatchObject({
      error: 'invalid_blocks',
      errors: [
        'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
        'unsupported type: banner [json-pointer:/blocks/1/type]',
      ],
      response_metadata: {
        messages: [
          '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
          '[ERROR] unsupported type: banner [json-pointer:/blocks/1/type]',
        ],
      },
    });
  });

  test('refuses blocks that are no list of objects', async () => {
    for (const blocks of ['section', { type: 'divider' }, ['divider']]) {
      await expect(
        refusal(web.apiCall('chat.postMessage', { channel: OPEN, text: 'x', blocks })),
      ).resolves.toMatchObject({ error: 'invalid_blocks_format' });
    }
  });

  test('refuses blocks that together hold too much text', async () => {
    const full = Array.from({ length: 4 }, () => section('x'.repeat(3_000)));
    await web.chat.postMessage({ channel: OPEN, text: 'x', blocks: [...full, section('x'.repeat(1_000))] });
    await expect(
      refusal(
        web.apiCall('chat.postMessage', { channel: OPEN, blocks: [...full, section('x'.repeat(1_001))] }),
      ),
    ).resolves.toMatchObject({ error: 'msg_blocks_too_long' });
  });

  test('takes a JSON body as well as a form, and text that looks like JSON as text', async () => {
    const body = JSON.stringify({ channel: OPEN, text: '{"a": [1]}', blocks: [section('x')] });
    const headers = { authorization: `Bearer ${slack.tokens.bot}`, 'content-type': 'application/json' };
    const answer = await fetch(`${slack.apiUrl}chat.postMessage`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ ok: true });
    await web.chat.postMessage({ channel: OPEN, text: '{"a": [1]}' });
    expect(slack.messages(OPEN).map(({ text }) => text)).toEqual(['{"a": [1]}', '{"a": [1]}']);
  });
});

describe('chat.update', () => {
  test('replaces text and blocks, keeps the metadata and marks the edit', async () => {
    const metadata = { event_type: 'outbox', event_payload: { id: 'o-1' } };
    const { ts } = await web.chat.postMessage({ channel: OPEN, text: 'a', blocks: [section('a')], metadata });
    await web.chat.update({ channel: OPEN, ts: String(ts), text: 'b' });
    const [stored] = slack.messages(OPEN);
    expect(stored).toMatchObject({ ts, text: 'b', metadata, edited: { user: slack.identity.botUserId } });
    expect(stored).not.toHaveProperty('blocks');
  });

  test.each([
    ['message_not_found', () => ({ channel: OPEN, ts: '1700000000.000100', text: 'x' })],
    ['cant_update_message', (other: string) => ({ channel: OPEN, ts: other, text: 'x' })],
    ['channel_not_found', (other: string) => ({ channel: 'C0NOWHERE', ts: other, text: 'x' })],
  ])('answers %s', async (error, args) => {
    const { message } = slack.post({ user: 'U0ALICE', channel: OPEN, text: 'mine' });
    await expect(refusal(web.chat.update(args(message.ts)))).resolves.toMatchObject({ error });
    expect(slack.messages(OPEN)).toEqual([message]);
  });
});

describe('chat.delete', () => {
  test('takes a message away, and leaves a tombstone where replies hang on it', async () => {
    const alone = await web.chat.postMessage({ channel: OPEN, text: 'alone' });
    const root = await web.chat.postMessage({ channel: OPEN, text: 'root' });
    slack.post({ user: 'U0ALICE', channel: OPEN, threadTs: String(root.ts), text: 'reply' });
    await web.chat.delete({ channel: OPEN, ts: String(alone.ts) });
    await web.chat.delete({ channel: OPEN, ts: String(root.ts) });
    expect(slack.messages(OPEN).map(({ text, subtype }) => [text, subtype])).toEqual([
      ['This message was deleted.', 'tombstone'],
      ['reply', undefined],
    ]);
    await expect(
      refusal(web.chat.postMessage({ channel: OPEN, text: 'x', thread_ts: String(root.ts) })),
    ).resolves.toMatchObject({ error: 'thread_not_found' });
  });

  test('leaves what others wrote', async () => {
    const { message } = slack.post({ user: 'U0ALICE', channel: OPEN, text: 'mine' });
    await expect(refusal(web.chat.delete({ channel: OPEN, ts: message.ts }))).resolves.toMatchObject({
      error: 'cant_delete_message',
    });
  });
});

describe('chat.postEphemeral', () => {
  test('shows a line to one member and leaves the history alone', async () => {
    await web.chat.postEphemeral({ channel: OPEN, user: 'U0ALICE', text: 'only you' });
    expect(slack.ephemerals(OPEN)).toEqual([
      expect.objectContaining({ channel: OPEN, user: 'U0ALICE', text: 'only you' }),
    ]);
    expect(slack.messages(OPEN)).toEqual([]);
  });

  test('refuses a member who is not there', async () => {
    await expect(
      refusal(web.chat.postEphemeral({ channel: OPEN, user: 'U0NOBODY', text: 'x' })),
    ).resolves.toMatchObject({ error: 'user_not_in_channel' });
  });
});

describe('reactions', () => {
  test('are added once and removed once', async () => {
    const { message } = slack.post({ user: 'U0ALICE', channel: OPEN, text: 'hi' });
    const eyes = { channel: OPEN, timestamp: message.ts, name: 'eyes' };
    await web.reactions.add(eyes);
    await expect(refusal(web.reactions.add(eyes))).resolves.toMatchObject({ error: 'already_reacted' });
    expect(slack.reactions(OPEN, message.ts)).toEqual([
      { name: 'eyes', users: [slack.identity.botUserId], count: 1 },
    ]);
    await web.reactions.remove(eyes);
    await expect(refusal(web.reactions.remove(eyes))).resolves.toMatchObject({ error: 'no_reaction' });
    expect(slack.reactions(OPEN, message.ts)).toEqual([]);
  });

  test('need a message and a well-shaped name', async () => {
    const { message } = slack.post({ user: 'U0ALICE', channel: OPEN, text: 'hi' });
    const at = { channel: OPEN, timestamp: message.ts };
    await expect(refusal(web.reactions.add({ ...at, name: ':eyes:' }))).resolves.toMatchObject({
      error: 'invalid_name',
    });
    await expect(
      refusal(web.reactions.add({ channel: OPEN, timestamp: '1700000000.000100', name: 'eyes' })),
    ).resolves.toMatchObject({ error: 'message_not_found' });
  });
});

test('chat.getPermalink names the message and its thread', async () => {
  const root = await web.chat.postMessage({ channel: OPEN, text: 'root' });
  const { message } = slack.post({ user: 'U0ALICE', channel: OPEN, threadTs: String(root.ts), text: 'x' });
  const { permalink } = await web.chat.getPermalink({ channel: OPEN, message_ts: message.ts });
  expect(permalink).toBe(
    `https://sandbox.slack.invalid/archives/${OPEN}/p${message.ts.replace('.', '')}?thread_ts=${root.ts}&cid=${OPEN}`,
  );
});
