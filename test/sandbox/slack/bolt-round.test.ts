import { afterEach, expect, test } from '@jest/globals';
import { asTyped } from '../../../src/sandbox/slack/acting/post.js';
import { boltApp, botClient, Cleanup, startSlack } from './helpers.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const CHANNEL = 'C0SANDBOX';

test('a real Bolt app in Socket Mode hears a reply in a thread it started and reacts to it', async () => {
  const slack = await startSlack(cleanup);
  const app = boltApp(cleanup, slack);
  const heard: unknown[] = [];
  app.message(async ({ message, client }) => {
    heard.push(message);
    await client.reactions.add({ channel: message.channel, timestamp: message.ts, name: 'eyes' });
  });
  await app.start();
  const question = await app.client.chat.postMessage({ channel: CHANNEL, text: 'Which one?' });
  const reply = slack.post({
    user: 'U0ALICE',
    channel: CHANNEL,
    threadTs: String(question.ts),
    text: asTyped('the <second> & last'),
  });
  await slack.waitFor(() => slack.reactions(CHANNEL, reply.message.ts).length > 0);

  expect(slack.reactions(CHANNEL, reply.message.ts)).toEqual([
    { name: 'eyes', users: [slack.identity.botUserId], count: 1 },
  ]);
  expect(heard).toEqual([
    expect.objectContaining({
      type: 'message',
      channel: CHANNEL,
      channel_type: 'channel',
      user: 'U0ALICE',
      text: 'the &lt;second&gt; &amp; last',
      ts: reply.message.ts,
      event_ts: reply.message.ts,
      thread_ts: question.ts,
      parent_user_id: slack.identity.botUserId,
    }),
  ]);
  await expect(reply.event?.outcome).resolves.toEqual({ kind: 'acknowledged', attempts: 1, response: {} });
});

test('a reply can be read again with conversations.replies after the app was away', async () => {
  const slack = await startSlack(cleanup);
  const web = botClient(slack);
  const { ts } = await web.chat.postMessage({ channel: CHANNEL, text: 'Which one?' });
  slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: String(ts), text: '2' });
  const { messages } = await web.conversations.replies({
    channel: CHANNEL,
    ts: String(ts),
    oldest: String(ts),
  });
  expect(messages?.map(({ text, user }) => ({ text, user }))).toEqual([
    { text: 'Which one?', user: slack.identity.botUserId },
    { text: '2', user: 'U0ALICE' },
  ]);
});
