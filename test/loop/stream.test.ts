import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { follow as followAt } from './following.js';
import { memoryCursor, until } from './support.js';

const ITEM = 'github:octo/app#7';
const LONG = 'x'.repeat(5000);

let loop: LocalLoop;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  loop = await startLocalLoop({ retryMs: 10, keepAliveMs: 50 });
  stops = [];
});

afterEach(async () => {
  for (const stop of stops) await stop();
  await loop.close();
});

function follow(given: Partial<Parameters<typeof followAt>[0]> = {}) {
  const following = followAt({ baseUrl: loop.url, ...given });
  stops.push(following.stop);
  return following;
}

const open = () => loop.waitFor(() => loop.streams.count() > 0);
const ask = (...questions: string[]) => {
  for (const question of questions) loop.ask({ workItem: ITEM, question });
};
/** A question that is over a millisecond old, so that no clock can take it for a new one. */
async function askedBefore(): Promise<void> {
  ask('before');
  const asked = Date.now();
  await until(() => Date.now() > asked, 'the next millisecond');
}

const hears = (following: ReturnType<typeof follow>, ...questions: string[]) =>
  until(
    () => following.questions().length >= questions.length,
    `hearing ${questions}, heard ${following.questions()}`,
  ).then(() => expect(following.questions()).toEqual(questions));

describe('resuming', () => {
  test('a first start begins at the end of the log', async () => {
    await askedBefore();
    const following = follow();
    await open();
    ask('after');
    await hears(following, 'after');
  });

  test('what is asked while the first connection has yet to be made is heard', async () => {
    await askedBefore();
    await loop.faults.down(true);
    const following = follow();
    await until(() => following.said('could not be reached'), 'the first failure');
    ask('while down');
    await loop.faults.down(false);
    await hears(following, 'while down');
  });

  test('and over a restart before that first connection as well', async () => {
    await loop.faults.down(true);
    const first = follow();
    await until(() => first.said('could not be reached'), 'the first failure');
    await first.stop();
    ask('while away');
    await loop.faults.down(false);
    await hears(follow({ cursor: first.cursor }), 'while away');
  });

  test('a dropped connection is resumed where it was', async () => {
    const following = follow();
    await open();
    ask('one');
    await hears(following, 'one');
    const heardTo = following.cursor.place?.position;
    loop.dropStreams();
    ask('two');
    await hears(following, 'one', 'two');
    const resumed = loop.calls().findLast(({ route }) => route === 'stream')?.lastEventId;
    expect(Number(resumed)).toBeGreaterThanOrEqual(Number(heardTo));
  });

  test('what was asked while the app was away is heard at the next start', async () => {
    const first = follow();
    await open();
    ask('one');
    await hears(first, 'one');
    await first.stop();
    ask('two');
    const second = follow({ cursor: first.cursor });
    await until(() => second.questions().includes('two'), 'the second question');
  });

  test('all that the-loop is down for is heard when it is back', async () => {
    const following = follow();
    await open();
    ask('one');
    await hears(following, 'one');
    await loop.faults.down(true);
    ask('two', 'three');
    await loop.faults.down(false);
    await hears(following, 'one', 'two', 'three');
  });
});

describe('a place that is lost', () => {
  test.each(['truncated', 'rotated', 'replay-window', 'queue-overflow'] as const)(
    'a desync (%s) in the middle of a stream is caught up before the next record',
    async (reason) => {
      const following = follow();
      await open();
      ask('one');
      await hears(following, 'one');
      loop.faults.silent(true);
      ask('skipped');
      loop.streams.desync(reason);
      loop.faults.silent(false);
      ask('three');
      await hears(following, 'one', 'skipped', 'three');
    },
  );

  test('a log truncated in the middle of a stream', async () => {
    const following = follow();
    await open();
    ask('one', LONG);
    await hears(following, 'one', LONG);
    loop.truncateLog();
    ask('two');
    await hears(following, 'one', LONG, 'two');
  });

  test('a log rotated while the app was away, and shorter than our offset', async () => {
    const first = follow();
    await open();
    ask('one', LONG);
    await hears(first, 'one', LONG);
    await first.stop();
    loop.rotateLog();
    ask('two');
    const second = follow({ cursor: first.cursor });
    await until(() => second.questions().includes('two'), 'the question in the new log');
  });

  test('a log rotated while the app was away, and grown past our offset unnoticed', async () => {
    const first = follow();
    await open();
    ask('one');
    await hears(first, 'one');
    await first.stop();
    loop.rotateLog();
    ask('two', LONG);
    const second = follow({ cursor: first.cursor });
    await hears(second, 'two', LONG);
    expect(second.lines.join('\n')).not.toContain('lost our place');
  });

  test('more than the replay window behind', async () => {
    const first = follow();
    await open();
    ask('one');
    await hears(first, 'one');
    await first.stop();
    ask('two');
    for (let bytes = 0; bytes < 300 * 1024; bytes += 10_000)
      loop.emit({ event: 'x', filler: 'x'.repeat(10_000) });
    const second = follow({ cursor: first.cursor });
    await until(() => second.questions().includes('two'), 'the question behind the window');
    expect(second.lines.join('\n')).toContain('replay-window');
  });

  test('a cursor that the-loop refuses is dropped, and caught up by time', async () => {
    loop.faults.next('stream', { kind: 'http', status: 400 });
    const following = follow({
      cursor: memoryCursor({ position: '12', heardAt: new Date(Date.now() - 1000) }),
    });
    ask('while away');
    await hears(following, 'while away');
    const ids = loop.calls().flatMap((call) => (call.route === 'stream' ? [call.lastEventId] : []));
    expect(ids).toEqual(['12', undefined]);
  });

  test('a cursor that is no offset starts at the end and catches up', async () => {
    const heardAt = new Date(Date.now() - 1000);
    ask('while away');
    const following = follow({ cursor: memoryCursor({ position: 'garbage', heardAt }) });
    await hears(following, 'while away');
    expect(loop.calls()[0]?.lastEventId).toBeUndefined();
  });
});

describe('a catch-up that fails', () => {
  const fault = { kind: 'http', status: 500 } as const;

  test('does not stop the stream, and is made later', async () => {
    const following = follow();
    await open();
    ask('one');
    await hears(following, 'one');
    loop.faults.next('events', fault, 2);
    loop.faults.silent(true);
    ask('skipped');
    loop.streams.desync('replay-window');
    loop.faults.silent(false);
    ask('three');
    await hears(following, 'one', 'three', 'skipped');
  });

  test('is still owed after a restart, however much was heard in between', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const askedAgo = (minutes: number, question: string) =>
      loop.emit({
        event: 'session.awaiting_input',
        ts: ago(minutes).toISOString(),
        work_item: ITEM,
        question,
      });
    const first = follow({ cursor: memoryCursor({ position: '', heardAt: ago(120) }) });
    await open();
    askedAgo(60, 'one');
    await hears(first, 'one');
    loop.faults.next('events', fault, 1000);
    loop.faults.silent(true);
    askedAgo(50, 'skipped');
    loop.streams.desync('replay-window');
    loop.faults.silent(false);
    askedAgo(1, 'three');
    await hears(first, 'one', 'three');
    await first.stop();
    loop.faults.clear('events');
    const second = follow({ cursor: first.cursor });
    await until(() => second.questions().includes('skipped'), 'the question that was skipped');
  });

  test.each([
    ['a 200 that is cut off', { kind: 'http', status: 200, body: 'no array' }],
    ['garbage', { kind: 'garbage' }],
    ['a reset', { kind: 'reset' }],
    ['a switched-off route', { kind: 'http', status: 404 }],
  ] as const)('%s does not stop the stream either', async (_, next) => {
    loop.faults.next('events', next);
    const following = follow();
    await open();
    ask('one');
    await hears(following, 'one');
    expect(following.lines.join('\n')).toContain('could not catch up');
  });

  test('a query that is empty for good: what a full queue left out is asked for again', async () => {
    loop.faults.next('events', { kind: 'http', status: 200, body: [] }, 1000);
    const following = follow();
    await open();
    ask('one');
    await hears(following, 'one');
    loop.faults.silent(true);
    ask('skipped');
    loop.streams.desync('queue-overflow');
    loop.faults.silent(false);
    ask('three');
    await hears(following, 'one', 'skipped', 'three');
  });

  test('a query that is empty for good: a log that started over is read from its first byte', async () => {
    loop.faults.next('events', { kind: 'http', status: 200, body: [] }, 1000);
    const first = follow();
    await open();
    ask('one', LONG);
    await hears(first, 'one', LONG);
    await first.stop();
    loop.rotateLog();
    const old = new Date(Date.now() - 3_600_000).toISOString();
    loop.emit({ event: 'session.awaiting_input', ts: old, work_item: ITEM, question: 'from another log' });
    ask('two', 'three');
    const second = follow({ cursor: first.cursor });
    await hears(second, 'two', 'three');
    ask('four');
    await hears(second, 'two', 'three', 'four');
    expect(loop.calls().map(({ lastEventId }) => lastEventId)).toContain('0');
  });
});

describe('handing on', () => {
  test('a record that is refused is offered again, the next ones wait, and the cursor with them', async () => {
    const offered: string[] = [];
    const places: (string | undefined)[] = [];
    const cursor = memoryCursor();
    const following = follow({
      cursor,
      onRecord: async ({ record }) => {
        if (record.event !== 'session.awaiting_input') return;
        offered.push(record.question);
        places.push(cursor.place?.position);
        if (offered.length < 4) throw new Error('sentinel');
      },
    });
    await open();
    ask('one', 'two');
    await until(() => offered.includes('two'), 'the second record');
    expect(offered).toEqual(['one', 'one', 'one', 'one', 'two']);
    expect(new Set(places.slice(0, 4)).size).toBe(1);
    expect(following.said('handing a record on failed (Error)')).toBe(true);
    expect(following.statuses.at(-1)?.state).toBe('live');
    expect(following.lines.join('\n')).not.toContain('sentinel');
  });

  test('a store that is down is waited for, at the start and later', async () => {
    const kept = memoryCursor();
    let down = 3;
    const flaky = async () => {
      down -= 1;
      if (down >= 0) throw Object.assign(new Error('sentinel'), { code: 'P1001' });
    };
    const cursor = {
      ...kept,
      load: () => flaky().then(() => kept.load()),
      save: (place: Parameters<typeof kept.save>[0]) => flaky().then(() => kept.save(place)),
    };
    const following = follow({ cursor });
    await open();
    expect(following.said('reading the cursor failed (P1001)')).toBe(true);
    down = 2;
    ask('one');
    await until(() => following.said('saving the cursor failed (P1001)'), 'the failing save');
    await until(() => Number(kept.saves.at(-1)?.position) > 0, 'the save');
  });

  test('the stop ends it while a record is being offered', async () => {
    const following = follow({
      onRecord: async () => {
        throw new Error('never');
      },
      backoff: { minMs: 60_000, maxMs: 60_000 },
    });
    await open();
    ask('one');
    await until(() => following.said('handing a record on'), 'the failure');
    await following.stop();
  });
});

describe('a refused or failed connection', () => {
  test('the stream switched off is said, and tried again slowly', async () => {
    loop.streams.on(false);
    const following = follow();
    await until(() => following.said('switched off'), 'the status');
    await until(() => following.waits().length >= 3, 'three waits');
    expect(following.waits().slice(0, 3)).toEqual([60, 60, 60]);
    expect(following.lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
    loop.streams.on(true);
    await open();
  });

  test('a gateway that wants a token is said, and gets one that is set later', async () => {
    await loop.close();
    loop = await startLocalLoop({ token: 'sentinel', retryMs: 10 });
    let token: string | undefined;
    const following = follow({ token: () => token });
    await until(() => following.said('THE_LOOP_TOKEN'), 'the status');
    expect(following.waits()).toEqual([60]);
    token = 'sentinel';
    await open();
    ask('one');
    await hears(following, 'one');
    expect(following.lines.join('\n')).not.toContain('sentinel');
  });

  test('a token that no header can carry is said, and never logged', async () => {
    const following = follow({ token: () => 'senti\nnel' });
    await until(() => following.said('THE_LOOP_TOKEN'), 'the status');
    expect(following.lines.join('\n')).not.toContain('senti');
    expect(loop.calls()).toEqual([]);
  });

  test('the ninth subscriber comes back after the Retry-After', async () => {
    loop.faults.next('stream', { kind: 'http', status: 503, headers: { 'retry-after': '1' } });
    const following = follow();
    await until(() => following.waits().length > 0, 'the first wait');
    expect(following.waits()).toEqual([1000]);
  });

  test('the waits grow while it is down, and begin anew once something was heard', async () => {
    await loop.faults.down(true);
    const following = follow();
    await until(() => following.waits().length >= 5, 'five waits');
    expect(following.waits().slice(0, 5)).toEqual([10, 20, 40, 50, 50]);
    await loop.faults.down(false);
    await open();
    ask('one');
    await hears(following, 'one');
    const before = following.waits().length;
    loop.dropStreams();
    await until(() => following.waits().length > before, 'the next wait');
    expect(following.waits()[before]).toBe(10);
  });
});

test.each(['garbage', 'reset', 'reset-after'] as const)('a stream with a %s at its start', async (kind) => {
  loop.faults.next('stream', { kind });
  const following = follow();
  await open();
  ask('one');
  await hears(following, 'one');
});

describe('silence', () => {
  test('is a dead connection', async () => {
    const following = follow({ silenceMs: 200 });
    await open();
    loop.faults.silent(true);
    await until(() => following.said('silent for 0.2 s'), 'the silence to be noticed');
    loop.faults.silent(false);
    ask('after');
    await hears(following, 'after');
  });

  test('a connection that is taken and never answered ends too', async () => {
    loop.faults.next('stream', { kind: 'delay', ms: 60_000 });
    const following = follow({ silenceMs: 100 });
    await until(() => following.said('did not answer in time'), 'the wait to end');
    await open();
  });
});

test('a base that is no URL is refused at once', async () => {
  await expect(followAt({ baseUrl: 'nowhere' }).stop()).rejects.toMatchObject({ code: 'bad-url' });
});
