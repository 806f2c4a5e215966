import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type LocalLoop,
  type LocalLoopOptions,
  startLocalLoop,
} from '../../../src/sandbox/the-loop/local-loop.js';
import { capture, captured } from '../../loop/support.js';

const REF = 'github:octo/app#7';

let folder: string;
let loop: LocalLoop;
let streams: AbortController[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-loop-test-'));
  streams = [];
});

afterEach(async () => {
  for (const stream of streams) stream.abort();
  await loop.close();
  rmSync(folder, { recursive: true });
});

async function start(options: LocalLoopOptions = {}): Promise<void> {
  loop = await startLocalLoop(options);
}

async function post(route: string, body: unknown) {
  const response = await fetch(`${loop.url}/api/v1/${route}`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

const reply = (body: unknown) => post('sessions/reply', body);
const answer = { ref: REF, text: '2', actor: 'slack:U0ALICE', comment: false };

/** Opens the stream and gives its status, and a reader of all its text up to some text. */
async function stream(lastEventId?: string) {
  const controller = new AbortController();
  streams.push(controller);
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const response = await fetch(`${loop.url}/api/v1/stream`, { headers, signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    async upTo(last: string): Promise<string> {
      while (!text.includes(last)) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) throw new Error(`the stream ended without ${last}: ${text}`);
        text += value;
      }
      return text;
    },
  };
}

describe('the reply route answers as a running the-loop did', () => {
  test.each([
    ['reply-no-session.json', 'none', { ...answer, ref: 'github:octo/app#8' }],
    ['reply-dead-pane.json', 'dead', answer],
    ['reply-paused.json', 'paused', answer],
    ['reply-bad-ref.json', 'live', { ...answer, ref: 'octo/app' }],
    ['reply-empty.json', 'live', { ...answer, text: '' }],
    ['reply-missing-field.json', 'live', { ref: REF, actor: 'slack:U0ALICE' }],
  ] as const)('%s', async (name, state, body) => {
    await start();
    loop.setSession(REF, state);
    expect(await reply(body)).toEqual(captured(name));
    expect(loop.delivered()).toEqual([]);
  });

  test('reply-delivered.json, but for the session name', async () => {
    await start();
    loop.setSession(REF, 'live');
    const wanted = JSON.parse(capture('reply-delivered.json').replace('loop-cap', 'loop-local'));
    expect(await reply(answer)).toEqual(wanted);
    expect(loop.delivered()).toEqual([answer]);
  });

  test('two missing fields, and a body that is no JSON', async () => {
    await start();
    const { body } = await reply({});
    expect(body).toMatchObject({ detail: expect.stringMatching(/^2 validation errors .*ref.*text/s) });
    const response = await fetch(`${loop.url}/api/v1/sessions/reply`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
  });

  test('an unknown route', async () => {
    await start();
    expect((await post('nowhere', {})).status).toBe(404);
  });

  test('the comment is posted unless it is told not to be', async () => {
    await start();
    loop.setSession(REF, 'live');
    await reply({ ref: REF, text: '2', actor: 'dev' });
    expect(loop.delivered()).toEqual([{ ref: REF, text: '2', actor: 'dev', comment: true }]);
  });

  test.each(['github:octo/app#15', 'github:ghe.corp.example/octo/app#15'])('%s is a ref', async (ref) => {
    await start();
    loop.setSession(ref, 'live');
    expect((await reply({ ...answer, ref })).status).toBe(200);
  });

  test.each(['github:octo/app', 'github:octo/app#x', 'github:a/b/c/d#1', 'octo/app#1', 'github:octo/app#1 '])(
    '%j is none',
    async (ref) => {
      await start();
      expect((await reply({ ...answer, ref })).status).toBe(400);
    },
  );
});

describe('the stream answers as a running the-loop did', () => {
  /** The records of the capture, as a log. */
  const lines = [...capture('stream-live.txt').matchAll(/^data: (.*)$/gm)].map((match) => match[1] ?? '');
  const withoutIds = (text: string) => text.replace(/^id: \d+$/gm, 'id: N');

  test('a replay of the captured log is the captured stream, byte for byte but for the offsets', async () => {
    const logPath = join(folder, 'events.jsonl');
    writeFileSync(logPath, lines.map((line) => `${line}\n`).join(''));
    await start({ logPath });
    const { upTo, response } = await stream('0');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const text = await upTo('"cursor":0}\n\n');
    const end = readFileSync(logPath, 'utf8');
    expect(withoutIds(text).startsWith(withoutIds(capture('stream-live.txt')))).toBe(true);
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
    expect(ids[0]).toBe(Buffer.byteLength(`${lines[0]}\n`));
    expect(ids.at(-1)).toBe(Buffer.byteLength(end));
  });

  test('a place it cannot replay: the desync before retry, then on from the end', async () => {
    await start();
    loop.emit({ event: 'before' });
    const { upTo } = await stream('999999');
    const text = await upTo('"event":"stream.desync"');
    expect(text.startsWith(capture('stream-desync.txt').split('id:')[0] ?? 'nothing')).toBe(true);
    expect(text).not.toContain('"before"');
    expect(text).toContain('"reason":"truncated","cursor":999999');
  });

  test('stream-bad-cursor.json', async () => {
    await start();
    const headers = { 'last-event-id': 'abc' };
    const response = await fetch(`${loop.url}/api/v1/stream`, { headers });
    expect({ status: response.status, body: await response.json() }).toEqual(
      captured('stream-bad-cursor.json'),
    );
  });

  test('a first connection starts at the end', async () => {
    await start();
    loop.emit({ event: 'before' });
    const { upTo } = await stream();
    loop.emit({ event: 'after' });
    expect(await upTo('"after"')).not.toContain('"before"');
  });

  test('more than 256 KiB behind cannot be replayed, exactly as much can', async () => {
    const logPath = join(folder, 'events.jsonl');
    const line = (bytes: number) =>
      `{"event":"x","fill":"${'x'.repeat(bytes - '{"event":"x","fill":""}\n'.length)}"}\n`;
    writeFileSync(logPath, line(256 * 1024));
    await start({ logPath });
    expect(await (await stream('0')).upTo('retry')).not.toContain('desync');
    expect(await (await stream('0')).upTo('retry')).toContain('"replay-window"');
  });

  test('corrupt lines are left out, and a half-written one until it is whole', async () => {
    const logPath = join(folder, 'events.jsonl');
    await start({ logPath });
    const { upTo } = await stream();
    await upTo('stream.subscribed');
    appendFileSync(logPath, 'corrupt\n{"event":"by another');
    appendFileSync(logPath, ' process"}\n');
    const text = await upTo('by another process');
    expect(text).not.toContain('corrupt');
  });

  test('eight may subscribe', async () => {
    await start();
    for (let n = 0; n < 8; n += 1) expect((await stream()).response.status).toBe(200);
    const { response } = await stream();
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('switched off it is a 404', async () => {
    await start();
    loop.streams.on(false);
    expect((await stream()).response.status).toBe(404);
  });

  test('a keep-alive comes in between', async () => {
    await start({ keepAliveMs: 10 });
    expect(await (await stream()).upTo(': keep-alive\n\n')).toContain('retry: 3000\n\n');
  });

  test.each([
    ['truncated', () => loop.truncateLog()],
    ['rotated', () => loop.rotateLog()],
  ])('an open stream says that the log was %s', async (reason, change) => {
    await start();
    const { upTo } = await stream();
    loop.emit({ event: 'before' });
    await upTo('before');
    change();
    await upTo(`event: desync\ndata: {"reason":"${reason}"`);
    loop.emit({ event: 'after' });
    await upTo('after');
  });

  test('a reader that is too slow loses its place', async () => {
    await start();
    const { upTo } = await stream();
    for (let n = 0; n < 100; n += 1) loop.emit({ event: 'x', fill: 'x'.repeat(200_000) });
    await upTo('"queue-overflow"');
  });
});

test('an answer is on the stream before it is answered', async () => {
  await start();
  const { upTo } = await stream();
  await upTo('stream.subscribed');
  loop.ask({ workItem: REF, question: 'Which?' });
  loop.faults.next('reply', { kind: 'reset-after' });
  await expect(reply(answer)).rejects.toThrow();
  const text = await upTo('session.reply_sent');
  expect(text).toMatch(
    /"source":"service","event":"session.reply_sent","level":"info","pid":\d+,"work_item":"github:octo\/app#7","actor":"slack:U0ALICE"}/,
  );
  expect(loop.delivered()).toHaveLength(1);
});

test('a question is a record like the captured one', async () => {
  await start();
  const comment = 'https://github.com/octo/app/issues/7#issuecomment-1';
  loop.ask({ workItem: REF, question: 'Which?', commentUrl: comment });
  const record = JSON.parse(readFileSync(loop.logPath, 'utf8'));
  const [wanted] = [...capture('stream-live.txt').matchAll(/^data: (.*awaiting_input.*)$/gm)];
  expect(Object.keys(record)).toEqual(Object.keys(JSON.parse(wanted?.[1] ?? '')));
  expect(record).toMatchObject({
    work_item: REF,
    question: 'Which?',
    actor: 'dev',
    comment_url: comment,
    comment_posted: true,
  });
});

describe('the event query', () => {
  const query = async (text: string) => {
    const response = await fetch(`${loop.url}/api/v1/events${text}`);
    const records: { n: number }[] = JSON.parse(await response.text());
    return records.map(({ n }) => n);
  };

  beforeEach(async () => {
    await start();
    for (let n = 0; n < 60; n += 1) {
      loop.emit({ event: n % 2 === 0 ? 'even' : 'odd', n, ts: new Date(1_000_000 + n * 1000).toISOString() });
    }
  });

  test('is as empty as the captured one where nothing fits', async () => {
    const response = await fetch(`${loop.url}/api/v1/events?type=none`);
    expect({ status: response.status, body: await response.json() }).toEqual(captured('events-query.json'));
  });

  test('gives the last fifty, oldest first, and all with limit=0', async () => {
    expect(await query('')).toEqual(Array.from({ length: 50 }, (_, n) => n + 10));
    expect(await query('?limit=2')).toEqual([58, 59]);
    expect(await query('?limit=0')).toHaveLength(60);
  });

  test('filters by types and by time, the time included', async () => {
    const since = new Date(1_000_000 + 56_000).toISOString();
    expect(await query(`?since=${since}`)).toEqual([56, 57, 58, 59]);
    expect(await query(`?since=${since}&type=even`)).toEqual([56, 58]);
    expect(await query(`?since=${since}&type=even&type=odd`)).toEqual([56, 57, 58, 59]);
  });
});

describe('faults', () => {
  test('are taken one a request, in order, and can be forgotten', async () => {
    await start();
    loop.setSession(REF, 'live');
    loop.faults.next('reply', { kind: 'http', status: 503 }, 2);
    loop.faults.next('reply', { kind: 'garbage' });
    expect((await reply(answer)).status).toBe(503);
    expect((await reply(answer)).status).toBe(503);
    await expect(reply(answer)).rejects.toThrow();
    expect((await reply(answer)).status).toBe(200);
    loop.faults.next('reply', { kind: 'http', status: 503 });
    loop.faults.clear('reply');
    expect((await reply(answer)).status).toBe(200);
    expect(loop.delivered()).toHaveLength(3);
  });

  test('a reset delivers nothing', async () => {
    await start();
    loop.setSession(REF, 'live');
    loop.faults.next('reply', { kind: 'reset' });
    await expect(reply(answer)).rejects.toThrow();
    expect(loop.delivered()).toEqual([]);
  });

  test('down refuses connections on the port that is used again', async () => {
    await start();
    await loop.faults.down(true);
    await expect(fetch(`${loop.url}/api/v1/health`)).rejects.toThrow();
    await loop.faults.down(false);
    expect((await fetch(`${loop.url}/api/v1/health`)).status).toBe(200);
  });

  test('a token is wanted on every route', async () => {
    await start({ token: 'secret' });
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${loop.url}/api/v1/health`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer secret' })).toBe(200);
  });
});

describe('waiting', () => {
  test('resolves when a delivery makes the condition hold', async () => {
    await start();
    loop.setSession(REF, 'live');
    const delivered = loop.waitFor(() => loop.delivered().length === 1);
    await reply(answer);
    await delivered;
  });

  test('rejects after its time', async () => {
    await start();
    await expect(loop.waitFor(() => false, { timeoutMs: 10 })).rejects.toThrow('within 10 ms');
  });
});
