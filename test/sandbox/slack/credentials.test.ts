import { afterEach, describe, expect, test } from '@jest/globals';
import { MANIFEST_SCOPES } from '../../../src/sandbox/slack/options.js';
import { botClient, Cleanup, client, refusal, startSlack } from './helpers.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const POST = { channel: 'C0SANDBOX', text: 'x' };

test('auth.test says who the bot is and which scopes it has', async () => {
  const slack = await startSlack(cleanup);
  await expect(botClient(slack).auth.test()).resolves.toMatchObject({
    ok: true,
    user_id: slack.identity.botUserId,
    bot_id: slack.identity.botId,
    team_id: slack.identity.team.id,
    response_metadata: { scopes: [...MANIFEST_SCOPES] },
  });
});

describe('tokens', () => {
  test('none is not_authed, a wrong one invalid_auth, a revoked one token_revoked', async () => {
    const slack = await startSlack(cleanup);
    await expect(refusal(client(slack, undefined).chat.postMessage(POST))).resolves.toMatchObject({
      error: 'not_authed',
    });
    await expect(refusal(client(slack, 'xoxb-other').chat.postMessage(POST))).resolves.toMatchObject({
      error: 'invalid_auth',
    });
    slack.faults.revokeToken();
    await expect(refusal(botClient(slack).chat.postMessage(POST))).resolves.toMatchObject({
      error: 'token_revoked',
    });
    slack.faults.revokeToken(false);
    await botClient(slack).chat.postMessage(POST);
    expect(slack.messages('C0SANDBOX')).toHaveLength(1);
  });

  test('each kind works only where it belongs', async () => {
    const slack = await startSlack(cleanup);
    await expect(refusal(client(slack, slack.tokens.app).chat.postMessage(POST))).resolves.toMatchObject({
      error: 'not_allowed_token_type',
    });
    await expect(refusal(botClient(slack).apps.connections.open())).resolves.toMatchObject({
      error: 'not_allowed_token_type',
    });
    await expect(client(slack, slack.tokens.app).apps.connections.open()).resolves.toMatchObject({
      url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/link\/\?ticket=/),
    });
  });

  test('an app token without connections:write is missing_scope', async () => {
    const slack = await startSlack(cleanup, { appScopes: [] });
    await expect(refusal(client(slack, slack.tokens.app).apps.connections.open())).resolves.toMatchObject({
      error: 'missing_scope',
      needed: 'connections:write',
    });
  });

  test('never reach the record of calls', async () => {
    const tokens = { botToken: 'xoxb-sentinel-bot', appToken: 'xapp-sentinel-app' };
    const slack = await startSlack(cleanup, tokens);
    await botClient(slack).chat.postMessage(POST);
    await client(slack, undefined).apiCall('chat.postMessage', { ...POST, token: tokens.botToken });
    await client(slack, tokens.appToken).apps.connections.open();
    await refusal(client(slack, 'xoxb-sentinel-wrong').auth.test());
    expect(slack.calls().map(({ token }) => token)).toEqual(['bot', 'bot', 'app', 'unknown']);
    expect(JSON.stringify(slack.calls())).not.toContain('sentinel');
  });
});

describe('scopes', () => {
  test('a missing one is named together with what the token has', async () => {
    const slack = await startSlack(cleanup);
    slack.faults.scopes(['reactions:write', 'im:history']);
    await expect(refusal(botClient(slack).chat.postMessage(POST))).resolves.toMatchObject({
      error: 'missing_scope',
      needed: 'chat:write',
      provided: 'reactions:write,im:history',
    });
  });

  test('reading needs the scope of the kind of conversation', async () => {
    const slack = await startSlack(cleanup);
    slack.faults.scopes(['im:history']);
    await expect(
      refusal(botClient(slack).conversations.history({ channel: 'C0SANDBOX' })),
    ).resolves.toMatchObject({ error: 'missing_scope', needed: 'channels:history' });
  });

  test('conversations.info and users.info need scopes beyond the contract', async () => {
    const slack = await startSlack(cleanup);
    const web = botClient(slack);
    await expect(refusal(web.users.info({ user: 'U0ALICE' }))).resolves.toMatchObject({
      error: 'missing_scope',
      needed: 'users:read',
    });
    slack.faults.scopes(['channels:read', 'users:read']);
    await expect(web.users.info({ user: 'U0ALICE' })).resolves.toMatchObject({
      user: { id: 'U0ALICE', name: 'alice', is_bot: false },
    });
    await expect(web.conversations.info({ channel: 'C0SANDBOX' })).resolves.toMatchObject({
      channel: { id: 'C0SANDBOX', is_member: true, is_archived: false },
    });
    await expect(refusal(web.users.info({ user: 'U0NOBODY' }))).resolves.toMatchObject({
      error: 'user_not_found',
    });
  });
});

describe('requests that are no proper call', () => {
  test('an unknown method is unknown_method', async () => {
    const slack = await startSlack(cleanup);
    await expect(refusal(botClient(slack).apiCall('chat.shout', {}))).resolves.toMatchObject({
      error: 'unknown_method',
      req_method: 'chat.shout',
    });
  });

  test('missing arguments are named', async () => {
    const slack = await startSlack(cleanup);
    await expect(refusal(botClient(slack).apiCall('chat.postMessage', { text: 'x' }))).resolves.toMatchObject(
      {
        error: 'invalid_arguments',
        response_metadata: { messages: [expect.stringContaining('[json-pointer:/channel]')] },
      },
    );
  });

  test.each([
    ['application/json', '{"channel"', 'invalid_json'],
    ['application/json', '[]', 'invalid_json'],
    ['text/plain', 'channel=C0SANDBOX', 'invalid_post_type'],
  ])('%s with %s is %s', async (type, body, error) => {
    const slack = await startSlack(cleanup);
    const headers = { authorization: `Bearer ${slack.tokens.bot}`, 'content-type': type };
    const answer = await fetch(`${slack.apiUrl}chat.postMessage`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ ok: false, error });
  });

  test('a body over one megabyte and other paths are refused', async () => {
    const slack = await startSlack(cleanup);
    const large = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST', body: 'x'.repeat(1_000_001) });
    expect(large.status).toBe(413);
    expect((await fetch(slack.apiUrl.replace('/api/', '/other'), { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${slack.apiUrl}auth.test`)).status).toBe(404);
  });
});
