import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createTicketClient, type TicketClient } from '../../src/ledger/client.js';
import { AGENT_MARKER, hiddenId } from '../../src/ledger/marker.js';
import { parseWorkItemRef, type WorkItemRef } from '../../src/ledger/ref.js';
import { apiUrlOf } from '../../src/ledger/ticket-http.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';

// Thousands of runs, or waits that are real: a busy machine needs more than the default 5 s.
jest.setTimeout(30_000);

const TOKEN = 'ghp_SentinelSentinelSentinelSentinel0001';
const ISSUE = ref('github:octo/app#7');
let ticket: LocalTicket;

beforeEach(async () => {
  ticket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'] });
});

afterEach(async () => {
  await ticket.close();
});

function ref(text: string): WorkItemRef {
  const result = parseWorkItemRef(text);
  if (!result.ok) throw new Error(result.problem);
  return result.ref;
}

function client(options: Partial<Parameters<typeof createTicketClient>[0]> = {}): TicketClient {
  return createTicketClient({ token: () => TOKEN, apiUrl: ticket.apiUrl, userAgent: 'test', ...options });
}

function posts(): number {
  return ticket.calls().filter(({ method }) => method === 'POST').length;
}

describe('a comment over 1 MB', () => {
  test('is refused with a recorded reason, and the others are read', async () => {
    const server = createHttpServer((_request, response) => {
      const comment = (id: number, body: string) => ({
        id,
        html_url: 'https://x',
        body,
        created_at: '2026-11-30T00:00:00Z',
      });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify([comment(1, 'x'.repeat(1024 * 1024 + 1)), comment(2, 'small')]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const warnings: string[] = [];
    const log = { warn: (message: string) => warnings.push(message), error: () => undefined };
    const result = await client({ apiUrl: `http://127.0.0.1:${port}`, log }).recentComments(
      ISSUE,
      new Date(0),
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(result).toMatchObject({ kind: 'comments', comments: [{ id: 2 }] });
    expect(warnings).toEqual(['a comment on the ticket is refused: over 1 MB']);
  });
});

describe('comment', () => {
  test('writes the body and answers with its id and page', async () => {
    const result = await client().comment(ISSUE, 'two\nlines <!-- x -->');
    const [written] = ticket.comments('octo/app#7');
    expect(written?.body).toBe('two\nlines <!-- x -->');
    expect(result).toEqual({ kind: 'commented', id: written?.id, url: written?.html_url });
  });

  test('a standing session has no ticket, and nothing is asked', async () => {
    expect(await client().comment(ref('standing:night'), 'x')).toEqual({ kind: 'no-ticket' });
    expect(ticket.calls()).toEqual([]);
  });

  test('reads the token at each call, for the host it goes to', async () => {
    let token: string | undefined;
    const hosts: string[] = [];
    const late = client({
      token: (host) => {
        hosts.push(host);
        return token;
      },
    });
    expect(await late.comment(ISSUE, 'x')).toMatchObject({ kind: 'refused' });
    token = TOKEN;
    expect(await late.comment(ISSUE, 'x')).toMatchObject({ kind: 'commented' });
    expect(hosts).toEqual(['github.com', 'github.com']);
  });

  test.each([undefined, '', `${TOKEN}\n`, 'tok en'])(
    'the token %j is refused without a request',
    async (token) => {
      const result = await client({ token: () => token }).comment(ISSUE, 'x');
      expect(result).toMatchObject({ kind: 'refused' });
      expect(JSON.stringify(result)).not.toContain('Sentinel');
      expect(ticket.calls()).toEqual([]);
    },
  );

  test.each([
    ['a wrong token', 401, ISSUE, 'ghp_other'],
    ['an unknown repository', 404, ref('github:octo/other#7'), TOKEN],
  ])('%s is refused with %i', async (_name, status, item, token) => {
    const result = await client({ token: () => token }).comment(item, 'x');
    expect(result).toMatchObject({ kind: 'refused', status });
    expect(posts()).toBe(1);
  });

  test.each([400, 403, 410, 422, 451])('an answer of %i is refused', async (status) => {
    ticket.faults.next({ kind: 'http', status });
    expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'refused', status });
    expect(posts()).toBe(1);
  });

  test.each([500, 503, 408])(
    'an answer of %i is worth another try later, and is sent once',
    async (status) => {
      ticket.faults.next({ kind: 'http', status });
      expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'retry' });
      expect(posts()).toBe(1);
    },
  );

  test.each([502, 504])(
    'a gateway that gave up (%i) leaves it unknown, and it is sent once',
    async (status) => {
      ticket.faults.next({ kind: 'http', status });
      expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'unknown' });
      expect(posts()).toBe(1);
    },
  );

  test.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 7000, 7000],
    ['429 alone', { status: 429 }, 60_000, 60_000],
    ['403 with Retry-After', { status: 403, headers: { 'retry-after': '30' } }, 30_000, 30_000],
    [
      '403 with nothing left until the reset',
      {
        status: 403,
        headers: {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.round(Date.now() / 1000) + 120),
        },
      },
      90_000,
      122_000,
    ],
    ['429 asking for a day', { status: 429, headers: { 'retry-after': '86400' } }, 3_600_000, 3_600_000],
    [
      '503 with a date',
      { status: 503, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } },
      50_000,
      60_000,
    ],
    [
      '403 whose documentation names the secondary limit',
      { status: 403, body: { documentation_url: 'https://docs.github.com/x#about-secondary-rate-limits' } },
      60_000,
      60_000,
    ],
  ])('%s is a wait for the caller', async (_name, answer, least, most) => {
    ticket.faults.next({ kind: 'http', ...answer });
    const result = await client().comment(ISSUE, 'x');
    expect(result).toMatchObject({ kind: 'retry', retryAfterMs: expect.any(Number) });
    const waitMs = result.kind === 'retry' ? (result.retryAfterMs ?? -1) : -1;
    expect(waitMs).toBeGreaterThanOrEqual(least);
    expect(waitMs).toBeLessThanOrEqual(most);
    expect(posts()).toBe(1);
  });

  test('the local secondary rate limit is one of those', async () => {
    ticket.faults.secondaryRateLimit(3);
    expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'retry', retryAfterMs: 3000 });
  });

  test('a refused connection is worth another try', async () => {
    await ticket.faults.down(true);
    expect(await client().comment(ISSUE, 'x')).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    await ticket.faults.down(false);
    expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'commented' });
  });

  test('a host without a name is worth another try', async () => {
    const lost = client({ apiUrl: 'http://ticket.invalid' });
    expect(await lost.comment(ISSUE, 'x')).toMatchObject({ kind: 'retry' });
  });

  test.each([{ kind: 'reset' }, { kind: 'reset-after' }] as const)(
    'a connection that breaks once the request is out ($kind) leaves it unknown, and it is sent once',
    async (fault) => {
      ticket.faults.next(fault);
      expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'unknown' });
      expect(posts()).toBe(1);
    },
  );

  test('an answer that cannot be read leaves it unknown, and it is sent once', async () => {
    ticket.faults.next({ kind: 'garbage' });
    expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'unknown' });
    expect(ticket.comments('octo/app#7')).toHaveLength(1);
  });

  test('no answer in time leaves it unknown, and it is sent once', async () => {
    ticket.faults.next({ kind: 'delay', ms: 5000 });
    expect(await client({ timeoutMs: 100 }).comment(ISSUE, 'x')).toMatchObject({ kind: 'unknown' });
    expect(posts()).toBe(1);
  });

  test('giving up while waiting for the answer leaves it unknown', async () => {
    ticket.faults.next({ kind: 'delay', ms: 5000 });
    const stop = new AbortController();
    const result = client().comment(ISSUE, 'x', stop.signal);
    await ticket.waitFor(() => ticket.comments('octo/app#7').length === 1, { timeoutMs: 5000 });
    stop.abort();
    expect(await result).toMatchObject({ kind: 'unknown' });
  });

  test('giving up before it was sent is a retry, and nothing is sent', async () => {
    expect(await client().comment(ISSUE, 'x', AbortSignal.abort())).toMatchObject({ kind: 'retry' });
    expect(ticket.calls()).toEqual([]);
  });

  test.each([301, 302, 307, 308])(
    'a repository that moved (%i) gets the comment where it is now, once',
    async (status) => {
      ticket.faults.next({
        kind: 'http',
        status,
        headers: { location: `${ticket.apiUrl}/repos/octo/app/issues/7/comments` },
      });
      expect(await client().comment(ref('github:octo/old#7'), 'x')).toMatchObject({ kind: 'commented' });
      expect(ticket.comments('octo/app#7')).toMatchObject([{ body: 'x' }]);
      expect(ticket.calls().map(({ method }) => method)).toEqual(['POST', 'POST']);
    },
  );

  test.each(['https://evil.invalid/x', 'http://127.0.0.1:1/x', '', 'http://['])(
    'a redirect to %j is refused: the token goes to no other origin',
    async (location) => {
      ticket.faults.next({ kind: 'http', status: 307, headers: { location } });
      expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'refused' });
    },
  );

  test('a redirect that never ends is refused', async () => {
    const location = `${ticket.apiUrl}/repos/octo/app/issues/7/comments`;
    ticket.faults.next({ kind: 'http', status: 307, headers: { location } }, 20);
    expect(await client().comment(ISSUE, 'x')).toMatchObject({ kind: 'refused' });
    expect(posts()).toBeLessThan(6);
  });

  test('a server that speaks no TLS is found out before anything is sent', async () => {
    const plain = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('not TLS at all'),
    );
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const address = plain.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const result = await client({ apiUrl: `https://127.0.0.1:${port}` }).comment(ISSUE, 'x');
    await new Promise((resolve) => plain.close(resolve));
    expect(result.kind).toBe('retry');
  });

  test('no outcome repeats the token or the body', async () => {
    const faults = [
      { kind: 'http', status: 401, body: { message: `bad ${TOKEN} body-words` } },
      { kind: 'http', status: 422, body: { message: `bad ${TOKEN} body-words` } },
      { kind: 'http', status: 500, body: { message: `bad ${TOKEN} body-words` } },
      { kind: 'reset' },
      { kind: 'garbage' },
    ] as const;
    const warned: string[] = [];
    const log = { warn: (line: string) => warned.push(line), error: (line: string) => warned.push(line) };
    for (const fault of faults) {
      ticket.faults.next(fault);
      const text = JSON.stringify(await client({ log }).comment(ISSUE, 'body-words'));
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain('body-words');
    }
    expect(warned.join()).not.toContain(TOKEN);
  });
});

describe('recentComments', () => {
  test('reads every page, oldest first', async () => {
    for (let i = 0; i < 230; i += 1) ticket.addComment('octo/app#7', { body: `n${i}`, user: 'alice' });
    const result = await client().recentComments(ISSUE, new Date(0));
    const bodies = result.kind === 'comments' ? result.comments.map(({ body }) => body) : [];
    expect(bodies).toEqual(Array.from({ length: 230 }, (_, i) => `n${i}`));
    expect(ticket.calls()).toHaveLength(3);
  });

  test('asks for those since a time only', async () => {
    ticket.addComment('octo/app#7', { body: 'old', user: 'alice' });
    const result = await client().recentComments(ISSUE, new Date(Date.now() + 60_000));
    expect(result).toEqual({ kind: 'comments', comments: [] });
  });

  test('a passing failure is tried again within seconds', async () => {
    ticket.addComment('octo/app#7', { body: 'one', user: 'alice' });
    ticket.faults.next({ kind: 'http', status: 502 });
    const result = await client().recentComments(ISSUE, new Date(0));
    expect(result).toMatchObject({ kind: 'comments', comments: [{ body: 'one', author: 'alice' }] });
    expect(ticket.calls()).toHaveLength(2);
  });

  test('an outage is worth another try, a refusal is final, garbage is not an empty list', async () => {
    ticket.faults.next({ kind: 'http', status: 404 });
    expect(await client().recentComments(ISSUE, new Date(0))).toMatchObject({ kind: 'refused', status: 404 });
    ticket.faults.next({ kind: 'garbage' });
    expect(await client().recentComments(ISSUE, new Date(0))).toMatchObject({ kind: 'retry' });
    await ticket.faults.down(true);
    expect(await client().recentComments(ISSUE, new Date(0))).toMatchObject({ kind: 'retry' });
  });

  test('a standing session has none to read', async () => {
    expect(await client().recentComments(ref('standing:x'), new Date(0))).toEqual({ kind: 'no-ticket' });
  });
});

describe('findMirror', () => {
  const id = hiddenId({ channel: 'C0DEV', ts: '1700000000.000100' });

  test('finds the marked comment with the id', async () => {
    ticket.addComment('octo/app#7', { body: 'talk', user: 'alice' });
    const mirror = ticket.addComment('octo/app#7', {
      body: `q\n${AGENT_MARKER}\n${id}`,
      user: 'the-loop-bot',
    });
    expect(await client().findMirror(ISSUE, id, new Date())).toEqual({
      kind: 'found',
      id: mirror.id,
      url: mirror.html_url,
    });
  });

  test('an unmarked comment with the id is not ours', async () => {
    ticket.addComment('octo/app#7', { body: `forged ${id}`, user: 'mallory' });
    expect(await client().findMirror(ISSUE, id, new Date())).toEqual({ kind: 'absent' });
  });

  test.each([
    ['a stranger', 'mallory', 'NONE', 'absent'],
    ['a first-time contributor', 'mallory', 'CONTRIBUTOR', 'absent'],
    ['a collaborator', 'bob', 'COLLABORATOR', 'found'],
    ['an app', 'the-loop[bot]', 'NONE', 'found'],
    ['our own account, a stranger there', 'the-loop-bot', 'NONE', 'found'],
  ])('a marked comment with the id by %s (%s, %s) is %s', async (_name, user, association, kind) => {
    ticket.addComment('octo/app#7', { body: `q\n${AGENT_MARKER}\n${id}`, user, association });
    expect(await client().findMirror(ISSUE, id, new Date())).toMatchObject({ kind });
  });

  test('when GitHub cannot say who we are, a stranger’s comment is neither ours nor absent', async () => {
    ticket.addComment('octo/app#7', { body: `q\n${AGENT_MARKER}\n${id}`, user: 'x', association: 'NONE' });
    ticket.faults.next({ kind: 'delay', ms: 0 });
    ticket.faults.next({ kind: 'garbage' });
    expect(await client().findMirror(ISSUE, id, new Date())).toMatchObject({ kind: 'retry' });
  });

  test('a forgery before ours does not hide ours', async () => {
    ticket.addComment('octo/app#7', { body: `q\n${AGENT_MARKER}\n${id}`, user: 'x', association: 'NONE' });
    const mirror = ticket.addComment('octo/app#7', { body: `q\n${AGENT_MARKER}\n${id}`, user: 'bob' });
    expect(await client().findMirror(ISSUE, id, new Date())).toMatchObject({ kind: 'found', id: mirror.id });
  });

  test('finds what a broken connection hid', async () => {
    ticket.faults.next({ kind: 'reset-after' });
    const before = new Date();
    expect(await client().comment(ISSUE, `q\n${AGENT_MARKER}\n${id}`)).toMatchObject({ kind: 'unknown' });
    expect(await client().findMirror(ISSUE, id, before)).toMatchObject({ kind: 'found' });
  });

  test('a failure to look is not an absence', async () => {
    await ticket.faults.down(true);
    expect(await client().findMirror(ISSUE, id, new Date())).toMatchObject({ kind: 'retry' });
    expect(await client().findMirror(ref('standing:x'), id, new Date())).toEqual({ kind: 'no-ticket' });
  });
});

test.each(['', 'api.github.com', 'ftp://x.example', 'not a url'])(
  'the API URL %j is refused at once',
  (apiUrl) => {
    expect(() => createTicketClient({ token: () => TOKEN, apiUrl, userAgent: 'test' })).toThrow(
      expect.objectContaining({ code: 'bad-api-url' }),
    );
  },
);

test('each kind of host has its API where GitHub puts it', () => {
  expect(apiUrlOf('github.com')).toBe('https://api.github.com');
  expect(apiUrlOf('octo.ghe.com')).toBe('https://api.octo.ghe.com');
  expect(apiUrlOf('ghe.corp.example')).toBe('https://ghe.corp.example/api/v3');
});
