import { request } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isLoopback } from '../../src/sandbox/guard.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';

type Local = { url: string; close(): Promise<void>; reached(): number };

const CALLS = {
  Slack: { method: 'POST', path: '/api/auth.test', token: 'none', status: 200 },
  ticket: { method: 'POST', path: '/repos/octo/app/issues/7/comments', token: 'ghp_x', status: 201 },
  'the-loop': { method: 'POST', path: '/api/v1/sessions/reply', token: 'none', status: 404 },
} as const;

async function start(name: keyof typeof CALLS): Promise<Local> {
  if (name === 'Slack') {
    const slack = await startLocalSlack();
    return { url: slack.apiUrl, close: slack.close, reached: () => slack.calls().length };
  }
  if (name === 'ticket') {
    const ticket = await startLocalTicket({ token: CALLS.ticket.token, repositories: ['octo/app'] });
    return { url: ticket.apiUrl, close: ticket.close, reached: () => ticket.calls().length };
  }
  const loop = await startLocalLoop();
  return { url: loop.url, close: loop.close, reached: () => loop.calls().length };
}

let local: Local | undefined;
afterEach(() => local?.close());

describe.each(Object.keys(CALLS).filter((name): name is keyof typeof CALLS => name in CALLS))(
  'the local %s',
  (name) => {
    test('answers a client, and refuses what a web page could send', async () => {
      local = await start(name);
      const { port } = new URL(local.url);
      const { method, path, token, status } = CALLS[name];
      const send = (headers: Record<string, string>) =>
        new Promise((resolve, reject) => {
          const all = { authorization: `Bearer ${token}`, ...headers };
          request({ port, host: '127.0.0.1', method, path, headers: all }, (answer) =>
            resolve(answer.resume().statusCode),
          )
            .on('error', reject)
            .end('{"body":"x","ref":"github:octo/app#7","text":"2","actor":"slack:U0ALICE"}');
        });
      expect(await send({ 'content-type': 'application/json' })).toBe(status);
      expect(await send({ 'content-type': 'application/json', host: `localhost:${port}` })).toBe(status);
      const reached = local.reached();
      expect(await send({ 'content-type': 'text/plain', host: `rebound.invalid:${port}` })).toBe(403);
      expect(await send({ 'content-type': 'text/plain', host: 'localhost' })).toBe(403);
      expect(await send({ 'content-type': 'text/plain', origin: 'https://page.invalid' })).toBe(403);
      expect(local.reached()).toBe(reached);
    });
  },
);

test.each([
  ['127.0.0.1:4000', 4000, true],
  ['localhost:4000', 4000, true],
  ['localhost', 4000, false],
  ['127.0.0.1:80', 80, true],
  ['127.0.0.1', 80, true],
  ['localhost', 80, true],
  ['rebound.invalid', 80, false],
  ['127.0.0.1.rebound.invalid:4000', 4000, false],
  [undefined, 80, false],
])('Host %s at port %i: %p', (host, port, ours) => {
  expect(isLoopback(host, port)).toBe(ours);
});
