import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { exchange } from '../../src/loop/exchange.js';
import { createSessionClient } from '../../src/loop/reply.js';

let server: Server | undefined;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await new Promise<void>((resolve) => {
    if (server === undefined) resolve();
    else server.close(() => resolve());
  });
  server = undefined;
});

/** A TCP server on a free port that does with each connection as told. */
async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const listening = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const send = (url: string, timeoutMs = 200) =>
  exchange({
    method: 'POST',
    url: new URL(url),
    headers: {},
    body: '{"text":"é"}',
    connectTimeoutMs: timeoutMs,
    timeoutMs,
  });

/** Runs once the whole request has been read. */
function onRequest(socket: Socket, then: (request: string) => void): void {
  let request = '';
  socket.on('data', (chunk) => {
    request += chunk.toString();
    if (request.endsWith('"}')) then(request);
  });
}

describe('never sent', () => {
  test('nobody listens', async () => {
    const port = await listen(() => {});
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'never-sent', code: 'ECONNREFUSED' });
  });

  test('the host name is unknown', async () => {
    const result = await send('http://nowhere.invalid/', 4000);
    expect(result.kind).toBe('never-sent');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(result.kind === 'never-sent' ? result.code : '');
  });

  test('the TLS handshake is never answered', async () => {
    const port = await listen(() => {});
    const result = await send(`https://127.0.0.1:${port}/`, 100);
    expect(result).toEqual({ kind: 'never-sent', code: 'CONNECT_TIMEOUT' });
  });

  test('the connection is reset within the TLS handshake', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await send(`https://127.0.0.1:${port}/`)).toEqual({ kind: 'never-sent', code: 'ECONNRESET' });
  });

  test('the other side speaks no TLS', async () => {
    const port = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    expect((await send(`https://127.0.0.1:${port}/`)).kind).toBe('never-sent');
  });
});

describe('fate unknown', () => {
  test('reset after the request was read', async () => {
    const port = await listen((socket) => onRequest(socket, () => socket.resetAndDestroy()));
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'fate-unknown', code: 'ECONNRESET' });
  });

  test('reset with the request unread: it was sent, and what the other side did with it cannot be told', async () => {
    const port = await listen((socket) => {
      socket.pause();
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'fate-unknown', code: 'ECONNRESET' });
  });

  test('closed without an answer', async () => {
    const port = await listen((socket) => onRequest(socket, () => socket.end()));
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'fate-unknown', code: 'ECONNRESET' });
  });

  test('no answer in time, and the connection is closed', async () => {
    const port = await listen((socket) => socket.resume());
    expect(await send(`http://127.0.0.1:${port}/`, 50)).toEqual({ kind: 'fate-unknown', code: 'TIMEOUT' });
    const [socket] = sockets;
    if (socket?.closed === false) await new Promise((resolve) => socket.once('close', resolve));
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['half a status line', 'HTTP/1.1 2'],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    ],
  ])('%s as an answer', async (_, bytes) => {
    const port = await listen((socket) => onRequest(socket, () => socket.end(bytes)));
    expect((await send(`http://127.0.0.1:${port}/`)).kind).toBe('fate-unknown');
  });
});

describe('an answer', () => {
  const head = 'HTTP/1.1 404 Not Found\r\ncontent-length: 10\r\n\r\n';

  test.each([
    ['is cut off', (socket: Socket) => socket.end(`${head}half`)],
    // A reset also throws away what has arrived and was not read yet, so it comes a moment later.
    [
      'is reset',
      (socket: Socket) => socket.write(`${head}half`, () => setTimeout(() => socket.resetAndDestroy(), 50)),
    ],
    ['stalls', (socket: Socket) => socket.write(`${head}half`)],
    ['is over 1 MB', (socket: Socket) => socket.end(`HTTP/1.1 404 x\r\n\r\n${'x'.repeat(2 * 1024 * 1024)}`)],
  ])('whose body %s has its status and no body', async (_, answer) => {
    const port = await listen((socket) => onRequest(socket, () => answer(socket)));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'answer',
      status: 404,
      body: undefined,
    });
  });

  test('comes on a connection of its own, which is closed behind it whatever the service wants', async () => {
    let request = '';
    const port = await listen((socket) =>
      onRequest(socket, (text) => {
        request = text;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok');
      }),
    );
    expect(await send(`http://127.0.0.1:${port}/a?b=c`)).toMatchObject({
      kind: 'answer',
      status: 200,
      body: 'ok',
    });
    expect(request).toMatch(/^POST \/a\?b=c HTTP\/1\.1\r\n/);
    expect(request.toLowerCase()).toContain(`host: 127.0.0.1:${port}`);
    expect(request.toLowerCase()).toContain('content-length: 13');
    const [socket] = sockets;
    if (socket?.closed === false) await new Promise((resolve) => socket.once('close', resolve));
  });
});

describe('what the member is told', () => {
  const answer = { ref: 'github:o/a#1', text: 'yes', actor: 'slack:U0ALICE' };
  const clientOf = (port: number) =>
    createSessionClient({ baseUrl: `http://127.0.0.1:${port}`, token: () => undefined, timeoutMs: 50 });

  test('a delivery that nobody took is to be retried', async () => {
    const port = await listen(() => {});
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    expect(await clientOf(port).reply(answer)).toEqual({
      kind: 'retry',
      trouble: 'service',
      reason: 'the-loop could not be reached: connection refused',
    });
  });

  test('a delivery without an answer is never to be repeated', async () => {
    const port = await listen(() => {});
    expect(await clientOf(port).reply(answer)).toEqual({
      kind: 'unknown',
      reason: 'the connection to the-loop was lost before it answered (TIMEOUT)',
    });
  });
});
