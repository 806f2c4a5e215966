import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createSessionClient, type SessionClient } from '../../src/loop/reply.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { captured } from './support.js';

const REF = 'github:octo/app#7';
const answer = { ref: REF, text: '2. Refuse', actor: 'slack:U0ALICE' };

let loop: LocalLoop;
let client: SessionClient;

beforeEach(async () => {
  loop = await startLocalLoop();
  client = createSessionClient({ baseUrl: loop.url, token: () => undefined });
});

afterEach(() => loop.close());

function answerNext(capture: string): void {
  const { status, body } = captured(capture);
  loop.faults.next('reply', { kind: 'http', status, body });
}

describe('what a running the-loop answered', () => {
  test('delivered', async () => {
    answerNext('reply-delivered.json');
    expect(await client.reply(answer)).toEqual({ kind: 'delivered' });
  });

  test.each([
    ['reply-no-session.json', 'no-session', 'no session registered for github:octo/app#8'],
    ['reply-dead-pane.json', 'no-session', 'has no live tmux pane'],
    ['reply-paused.json', 'refused', 'is paused and delivery is held'],
    ['reply-bad-ref.json', 'refused', "invalid work-item ref 'octo/app'"],
    ['reply-empty.json', 'refused', 'the reply text is empty'],
    ['reply-missing-field.json', 'refused', 'field required'],
  ])('%s is undeliverable for good: %s', async (name, code, words) => {
    answerNext(name);
    const result = await client.reply(answer);
    expect(result).toMatchObject({ kind: 'undeliverable', code });
    expect(result).toHaveProperty('reason', expect.stringContaining(words));
  });
});

describe('what is delivered', () => {
  test('the session gets the text, the actor and no comment', async () => {
    loop.setSession(REF, 'live');
    expect(await client.reply(answer)).toEqual({ kind: 'delivered' });
    expect(loop.delivered()).toEqual([{ ...answer, comment: false }]);
    expect(loop.calls().map(({ body }) => body)).toEqual([{ ...answer, comment: false }]);
  });

  test('a standing session gets it by name', async () => {
    loop.setSession('standing:release', 'live');
    expect(await client.say({ name: 'release', text: 'go', actor: 'slack:U0ALICE' })).toEqual({
      kind: 'delivered',
    });
    expect(loop.delivered()).toMatchObject([{ ref: 'standing:release', text: 'go', actor: 'slack:U0ALICE' }]);
    expect(loop.calls().map(({ route }) => route)).toEqual(['say']);
  });

  test('the token goes as a bearer, read at each call', async () => {
    await loop.close();
    loop = await startLocalLoop({ token: 'sentinel' });
    loop.setSession(REF, 'live');
    let token: string | undefined;
    client = createSessionClient({ baseUrl: loop.url, token: () => token });
    expect(await client.reply(answer)).toMatchObject({ kind: 'retry', trouble: 'service' });
    token = 'sentinel';
    expect(await client.reply(answer)).toEqual({ kind: 'delivered' });
    expect(loop.calls().map(({ authorization }) => authorization)).toEqual([undefined, 'Bearer sentinel']);
  });

  test('a token that no header can carry sends nothing, and is not repeated in the reason', async () => {
    client = createSessionClient({ baseUrl: loop.url, token: () => 'senti\nnel' });
    const result = await client.reply(answer);
    expect(result).toMatchObject({ kind: 'retry', trouble: 'service' });
    expect(JSON.stringify(result)).not.toContain('senti');
    expect(loop.calls()).toEqual([]);
  });
});

describe('each state of a session', () => {
  test.each([
    ['paused', { kind: 'undeliverable', code: 'refused' }],
    ['dead', { kind: 'undeliverable', code: 'no-session' }],
    ['none', { kind: 'undeliverable', code: 'no-session' }],
    ['flaky', { kind: 'retry', trouble: 'session' }],
    ['ambiguous', { kind: 'undeliverable', code: 'ambiguous', candidates: [`${REF}@one`, `${REF}@two`] }],
  ] as const)('%s', async (state, result) => {
    loop.setSession(REF, state);
    expect(await client.reply(answer)).toMatchObject(result);
    expect(loop.delivered()).toEqual([]);
  });
});

describe('other answers', () => {
  test.each([
    [502, { kind: 'retry', trouble: 'service' }],
    [503, { kind: 'retry', trouble: 'service' }],
    [429, { kind: 'retry', trouble: 'service' }],
    [401, { kind: 'retry', trouble: 'service' }],
    [403, { kind: 'retry', trouble: 'service' }],
    [302, { kind: 'retry', trouble: 'service' }],
    [405, { kind: 'undeliverable', code: 'refused' }],
    [422, { kind: 'undeliverable', code: 'refused' }],
    [408, { kind: 'unknown' }],
    [500, { kind: 'unknown' }],
    [504, { kind: 'unknown' }],
    [204, { kind: 'unknown' }],
    [202, { kind: 'unknown' }],
  ])('a %i', async (status, result) => {
    loop.faults.next('reply', { kind: 'http', status });
    expect(await client.reply(answer)).toMatchObject(result);
  });

  test('a Retry-After is passed on in milliseconds', async () => {
    loop.faults.next('reply', { kind: 'http', status: 503, headers: { 'retry-after': '7' } });
    expect(await client.reply(answer)).toMatchObject({ kind: 'retry', afterMs: 7000 });
  });

  test.each([
    ['text that is not JSON', '<html>'],
    ['JSON of another shape', { ok: true }],
    ['a delivered that is no boolean', { delivered: 'yes' }],
  ])('a 200 with %s is unknown: it was sent', async (_, body) => {
    loop.faults.next('reply', { kind: 'http', status: 200, body });
    expect(await client.reply(answer)).toMatchObject({ kind: 'unknown' });
  });

  test('a long detail is cut to 300 characters on one line, no surrogate pair in half', async () => {
    const detail = `a\n${'😀'.repeat(400)}`;
    loop.faults.next('reply', { kind: 'http', status: 400, body: { detail } });
    const result = await client.reply(answer);
    const reason = result.kind === 'undeliverable' ? result.reason : '';
    expect(reason).toMatch(/^a 😀/u);
    expect(reason.length).toBeLessThanOrEqual(300);
    expect(reason).toMatch(/😀…$/u);
  });

  test('candidates of any shape are given as text, twenty at most', async () => {
    const candidates = [{ host: 'a' }, ...Array.from({ length: 30 }, (_, n) => `c${n}`)];
    loop.faults.next('reply', { kind: 'http', status: 409, body: { detail: 'two', candidates } });
    const result = await client.reply(answer);
    const given = result.kind === 'undeliverable' ? (result.candidates ?? []) : [];
    expect(given).toHaveLength(20);
    expect(given[0]).toBe('{"host":"a"}');
  });
});

describe('faults between the two', () => {
  test.each([
    ['a reset before it was read', { kind: 'reset' }, 0],
    ['a reset after it was delivered', { kind: 'reset-after' }, 1],
    ['garbage after it was delivered', { kind: 'garbage' }, 1],
    ['an answer that comes too late', { kind: 'delay', ms: 60_000 }, 0],
  ] as const)('%s is unknown, and nothing is sent twice', async (_, fault, delivered) => {
    client = createSessionClient({ baseUrl: loop.url, token: () => undefined, timeoutMs: 100 });
    loop.setSession(REF, 'live');
    loop.faults.next('reply', fault);
    expect(await client.reply(answer)).toMatchObject({ kind: 'unknown' });
    expect(loop.calls()).toHaveLength(1);
    expect(loop.delivered().length).toBeGreaterThanOrEqual(delivered);
  });

  test('an outage is to be retried, and the retry delivers', async () => {
    loop.setSession(REF, 'live');
    await loop.faults.down(true);
    expect(await client.reply(answer)).toMatchObject({ kind: 'retry', trouble: 'service' });
    await loop.faults.down(false);
    expect(await client.reply(answer)).toEqual({ kind: 'delivered' });
  });
});

describe('health', () => {
  test('gives the version', async () => {
    expect(await client.health()).toEqual({ kind: 'up', version: 'local' });
  });

  test('the answer of a running the-loop', async () => {
    const { status, body } = captured('health.json');
    loop.faults.next('health', { kind: 'http', status, body });
    expect(await client.health()).toEqual({ kind: 'up', version: 'unknown' });
  });

  test.each([
    ['garbage', { kind: 'garbage' }],
    ['a reset', { kind: 'reset' }],
    ['a 500', { kind: 'http', status: 500 }],
  ] as const)('is down on %s', async (_, fault) => {
    loop.faults.next('health', fault);
    expect(await client.health()).toMatchObject({ kind: 'down' });
  });

  test('is down when nobody listens', async () => {
    await loop.faults.down(true);
    expect(await client.health()).toEqual({
      kind: 'down',
      reason: 'the-loop could not be reached: connection refused',
    });
  });
});

test.each(['ftp://x', 'localhost:4114', '', 'http://user:sentinel@x/'])(
  'a base that cannot be used is refused at once: %j',
  (baseUrl) => {
    const create = () => createSessionClient({ baseUrl, token: () => undefined });
    expect(create).toThrow(expect.objectContaining({ code: 'bad-url' }));
    expect(create).not.toThrow(/sentinel/);
  },
);
