import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebClient } from '@slack/web-api';
import { LIMITS } from '#blocks/limits.js';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { MESSAGE_EVENTS } from '../../../src/sandbox/slack/options.js';
import { boltApp, botClient, Cleanup, refusal, startSlack } from './helpers.js';
import { appWith, blocks, CHANNEL, modal, plain } from './interaction-fixtures.js';

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

describe('views.open', () => {
  test('opens a modal for the member who pressed, in time', async () => {
    await appWith(cleanup, slack, 'open_full_text', async ({ ack, body, client }) => {
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
    await appWith(cleanup, slack, 'next', async ({ ack, body, action, client }) => {
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
