import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebClient } from '@slack/web-api';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { MESSAGE_EVENTS } from '../../../src/sandbox/slack/options.js';
import { botClient, Cleanup, startSlack } from './helpers.js';
import { appWith, blocks, button, CHANNEL, option, plain } from './interaction-fixtures.js';
import { openRawSocket } from './raw-socket.js';

const cleanup = new Cleanup();
let now: number;
let slack: LocalSlack;
let web: WebClient;
let ts: string;
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z');
  slack = await startSlack(cleanup, {
    now: () => now,
    subscribedEvents: [...MESSAGE_EVENTS, 'app_home_opened'],
  });
  web = botClient(slack);
  ts = String((await web.chat.postMessage({ channel: CHANNEL, text: 'Which one?', blocks })).ts);
});
afterEach(() => cleanup.run());

const at = () => ({ user: 'U0ALICE', channel: CHANNEL, messageTs: ts });

describe('a press on a message', () => {
  test('reaches a real Bolt app with the action, the message and a trigger', async () => {
    const heard: unknown[] = [];
    await appWith(cleanup, slack, 'choice', async ({ ack, body, action }) => {
      await ack();
      heard.push({ body, action });
    });
    const pressed = slack.press({ ...at(), actionId: 'choice' });
    await expect(pressed.outcome).resolves.toMatchObject({ kind: 'acknowledged', attempts: 1 });
    expect(heard).toEqual([
      {
        action: expect.objectContaining({
          type: 'button',
          action_id: 'choice',
          block_id: 'choices',
          value: '1',
          text: plain('Take 1'),
        }),
        body: expect.objectContaining({
          type: 'block_actions',
          trigger_id: pressed.triggerId,
          user: expect.objectContaining({ id: 'U0ALICE' }),
          channel: { id: CHANNEL, name: 'the-loop' },
          container: expect.objectContaining({ type: 'message', message_ts: ts, channel_id: CHANNEL }),
          message: expect.objectContaining({ ts, text: 'Which one?' }),
        }),
      },
    ]);
  });

  test('on a select carries the option that was taken', async () => {
    const heard: unknown[] = [];
    await appWith(cleanup, slack, 'more', async ({ ack, action }) => {
      await ack();
      heard.push(action);
    });
    await slack.press({ ...at(), actionId: 'more', selectedOption: '4' }).outcome;
    expect(heard).toEqual([expect.objectContaining({ type: 'static_select', selected_option: option('4') })]);
  });

  test.each([
    ['no_such_control', { actionId: 'absent' }],
    ['no_such_control', { actionId: 'choice', blockId: 'open' }],
    ['no_such_control', { actionId: 'choice', value: '9' }],
    ['no_such_option', { actionId: 'more', selectedOption: '9' }],
    ['no_such_option', { actionId: 'more' }],
    ['unknown_user', { actionId: 'choice', user: 'U0NOBODY' }],
    ['unknown_channel', { actionId: 'choice', channel: 'C0NOWHERE' }],
    ['unknown_message', { actionId: 'choice', messageTs: '1700000000.000100' }],
  ])('throws %s for %j', (code, action) => {
    expect(() => slack.press({ ...at(), ...action })).toThrow(expect.objectContaining({ code }));
  });

  test('is impossible once the control is gone', async () => {
    await web.chat.update({ channel: CHANNEL, ts, text: 'Answered', blocks: blocks.slice(0, 1) });
    expect(() => slack.press({ ...at(), actionId: 'choice' })).toThrow(
      expect.objectContaining({ code: 'no_such_control' }),
    );
  });

  test('needs a block or a value where two controls share an action id', async () => {
    const twice = ['a', 'b'].map((id) => ({
      type: 'actions' as const,
      block_id: id,
      elements: [button('same', id)],
    }));
    await web.chat.update({ channel: CHANNEL, ts, text: 'x', blocks: twice });
    expect(() => slack.press({ ...at(), actionId: 'same' })).toThrow(
      expect.objectContaining({ code: 'ambiguous_control' }),
    );
    expect(() => slack.press({ ...at(), actionId: 'same', blockId: 'b' })).not.toThrow();
    expect(() => slack.press({ ...at(), actionId: 'same', value: 'b' })).not.toThrow();
  });

  test('fails at once without a connection and is not sent again without an acknowledgement', async () => {
    await expect(slack.press({ ...at(), actionId: 'choice' }).outcome).resolves.toEqual({
      kind: 'no_connection',
    });
    const quick = await startSlack(cleanup, { ackTimeoutMs: 20 });
    const answer = await botClient(quick).chat.postMessage({ channel: CHANNEL, text: 'x', blocks });
    const socket = await openRawSocket(cleanup, quick);
    const pressed = quick.press({ ...at(), messageTs: String(answer.ts), actionId: 'choice' });
    await expect(pressed.outcome).resolves.toEqual({ kind: 'unacknowledged', attempts: 1 });
    expect(socket.received.filter(({ type }) => type === 'interactive')).toHaveLength(1);
  });

  test('gives a response_url for an ephemeral line, a replacement or a deletion, five times', async () => {
    await appWith(cleanup, slack, 'choice', async ({ ack, respond }) => {
      await ack();
      await respond('only for you');
      await respond({ text: 'replaced', replace_original: true });
      await respond({ text: 'for all', response_type: 'in_channel' });
      await respond({ text: '' }).catch(() => undefined);
      await respond({ delete_original: true });
      await respond('a sixth time').catch(() => undefined);
    });
    await slack.press({ ...at(), actionId: 'choice' }).outcome;
    await slack.waitFor(() => slack.calls('response_url').length === 6);
    expect(slack.ephemerals(CHANNEL)).toEqual([
      expect.objectContaining({ user: 'U0ALICE', text: 'only for you' }),
    ]);
    expect(slack.messages(CHANNEL).map(({ text }) => text)).toEqual(['for all']);
    expect(slack.calls('response_url').map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      undefined,
      'no_text',
      undefined,
      'expired_url',
    ]);
  });
});

test('only the author edits, and only the author or an administrator deletes', async () => {
  const { message } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'mine' });
  const target = { channel: CHANNEL, ts: message.ts };
  const asMallory = { ...target, user: 'U0MALLORY' };
  expect(() => slack.edit({ ...asMallory, text: 'x' })).toThrow(
    expect.objectContaining({ code: 'not_the_author' }),
  );
  expect(() => slack.delete(asMallory)).toThrow(expect.objectContaining({ code: 'not_the_author' }));
  slack.edit({ ...target, user: 'U0ALICE', text: 'mine, edited' });
  expect(slack.messages(CHANNEL).at(-1)).toMatchObject({ text: 'mine, edited', edited: { user: 'U0ALICE' } });
  slack.delete(target);
  expect(slack.messages(CHANNEL).map(({ text }) => text)).toEqual(['Which one?']);
});
