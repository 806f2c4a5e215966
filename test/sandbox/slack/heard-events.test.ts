import { afterEach, describe, expect, test } from '@jest/globals';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { Cleanup, client, startSlack } from './helpers.js';
import { openRawSocket } from './raw-socket.js';

const CHANNEL = 'C0SANDBOX';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const say = (slack: LocalSlack, text: string) => slack.post({ user: 'U0ALICE', channel: CHANNEL, text });

describe('what the app hears', () => {
  test('is its own posts and edits too, as in Slack', async () => {
    const slack = await startSlack(cleanup);
    const socket = await openRawSocket(cleanup, slack);
    const web = client(slack, slack.tokens.bot);
    const { ts } = await web.chat.postMessage({ channel: CHANNEL, text: 'mine' });
    await web.chat.update({ channel: CHANNEL, ts: String(ts), text: 'mine, edited' });
    const [posted, edited] = await socket.next('events_api', 2);
    expect(posted?.payload?.event).toMatchObject({ type: 'message', bot_id: slack.identity.botId, ts });
    expect(edited?.payload?.event).toMatchObject({
      subtype: 'message_changed',
      message: { text: 'mine, edited', ts },
      previous_message: { text: 'mine', ts },
    });
  });

  test('is a deletion, and a root with replies turning into a tombstone', async () => {
    const slack = await startSlack(cleanup);
    const socket = await openRawSocket(cleanup, slack);
    const root = say(slack, 'root').message.ts;
    const reply = slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'reply' }).message.ts;
    slack.delete({ channel: CHANNEL, ts: root });
    slack.delete({ channel: CHANNEL, ts: reply, user: 'U0ALICE' });
    const events = await socket.next('events_api', 4);
    expect(events[2]?.payload?.event).toMatchObject({
      subtype: 'message_changed',
      message: { ts: root, subtype: 'tombstone' },
    });
    expect(events[3]?.payload?.event).toMatchObject({
      subtype: 'message_deleted',
      deleted_ts: reply,
      previous_message: { text: 'reply', thread_ts: root },
    });
  });

  test('depends on subscription, scope and membership', async () => {
    const slack = await startSlack(cleanup, {
      subscribedEvents: ['message.channels'],
      channels: [
        { id: CHANNEL, name: 'in', kind: 'public', botIsMember: true, archived: false },
        { id: 'C0OUT', name: 'out', kind: 'public', botIsMember: false, archived: false },
        { id: 'D0ALICE', name: 'dm', kind: 'im', botIsMember: true, archived: false },
      ],
    });
    expect(say(slack, 'x').event).not.toBeNull();
    expect(slack.post({ user: 'U0ALICE', channel: 'C0OUT', text: 'x' }).event).toBeNull();
    expect(slack.post({ user: 'U0ALICE', channel: 'D0ALICE', text: 'x' }).event).toBeNull();
    slack.faults.scopes(['chat:write']);
    expect(say(slack, 'x').event).toBeNull();
  });

  test.each([
    ['public', 'channel'],
    ['private', 'group'],
    ['im', 'im'],
    ['mpim', 'mpim'],
  ] as const)('names a %s conversation %s', async (kind, channelType) => {
    const channels = [{ id: 'X0', name: 'x', kind, botIsMember: true, archived: false }];
    const slack = await startSlack(cleanup, { channels });
    const socket = await openRawSocket(cleanup, slack);
    slack.post({ user: 'U0ALICE', channel: 'X0', text: 'x' });
    const [envelope] = await socket.next('events_api', 1);
    expect(envelope?.payload?.event).toMatchObject({ channel: 'X0', channel_type: channelType });
  });

  test('carries the subtype that follows from what was posted', async () => {
    const slack = await startSlack(cleanup);
    const root = say(slack, 'root').message.ts;
    const at = { user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'x' };
    const file = { id: 'F1', name: 'log.txt', mimetype: 'text/plain', permalink: 'https://files.invalid/F1' };
    expect(slack.post(at).message).not.toHaveProperty('subtype');
    expect(slack.post({ ...at, broadcast: true }).message.subtype).toBe('thread_broadcast');
    expect(slack.post({ ...at, files: [file] }).message).toMatchObject({
      subtype: 'file_share',
      files: [file],
    });
    expect(slack.post({ ...at, botId: 'B0OTHER' }).message).toMatchObject({
      subtype: 'bot_message',
      bot_id: 'B0OTHER',
    });
  });
});
