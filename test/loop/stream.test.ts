import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SourceStatus } from '../../src/loop/status.js';
import { followStream } from '../../src/loop/stream.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { keptLog, listener, memoryCursor, until } from './support.js';

const ITEM = 'github:octo/app#7';
const backoff = { minMs: 10, maxMs: 50, slowMs: 60 };

let loop: LocalLoop;
let stop: () => Promise<void>;

beforeEach(async () => {
  loop = await startLocalLoop({ retryMs: 10, keepAliveMs: 50 });
  stop = async () => {};
});

afterEach(async () => {
  await stop();
  await loop.close();
});

type Given = Partial<Parameters<typeof followStream>[0]> & { cursor?: ReturnType<typeof memoryCursor> };

function follow(given: Given = {}) {
  const controller = new AbortController();
  const ears = listener();
  const statuses: SourceStatus[] = [];
  const { logger, lines } = keptLog();
  const cursor = given.cursor ?? memoryCursor();
  const following = followStream({
    baseUrl: loop.url,
    token: () => undefined,
    onRecord: ears.onRecord,
    onStatus: (status) => statuses.push(status),
    logger,
    signal: controller.signal,
    silenceMs: 2000,
    backoff,
    ...given,
    cursor,
  });
  stop = async () => {
    controller.abort();
    await following;
  };
  return { ...ears, statuses, lines, cursor, stop: () => stop() };
}

const open = (count = 1) => loop.waitFor(() => loop.streams.count() === count);
const ask = (question: string) => loop.ask({ workItem: ITEM, question });

test('a first start begins at the end of the log', async () => {
  ask('before');
  const { questions } = follow();
  await open();
  ask('after');
  await until(() => questions().length > 0, 'a question');
  expect(questions()).toEqual(['after']);
});

test('a dropped connection is resumed where it was', async () => {
  const { distinct, cursor } = follow();
  await open();
  ask('one');
  await until(() => distinct().length === 1, 'the first question');
  loop.dropStreams();
  ask('two');
  await until(() => distinct().length === 2, 'the second question');
  expect(distinct()).toEqual(['one', 'two']);
  const resumed = loop
    .calls()
    .filter(({ route }) => route === 'stream')
    .at(-1)?.lastEventId;
  expect(Number(resumed)).toBeGreaterThan(0);
  await until(
    () => Number(cursor.place?.position) > Number(resumed),
    'the cursor behind the second question',
  );
});

test('what was asked while the app was away is heard at the next start', async () => {
  const first = follow();
  await open();
  ask('one');
  await until(() => first.questions().length === 1, 'the first question');
  await first.stop();
  ask('two');
  const second = follow({ cursor: first.cursor });
  await until(() => second.questions().includes('two'), 'the second question');
});

test('a desync is caught up', async () => {
  const { distinct } = follow();
  await open();
  ask('one');
  await until(() => distinct().length === 1, 'the first question');
  loop.faults.silent(true);
  ask('lost by the queue');
  loop.streams.desync('queue-overflow');
  loop.faults.silent(false);
  await until(() => distinct().length === 2, 'the second question');
  ask('three');
  await until(() => distinct().length === 3, 'the third question');
  expect(distinct()).toEqual(['one', 'lost by the queue', 'three']);
});

test('silence is a dead connection', async () => {
  const { statuses, questions } = follow({ silenceMs: 150 });
  await open();
  loop.faults.silent(true);
  await until(
    () => statuses.some(({ reason }) => reason === 'silent for 0.15 s'),
    'the silence to be noticed',
  );
  loop.faults.silent(false);
  ask('after');
  await until(() => questions().includes('after'), 'the question');
});

describe('a refused connection', () => {
  test('the stream switched off is said, and tried again slowly', async () => {
    loop.streams.on(false);
    const { statuses, questions } = follow();
    await until(() => statuses.some(({ reason }) => reason?.includes('switched off') ?? false), 'the status');
    loop.streams.on(true);
    await open();
    ask('on again');
    await until(() => questions().length === 1, 'the question');
  });
});
