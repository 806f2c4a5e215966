import { afterEach, expect, test } from '@jest/globals';
import { startLocalSlack } from '../../../src/sandbox/slack/server.js';
import { Cleanup, startSlack } from './helpers.js';

const CHANNEL = 'C0SANDBOX';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

test('waitFor resolves with what the predicate finds, asked again at each change', async () => {
  const slack = await startSlack(cleanup);
  const found = slack.waitFor(() => slack.messages(CHANNEL).find(({ text }) => text === 'b'));
  slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'a' });
  const { message } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'b' });
  await expect(found).resolves.toBe(message);
});

test('waitFor gives up with a clear error, and passes on what the predicate throws', async () => {
  const slack = await startSlack(cleanup);
  await expect(slack.waitFor(() => false, { timeoutMs: 10, what: 'a miracle' })).rejects.toMatchObject({
    code: 'timed_out',
    message: 'waited 10 ms for a miracle in the local Slack',
  });
  await expect(
    slack.waitFor(() => {
      throw new RangeError('no');
    }),
  ).rejects.toThrow(RangeError);
});

test('a listener hears its kind of change until it stops listening', async () => {
  const slack = await startSlack(cleanup);
  const heard: unknown[] = [];
  const stop = slack.events.on('message', (change) => heard.push(change));
  const { message } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'a' });
  stop();
  slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'b' });
  expect(heard).toEqual([{ channel: CHANNEL, ts: message.ts, change: 'posted' }]);
});

test.each([
  ['unknown_channel', { user: 'U0ALICE', channel: 'C0NOWHERE', text: 'x' }],
  ['unknown_user', { user: 'U0NOBODY', channel: CHANNEL, text: 'x' }],
  ['unknown_message', { user: 'U0ALICE', channel: CHANNEL, text: 'x', threadTs: '1700000000.000100' }],
])('posting throws %s for what is not there', async (code, action) => {
  const slack = await startSlack(cleanup);
  expect(() => slack.post(action)).toThrow(expect.objectContaining({ code }));
});

test('nobody posts in an archived channel until it is revived', async () => {
  const slack = await startSlack(cleanup);
  const action = { user: 'U0ALICE', channel: CHANNEL, text: 'x' };
  slack.changeChannel(CHANNEL, { archived: true });
  expect(() => slack.post(action)).toThrow(expect.objectContaining({ code: 'archived_channel' }));
  slack.changeChannel(CHANNEL, { archived: false });
  expect(() => slack.post(action)).not.toThrow();
});

test('ids that are given twice and a port that is taken are refused at start', async () => {
  const twice = { id: 'U0ALICE', name: 'alice', isBot: false };
  await expect(startLocalSlack({ users: [twice, twice] })).rejects.toMatchObject({ code: 'duplicate_id' });
  const slack = await startSlack(cleanup);
  const port = Number(new URL(slack.apiUrl).port);
  await expect(startLocalSlack({ port })).rejects.toMatchObject({ code: 'not_listening' });
});
