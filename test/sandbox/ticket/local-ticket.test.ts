import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type LocalTicket, startLocalTicket } from '../../../src/sandbox/ticket/local-ticket.js';

const TOKEN = 'sentinel-token-0001';
const COMMENTS = '/repos/octo/app/issues/7/comments';
const Comments = z.array(z.object({ id: z.number(), body: z.string(), html_url: z.string() }));
let ticket: LocalTicket;

beforeEach(async () => {
  ticket = await startLocalTicket({ token: TOKEN, login: 'loop-bot', repositories: ['Octo/App'] });
});

afterEach(async () => {
  await ticket.close();
});

async function call(path: string, init: RequestInit = {}, token = `Bearer ${TOKEN}`): Promise<Response> {
  return fetch(`${ticket.apiUrl}${path}`, { ...init, headers: { authorization: token } });
}

async function post(body: unknown): Promise<Response> {
  return call(COMMENTS, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
}

describe('writing a comment', () => {
  test('answers 201 with the comment, which then stands there', async () => {
    const answer = await post({ body: 'hello' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      body: 'hello',
      user: { login: 'loop-bot', type: 'User' },
      html_url: expect.stringMatching(/^https:\/\/github\.com\/octo\/app\/issues\/7#issuecomment-[0-9]+$/),
    });
    expect(ticket.comments('octo/app#7')).toMatchObject([{ body: 'hello' }]);
    expect(ticket.comments('github:OCTO/app#7')).toHaveLength(1);
    expect(ticket.comments('github:octo/app#8')).toEqual([]);
  });

  test('the cap is 65,536 characters, counted as characters', async () => {
    const taken = await post({ body: '🙂'.repeat(65_536) });
    expect(taken.status).toBe(201);
    // An answer that nobody reads keeps its socket open.
    await taken.arrayBuffer();
    const answer = await post({ body: 'x'.repeat(65_537) });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: 'Validation Failed', errors: [{ field: 'body' }] });
  });

  test.each([
    ['a blank body', { body: ' \n' }, 422],
    ['no body', {}, 422],
    ['a body that is no text', { body: 5 }, 422],
    ['no JSON', '{', 400],
  ])('%s is refused', async (_name, body, status) => {
    expect((await post(body)).status).toBe(status);
    expect(ticket.comments('octo/app#7')).toEqual([]);
  });
});

describe('who may call', () => {
  test.each(['', 'Bearer wrong', 'Bearer', TOKEN])(
    'the authorization %j is bad credentials',
    async (authorization) => {
      const answer = await call(COMMENTS, {}, authorization);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ message: 'Bad credentials' });
    },
  );

  test('both of GitHub’s schemes are taken', async () => {
    expect((await call(COMMENTS, {}, `token ${TOKEN}`)).status).toBe(200);
    expect((await call(COMMENTS, {}, `bearer ${TOKEN}`)).status).toBe(200);
  });
});

describe('what else is answered', () => {
  test.each([
    ['/user', { login: 'loop-bot' }],
    ['/repos/octo/app', { full_name: 'octo/app', permissions: { push: true } }],
    ['/repos/octo/app/issues/7', { number: 7, state: 'open' }],
    ['/api/v3/repos/octo/app/issues/7', { number: 7 }],
    ['/api/v3/user', { login: 'loop-bot' }],
  ])('GET %s', async (path, body) => {
    const answer = await call(path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(body);
  });

  test.each([
    '/',
    '/repos/octo/other/issues/7/comments',
    '/repos/octo/app/issues/x/comments',
    '/repos/octo/app/issues/0',
    '/repos/octo/app/pulls/7',
    '/repos/octo/app/issues/7/comments/1',
  ])('GET %s is not found', async (path) => {
    expect((await call(path)).status).toBe(404);
  });
});

describe('reading comments', () => {
  test('pages as asked and links the next page', async () => {
    for (let i = 1; i <= 5; i += 1) ticket.addComment('octo/app#7', { body: `n${i}`, user: 'alice' });
    const seen: string[] = [];
    let path: string | undefined = `${COMMENTS}?per_page=2`;
    while (path !== undefined) {
      const answer: Response = await call(path);
      seen.push(
        Comments.parse(await answer.json())
          .map(({ body }) => body)
          .join(),
      );
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      path = next?.slice(ticket.apiUrl.length);
    }
    expect(seen).toEqual(['n1,n2', 'n3,n4', 'n5']);
  });

  test('shows 30 when not asked, 100 at most, and only those since a time', async () => {
    for (let i = 1; i <= 120; i += 1) ticket.addComment('octo/app#7', { body: 'x', user: 'alice' });
    const count = async (query: string): Promise<number> =>
      Comments.parse(await (await call(`${COMMENTS}${query}`)).json()).length;
    expect(await count('')).toBe(30);
    expect(await count('?per_page=500')).toBe(100);
    expect(await count('?per_page=100&page=2')).toBe(20);
    expect(await count('?page=9')).toBe(0);
    expect(await count(`?since=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(0);
  });
});

describe('faults', () => {
  test('an answer of choice, as often as asked, for one method only', async () => {
    ticket.faults.next({ kind: 'http', status: 503, headers: { 'retry-after': '1' } }, 2, 'POST');
    expect((await call(COMMENTS)).status).toBe(200);
    const first = await post({ body: 'x' });
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await post({ body: 'x' })).status).toBe(503);
    expect((await post({ body: 'x' })).status).toBe(201);
    expect(ticket.comments('octo/app#7')).toHaveLength(1);
  });

  test('a reset comes before the comment is written, a reset-after behind it', async () => {
    ticket.faults.next({ kind: 'reset' });
    await expect(post({ body: 'x' })).rejects.toThrow();
    expect(ticket.comments('octo/app#7')).toHaveLength(0);
    ticket.faults.next({ kind: 'reset-after' });
    await expect(post({ body: 'x' })).rejects.toThrow();
    expect(ticket.comments('octo/app#7')).toHaveLength(1);
  });

  test('garbage claims to be JSON and is not, although the comment was written', async () => {
    ticket.faults.next({ kind: 'garbage' });
    const answer = await post({ body: 'x' });
    expect(answer.status).toBe(201);
    await expect(answer.json()).rejects.toThrow();
    expect(ticket.comments('octo/app#7')).toHaveLength(1);
  });

  test('a delay is waited out', async () => {
    ticket.faults.next({ kind: 'delay', ms: 80 });
    const start = performance.now();
    expect((await post({ body: 'x' })).status).toBe(201);
    expect(performance.now() - start).toBeGreaterThan(70);
  });

  test('down refuses connections, and up again it is the same ticket on the same port', async () => {
    await post({ body: 'x' });
    await ticket.faults.down(true);
    await ticket.faults.down(true);
    await expect(call(COMMENTS)).rejects.toThrow();
    await ticket.faults.down(false);
    await ticket.faults.down(false);
    expect(Comments.parse(await (await call(COMMENTS)).json())).toHaveLength(1);
  });

  test('the secondary rate limit looks like GitHub’s', async () => {
    ticket.faults.secondaryRateLimit(7);
    const answer = await post({ body: 'x' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([403, '7']);
    expect(await answer.json()).toMatchObject({
      documentation_url: expect.stringContaining('secondary-rate-limits'),
    });
  });
});

describe('watching', () => {
  test('waitFor answers with what it waited for, at once or when it comes', async () => {
    const waiting = ticket.waitFor((now) => now.comments('octo/app#7')[0], { timeoutMs: 5000 });
    await post({ body: 'x' });
    expect(await waiting).toMatchObject({ body: 'x' });
    expect(await ticket.waitFor((now) => now.calls().length === 1, { timeoutMs: 5000 })).toBe(true);
  });

  test('waitFor gives up with how things stand', async () => {
    await expect(ticket.waitFor(() => undefined, { timeoutMs: 20 })).rejects.toThrow(
      /20 ms: 0 requests so far/,
    );
  });

  test('every call is recorded, and no record holds the token', async () => {
    await post({ body: 'x' });
    await call(`${COMMENTS}?page=2`);
    expect(ticket.calls()).toEqual([
      { method: 'POST', path: COMMENTS, query: '', status: 201 },
      { method: 'GET', path: COMMENTS, query: '?page=2', status: 200 },
    ]);
    expect(JSON.stringify([ticket.calls(), ticket.comments('octo/app#7')])).not.toContain(TOKEN);
  });

  test('a ticket address that is none says how one is written', () => {
    expect(() => ticket.comments('octo/app')).toThrow(/owner\/repo#15/);
  });
});
