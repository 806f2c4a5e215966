import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ErrorCode, WebClient } from '@slack/web-api';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { boltApp, botClient, Cleanup, quiet, startSlack } from './helpers.js';
import { openRawSocket } from './raw-socket.js';

const CHANNEL = 'C0SANDBOX';

const cleanup = new Cleanup();
let slack: LocalSlack;
beforeEach(async () => {
  slack = await startSlack(cleanup, { ackTimeoutMs: 50 });
});
afterEach(() => cleanup.run());

const post = () => botClient(slack).chat.postMessage({ channel: CHANNEL, text: 'x' });
const stored = () => slack.messages(CHANNEL).length;

describe('a scripted fault', () => {
  test.each([
    [
      'ratelimited',
      { kind: 'ratelimited', retryAfter: 7 },
      { code: ErrorCode.RateLimitedError, retryAfter: 7 },
      0,
    ],
    ['http', { kind: 'http', status: 503, body: 'down' }, { code: ErrorCode.HTTPError, statusCode: 503 }, 0],
    ['reset', { kind: 'reset' }, { code: ErrorCode.RequestError }, 0],
    ['reset-after', { kind: 'reset-after' }, { code: ErrorCode.RequestError }, 1],
    [
      'error',
      { kind: 'error', error: 'internal_error' },
      { data: { ok: false, error: 'internal_error' } },
      0,
    ],
    ['cut', { kind: 'cut' }, { message: 'terminated' }, 1],
    ['garbage', { kind: 'garbage' }, { code: ErrorCode.PlatformError }, 0],
  ] as const)('%s is what the real client meets, once', async (name, fault, error, storedMeanwhile) => {
    slack.faults.next('chat.postMessage', fault);
    await expect(post()).rejects.toMatchObject(error);
    expect(stored()).toBe(storedMeanwhile);
    await post();
    expect(stored()).toBe(storedMeanwhile + 1);
    expect(slack.calls('chat.postMessage').map((call) => call.fault)).toEqual([name, undefined]);
  });

  test('of another method does not count; * means any method; each is used as often as told', async () => {
    slack.faults.next('chat.update', { kind: 'error', error: 'a' });
    slack.faults.next('*', { kind: 'error', error: 'b' }, 2);
    await expect(post()).rejects.toMatchObject({ data: { error: 'b' } });
    await expect(post()).rejects.toMatchObject({ data: { error: 'b' } });
    await post();
    slack.faults.next('*', { kind: 'error', error: 'c' });
    slack.faults.clear();
    await post();
    expect(stored()).toBe(2);
  });

  test('a delay holds the call back before it is processed', async () => {
    slack.faults.next('chat.postMessage', { kind: 'delay', ms: 300 });
    await Promise.all([post(), botClient(slack).auth.test()]);
    expect(slack.calls().map(({ method }) => method)).toEqual(['auth.test', 'chat.postMessage']);
    expect(stored()).toBe(1);
  });

  test('a delay does not outlive the server', async () => {
    const other = await startSlack(new Cleanup());
    other.faults.next('auth.test', { kind: 'delay', ms: 60_000 });
    const call = botClient(other).auth.test();
    const failed = expect(call).rejects.toMatchObject({ code: ErrorCode.RequestError });
    await other.close();
    await failed;
  });

  test('a rate limit is waited out by the client that retries', async () => {
    slack.faults.next('chat.postMessage', { kind: 'ratelimited', retryAfter: 0 });
    const options = { slackApiUrl: slack.apiUrl, logger: quiet, retryConfig: { retries: 2, minTimeout: 1 } };
    await new WebClient(slack.tokens.bot, options).chat.postMessage({ channel: CHANNEL, text: 'x' });
    expect(stored()).toBe(1);
  });
});

test('while Slack is down every connection breaks, and afterwards what was said arrives', async () => {
  const socket = await openRawSocket(cleanup, slack);
  slack.faults.down(true);
  await socket.closed;
  await expect(post()).rejects.toMatchObject({ code: ErrorCode.RequestError });
  expect(slack.calls('chat.postMessage')).toEqual([]);
  const { event } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'during the outage' });
  slack.faults.down(false);
  await post();
  const again = await openRawSocket(cleanup, slack);
  const [envelope] = await again.next('events_api', 1);
  expect(envelope?.payload?.event_id).toBe(event?.eventId);
});

test('duplicated events reach a real app as often as told, with one event id', async () => {
  const app = boltApp(cleanup, slack);
  const heard: unknown[] = [];
  app.message(async ({ body }) => {
    heard.push(body.event_id);
  });
  await app.start();
  slack.faults.duplicateEvents(3);
  const { event } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'x' });
  slack.faults.duplicateEvents(1);
  const other = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'y' });
  await slack.waitFor(() => heard.length === 4);
  expect(heard).toEqual([event?.eventId, event?.eventId, event?.eventId, other.event?.eventId]);
});

test('lost events never come, the next one does', async () => {
  const socket = await openRawSocket(cleanup, slack);
  slack.faults.loseEvents(2);
  const events = ['a', 'b', 'c'].map((text) => slack.post({ user: 'U0ALICE', channel: CHANNEL, text }).event);
  await expect(events[1]?.outcome).resolves.toEqual({ kind: 'lost' });
  const [first] = await socket.next('events_api', 1);
  expect(first?.payload?.event?.text).toBe('c');
  expect(slack.messages(CHANNEL)).toHaveLength(3);
});

test('reordered events come newest first once all of them are there', async () => {
  const socket = await openRawSocket(cleanup, slack);
  slack.faults.reorderEvents(3);
  const said = ['a', 'b', 'c', 'd'].map((text) => slack.post({ user: 'U0ALICE', channel: CHANNEL, text }));
  const events = await socket.next('events_api', 4);
  expect(events.map(({ payload }) => payload?.event?.text)).toEqual(['c', 'b', 'a', 'd']);
  for (const envelope of events) socket.acknowledge(envelope);
  for (const { event } of said) await expect(event?.outcome).resolves.toMatchObject({ kind: 'acknowledged' });
});

test('an envelope cut in the middle of its frame takes its connection along and comes again', async () => {
  const first = await openRawSocket(cleanup, slack);
  slack.faults.cutFrames(1);
  const { event } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'x' });
  await first.closed;
  expect(first.received.map(({ type }) => type)).toEqual(['hello']);
  const second = await openRawSocket(cleanup, slack);
  const [envelope] = await second.next('events_api', 1);
  expect(envelope).toMatchObject({ retry_attempt: 1, payload: { event_id: event?.eventId } });
});

test('a latency is added to every answer', async () => {
  const slow = await startSlack(cleanup, { latencyMs: 60 });
  const before = performance.now();
  await botClient(slow).auth.test();
  expect(performance.now() - before).toBeGreaterThanOrEqual(55);
});
