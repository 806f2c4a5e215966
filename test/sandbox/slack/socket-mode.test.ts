import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, describe, expect, test } from '@jest/globals';
import bolt from '@slack/bolt';
import { WebSocket } from 'ws';
import { LIMITS } from '#blocks/limits.js';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { boltApp, Cleanup, client, quiet, startSlack } from './helpers.js';
import { openRawSocket } from './raw-socket.js';

const CHANNEL = 'C0SANDBOX';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const say = (slack: LocalSlack, text: string) => slack.post({ user: 'U0ALICE', channel: CHANNEL, text });

describe('an envelope that is not acknowledged', () => {
  test('comes again three times with the same event id, then no more', async () => {
    const slack = await startSlack(cleanup, { ackTimeoutMs: 20 });
    const socket = await openRawSocket(cleanup, slack);
    const { event } = say(slack, 'hello?');
    await expect(event?.outcome).resolves.toEqual({ kind: 'unacknowledged', attempts: 4 });
    const sent = await socket.next('events_api', 4);
    expect(sent.map(({ retry_attempt, retry_reason }) => [retry_attempt, retry_reason])).toEqual([
      [0, ''],
      [1, 'timeout'],
      [2, 'timeout'],
      [3, 'timeout'],
    ]);
    expect(new Set(sent.map(({ payload }) => payload?.event_id))).toEqual(new Set([event?.eventId]));
    expect(new Set(sent.map(({ envelope_id }) => envelope_id)).size).toBe(4);
  });

  test('comes again on another connection when there is one', async () => {
    const slack = await startSlack(cleanup, { ackTimeoutMs: 20 });
    const sockets = [await openRawSocket(cleanup, slack), await openRawSocket(cleanup, slack)];
    const events = ['a', 'b'].map((text) => say(slack, text).event);
    for (const event of events) {
      await expect(event?.outcome).resolves.toEqual({ kind: 'unacknowledged', attempts: 4 });
    }
    for (const socket of sockets) {
      const sent = await socket.next('events_api', 4);
      for (const event of events) {
        expect(sent.filter(({ payload }) => payload?.event_id === event?.eventId)).toHaveLength(2);
      }
    }
  });

  test('is settled by a late acknowledgement of its first sending', async () => {
    const slack = await startSlack(cleanup, { ackTimeoutMs: 20 });
    const socket = await openRawSocket(cleanup, slack);
    const { event } = say(slack, 'x');
    const [first] = await socket.next('events_api', 2);
    if (first !== undefined) socket.acknowledge(first);
    await expect(event?.outcome).resolves.toMatchObject({ kind: 'acknowledged' });
  });

  test('reaches a real Bolt app that did not acknowledge the first time', async () => {
    const slack = await startSlack(cleanup, { ackTimeoutMs: 50 });
    const stuck = await openRawSocket(cleanup, slack);
    const app = boltApp(cleanup, slack);
    const heard: unknown[] = [];
    app.message(async ({ message, body, context }) => {
      heard.push([message.ts, body.event_id, context.retryNum]);
    });
    await app.start();
    await slack.waitFor(() => slack.connections() === 2);
    const posts = [say(slack, 'a'), say(slack, 'b')];
    for (const { event } of posts) {
      await expect(event?.outcome).resolves.toMatchObject({ kind: 'acknowledged' });
    }
    const [late] = await stuck.next('events_api', 1);
    expect(heard).toHaveLength(2);
    expect(heard).toEqual(
      expect.arrayContaining(
        posts.map(({ message, event }) => [
          message.ts,
          event?.eventId,
          event?.eventId === late?.payload?.event_id ? 1 : 0,
        ]),
      ),
    );
  });
});

describe('connections', () => {
  test('take envelopes in turn', async () => {
    const slack = await startSlack(cleanup);
    const sockets = [await openRawSocket(cleanup, slack), await openRawSocket(cleanup, slack)];
    for (const text of ['a', 'b', 'c', 'd']) say(slack, text);
    for (const socket of sockets) expect(await socket.next('events_api', 2)).toHaveLength(2);
  });

  test('are refused beyond the tenth', async () => {
    const slack = await startSlack(cleanup);
    for (let n = 0; n < LIMITS.socket.connections; n += 1) await openRawSocket(cleanup, slack);
    const { url } = await client(slack, slack.tokens.app).apps.connections.open();
    const eleventh = new WebSocket(String(url));
    const first = await new Promise((resolve) => eleventh.once('message', (data) => resolve(String(data))));
    expect(JSON.parse(String(first))).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
    expect(slack.connections()).toBe(LIMITS.socket.connections);
    eleventh.terminate();
  });

  test('need a ticket that was not used before', async () => {
    const slack = await startSlack(cleanup);
    const { url } = await client(slack, slack.tokens.app).apps.connections.open();
    const refused = (address: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(address);
        socket.on('error', (error) => resolve(error.message));
        socket.on('open', () => resolve('open'));
        cleanup.add(async () => socket.terminate());
      });
    expect(await refused(String(url))).toBe('open');
    expect(await refused(String(url))).toContain('403');
    expect(await refused(String(url).replace('ticket=', 'ticket=x'))).toContain('403');
  });

  test('are refused to web pages', async () => {
    const slack = await startSlack(cleanup);
    const { url } = await client(slack, slack.tokens.app).apps.connections.open();
    const page = new WebSocket(String(url), { origin: 'https://page.invalid' });
    const opened = await new Promise((resolve) => {
      page.on('open', () => resolve(true));
      page.on('error', () => resolve(false));
    });
    page.terminate();
    expect(opened).toBe(false);
  });

  test('get nothing new once they were asked to leave', async () => {
    const slack = await startSlack(cleanup);
    const leaving = await openRawSocket(cleanup, slack);
    slack.disconnect('warning');
    const [goodbye] = await leaving.next('disconnect', 1);
    expect(goodbye?.reason).toBe('warning');
    say(slack, 'a');
    const fresh = await openRawSocket(cleanup, slack);
    say(slack, 'b');
    expect(await fresh.next('events_api', 2)).toHaveLength(2);
    expect(leaving.received.map(({ type }) => type)).toEqual(['hello', 'disconnect']);
  });

  test('an event waits for a connection to come', async () => {
    const slack = await startSlack(cleanup);
    const { event } = say(slack, 'anybody?');
    const socket = await openRawSocket(cleanup, slack);
    const [envelope] = await socket.next('events_api', 1);
    expect(envelope?.payload?.event?.text).toBe('anybody?');
    if (envelope !== undefined) socket.acknowledge(envelope);
    await expect(event?.outcome).resolves.toMatchObject({ kind: 'acknowledged', attempts: 1 });
  });

  test('an event is given up when none comes in time', async () => {
    const slack = await startSlack(cleanup, { keepUndeliveredMs: 20 });
    await expect(say(slack, 'x').event?.outcome).resolves.toEqual({ kind: 'no_connection' });
  });
});

describe('a real Socket Mode client', () => {
  const quickApp = (slack: LocalSlack) => {
    const clientOptions = { slackApiUrl: slack.apiUrl };
    const receiver = new bolt.SocketModeReceiver({
      appToken: slack.tokens.app,
      logger: quiet,
      clientPingTimeout: 300,
      installerOptions: { clientOptions },
    });
    const app = new bolt.App({ token: slack.tokens.bot, receiver, logger: quiet, clientOptions });
    cleanup.add(() => app.stop());
    return app;
  };

  test.each([
    ['its socket was cut', (slack: LocalSlack) => slack.faults.dropSockets()],
    ['it was asked to refresh', (slack: LocalSlack) => slack.disconnect('refresh_requested')],
    ['it was warned', (slack: LocalSlack) => slack.disconnect('warning')],
  ])('connects again after %s and hears what was said meanwhile', async (_name, interrupt) => {
    const slack = await startSlack(cleanup);
    const app = quickApp(slack);
    const heard: string[] = [];
    app.message(async ({ message }) => {
      if ('text' in message) heard.push(String(message.text));
    });
    await app.start();
    interrupt(slack);
    await slack.waitFor(() => slack.connections() === 0);
    say(slack, 'while you were away');
    await slack.waitFor(() => slack.connections() === 1);
    const { event } = say(slack, 'welcome back');
    await event?.outcome;
    expect(heard).toEqual(['while you were away', 'welcome back']);
  });

  test('keeps its connection by pings and pongs', async () => {
    const slack = await startSlack(cleanup, { pingIntervalMs: 20 });
    const app = quickApp(slack);
    await app.start();
    const interruptions: number[] = [];
    slack.events.on('connections', ({ open }) => interruptions.push(open));
    // The client gives up after three pings of its own without a pong; it must see more than that.
    await Promise.all([seenByClient('undici:websocket:pong', 6), seenByClient('undici:websocket:ping', 6)]);
    expect(interruptions).toEqual([]);
  });
});

function seenByClient(name: string, count: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    const listener = () => {
      seen += 1;
      if (seen < count) return;
      unsubscribe(name, listener);
      resolve();
    };
    subscribe(name, listener);
  });
}
