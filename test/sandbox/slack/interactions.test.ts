import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type bolt from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { LIMITS } from '#blocks/limits.js';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { MESSAGE_EVENTS } from '../../../src/sandbox/slack/options.js';
import { boltApp, botClient, Cleanup, refusal, startSlack } from './helpers.js';
import { openRawSocket } from './raw-socket.js';

const CHANNEL = 'C0SANDBOX';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = (id: string, value: string) => ({
  type: 'button' as const,
  action_id: id,
  value,
  text: plain(`Take ${value}`),
});
const option = (value: string) => ({ text: plain(`Option ${value}`), value });
const blocks = [
  { type: 'section' as const, text: { type: 'mrkdwn' as const, text: '*Which one?*' } },
  {
    type: 'actions' as const,
    block_id: 'choices',
    elements: [
      button('choice', '1'),
      button('choice-2', '2'),
      { type: 'static_select' as const, action_id: 'more', options: [option('3'), option('4')] },
    ],
  },
  { type: 'actions' as const, block_id: 'open', elements: [button('open_full_text', 'opaque')] },
];
const modal = (text: string, rest: object = {}) => ({
  type: 'modal' as const,
  title: plain('Full text'),
  blocks: [
    { type: 'section' as const, text: { type: 'mrkdwn' as const, text } },
    { type: 'actions' as const, block_id: 'pages', elements: [button('next', 'page-2')] },
  ],
  ...rest,
});

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

/** A started Bolt app whose one action listener is given. */
async function appWith(
  id: string,
  listener: (
    args: bolt.SlackActionMiddlewareArgs<bolt.BlockAction> & bolt.AllMiddlewareArgs,
  ) => Promise<void>,
): Promise<void> {
  const app = boltApp(cleanup, slack);
  app.action<bolt.BlockAction>(id, listener);
  await app.start();
}

describe('a press on a message', () => {
  test('reaches a real Bolt app with the action, the message and a trigger', async () => {
    const heard: unknown[] = [];
    await appWith('choice', async ({ ack, body, action }) => {
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
    await appWith('more', async ({ ack, action }) => {
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
    await appWith('choice', async ({ ack, respond }) => {
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

describe('views.open', () => {
  test('opens a modal for the member who pressed, in time', async () => {
    await appWith('open_full_text', async ({ ack, body, client }) => {
      await ack();
      await client.views.open({ trigger_id: body.trigger_id, view: modal('loading') });
    });
    slack.press({ ...at(), actionId: 'open_full_text' });
    const [shown] = await slack.waitFor(() => slack.views().length > 0 && slack.views());
    expect(shown).toMatchObject({ user: 'U0ALICE', type: 'modal', view: { title: plain('Full text') } });
  });

  test('is expired_trigger_id after three seconds, not before', async () => {
    const early = slack.press({ ...at(), actionId: 'choice' });
    const late = slack.press({ ...at(), actionId: 'choice' });
    now += LIMITS.trigger.lifeMs;
    await web.views.open({ trigger_id: early.triggerId, view: modal('in time') });
    now += 1;
    await expect(
      refusal(web.views.open({ trigger_id: late.triggerId, view: modal('late') })),
    ).resolves.toMatchObject({ error: 'expired_trigger_id' });
    expect(slack.views()).toHaveLength(1);
  });

  test('takes a trigger once, and only one that was issued', async () => {
    const { triggerId } = slack.press({ ...at(), actionId: 'choice' });
    await web.views.open({ trigger_id: triggerId, view: modal('one') });
    await expect(
      refusal(web.views.open({ trigger_id: triggerId, view: modal('two') })),
    ).resolves.toMatchObject({ error: 'exchanged_trigger_id' });
    await expect(
      refusal(web.views.open({ trigger_id: '1.2.abc', view: modal('three') })),
    ).resolves.toMatchObject({ error: 'invalid_trigger_id' });
  });

  test('refuses a bad view with places under /view and leaves the trigger good', async () => {
    const { triggerId } = slack.press({ ...at(), actionId: 'choice' });
    await expect(
      refusal(web.views.open({ trigger_id: triggerId, view: modal('x', { title: plain('x'.repeat(25)) }) })),
    ).resolves.toMatchObject({
      error: 'invalid_arguments',
      response_metadata: {
        messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'],
      },
    });
    await expect(
      refusal(web.apiCall('views.open', { trigger_id: triggerId, view: 'nonsense' })),
    ).resolves.toMatchObject({ error: 'invalid_arguments' });
    await web.views.open({ trigger_id: triggerId, view: modal('x') });
    expect(slack.views()).toHaveLength(1);
  });
});

describe('views.update', () => {
  const opened = async () => {
    const { triggerId } = slack.press({ ...at(), actionId: 'choice' });
    const { view } = await web.views.open({
      trigger_id: triggerId,
      view: modal('one', { external_id: 'e' }),
    });
    return { id: String(view?.id), hash: String(view?.hash) };
  };

  test('replaces an open view by its id or external id and changes its hash', async () => {
    const { id, hash } = await opened();
    const { view } = await web.views.update({ view_id: id, hash, view: modal('two', { external_id: 'e' }) });
    expect(view?.hash).not.toBe(hash);
    await web.views.update({ external_id: 'e', view: modal('three') });
    expect(JSON.stringify(slack.views())).toContain('three');
    expect(slack.views()).toHaveLength(1);
  });

  test('refuses an old hash, an unknown view and one that was closed', async () => {
    const { id, hash } = await opened();
    await web.views.update({ view_id: id, view: modal('two') });
    const update = (args: object) => refusal(web.apiCall('views.update', { view: modal('three'), ...args }));
    await expect(update({ view_id: id, hash })).resolves.toMatchObject({ error: 'hash_conflict' });
    await expect(update({ view_id: 'V0NONE' })).resolves.toMatchObject({ error: 'not_found' });
    await expect(update({})).resolves.toMatchObject({ error: 'not_found' });
    slack.closeView({ user: 'U0ALICE', viewId: id });
    await expect(update({ view_id: id })).resolves.toMatchObject({ error: 'not_found' });
  });

  test('a press in a view reaches the app with the view', async () => {
    await appWith('next', async ({ ack, body, action, client }) => {
      await ack();
      if (action.type === 'button' && body.view !== undefined) {
        await client.views.update({ view_id: body.view.id, view: modal(`shows ${action.value}`) });
      }
    });
    const { id } = await opened();
    slack.pressInView({ user: 'U0ALICE', viewId: id, actionId: 'next' });
    await slack.waitFor(() => JSON.stringify(slack.views()).includes('shows page-2'));
    expect(() => slack.pressInView({ user: 'U0MALLORY', viewId: id, actionId: 'next' })).toThrow(
      expect.objectContaining({ code: 'unknown_view' }),
    );
  });
});

describe('a submitted view', () => {
  const form = (text: string) => ({
    type: 'modal' as const,
    callback_id: 'form',
    title: plain('Form'),
    submit: plain('Send'),
    blocks: [
      {
        type: 'input' as const,
        block_id: 'note',
        label: plain(text),
        element: { type: 'plain_text_input' as const, action_id: 'text' },
      },
    ],
  });

  test('follows what the app answers inside its acknowledgement', async () => {
    const app = boltApp(cleanup, slack);
    const values: unknown[] = [];
    app.view('form', async ({ ack, view }) => {
      values.push(view.state.values);
      const value = view.state.values.note?.text?.value;
      if (value === 'bad') await ack({ response_action: 'errors', errors: { note: 'too bad' } });
      else if (value === 'more') await ack({ response_action: 'update', view: form('Anything else?') });
      else if (value === 'broken') await ack({ response_action: 'update', view: form('') });
      else await ack();
    });
    await app.start();
    const { triggerId } = slack.press({ ...at(), actionId: 'choice' });
    const { view } = await web.views.open({ trigger_id: triggerId, view: form('Note') });
    const submit = (value: string) =>
      slack.submitView({
        user: 'U0ALICE',
        viewId: String(view?.id),
        values: { note: { text: { type: 'plain_text_input', value } } },
      });
    await expect(submit('bad')).resolves.toEqual({ kind: 'errors', errors: { note: 'too bad' } });
    await expect(submit('more')).resolves.toMatchObject({ kind: 'updated' });
    await expect(submit('broken')).resolves.toEqual({
      kind: 'refused',
      problems: ['must be more than 0 characters [json-pointer:/view/blocks/0/label/text]'],
    });
    expect(slack.views()).toHaveLength(1);
    await expect(submit('fine')).resolves.toEqual({ kind: 'closed' });
    expect(slack.views()).toEqual([]);
    expect(values).toHaveLength(4);
  });

  test('without an app stays open', async () => {
    const { triggerId } = slack.press({ ...at(), actionId: 'choice' });
    const { view } = await web.views.open({ trigger_id: triggerId, view: form('Note') });
    await expect(slack.submitView({ user: 'U0ALICE', viewId: String(view?.id) })).resolves.toEqual({
      kind: 'not_acknowledged',
      outcome: { kind: 'no_connection' },
    });
    expect(slack.views()).toHaveLength(1);
  });
});

describe('the app home', () => {
  const home = (text: string) => ({
    type: 'home' as const,
    blocks: [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text } }],
  });

  test('is told when it is opened and published for one member', async () => {
    const app = boltApp(cleanup, slack);
    app.event('app_home_opened', async ({ event, client }) => {
      await client.views.publish({ user_id: event.user, view: home(`hello ${event.user}`) });
    });
    await app.start();
    slack.openHome({ user: 'U0MALLORY' });
    const [shown] = await slack.waitFor(() => slack.views().length > 0 && slack.views());
    expect(shown).toMatchObject({ user: 'U0MALLORY', type: 'home' });
    slack.openHome({ user: 'U0MALLORY' });
    await slack.waitFor(() => slack.views()[0]?.hash !== shown?.hash);
    expect(slack.views().map(({ id }) => id)).toEqual([shown?.id]);
  });

  test('takes only home views for known members', async () => {
    await expect(
      refusal(web.apiCall('views.publish', { user_id: 'U0ALICE', view: modal('x') })),
    ).resolves.toMatchObject({ error: 'invalid_arguments' });
    await expect(refusal(web.views.publish({ user_id: 'U0NOBODY', view: home('x') }))).resolves.toMatchObject(
      { error: 'invalid_arguments' },
    );
    await expect(
      refusal(web.apiCall('views.open', { trigger_id: 'x', view: home('x') })),
    ).resolves.toMatchObject({ error: 'invalid_arguments' });
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
