import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isFromClient } from '../guard.js';
import { answerReply, answerSay, type Deliveries } from './deliver.js';
import { queryEvents } from './events.js';
import type { Fault, FaultQueue, Route } from './faults.js';
import { readObject, sendJson } from './http.js';
import type { LogFile } from './log-file.js';
import { refusal } from './sessions.js';
import type { EventStream } from './stream.js';

/** A request that came in: which route, its query, the headers that matter, and the body of a POST once it was read. */
export type Call = {
  route: Route;
  query: string;
  lastEventId: string | undefined;
  authorization: string | undefined;
  body?: Record<string, unknown>;
};

export type LoopServerOptions = Deliveries & {
  log: LogFile;
  stream: EventStream;
  queue: FaultQueue;
  token: string | undefined;
  changed: () => void;
};

const ROUTES: Record<string, Route> = {
  'GET /api/v1/stream': 'stream',
  'GET /api/v1/events': 'events',
  'POST /api/v1/sessions/reply': 'reply',
  'POST /api/v1/standing-sessions/say': 'say',
  'GET /api/v1/health': 'health',
};

/** The routes over HTTP, 403 for web pages. `listen` gives the port; `stop` cuts every connection and refuses new ones until the next `listen`. */
export function createLoopServer(options: LoopServerOptions) {
  const calls: Call[] = [];
  let port = 0;
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isFromClient(request, port)) {
      sendJson(response, refusal(403, 'Forbidden'));
      return;
    }
    const url = new URL(request.url ?? '/', 'http://localhost');
    const route = ROUTES[`${request.method} ${url.pathname}`];
    if (route === undefined) {
      sendJson(response, refusal(404, 'Not Found'));
      return;
    }
    const call: Call = {
      route,
      query: url.search,
      lastEventId: one(request.headers['last-event-id']),
      authorization: request.headers.authorization,
    };
    calls.push(call);
    options.changed();
    const fault = options.queue.take(route);
    if (fault?.kind === 'delay') await pause(fault.ms, response);
    if (fault?.kind === 'reset') request.socket.resetAndDestroy();
    else if (fault?.kind === 'http') {
      sendJson(response, { status: fault.status, body: fault.body ?? { detail: 'fault' } }, fault.headers);
    } else if (options.token !== undefined && call.authorization !== `Bearer ${options.token}`) {
      sendJson(response, refusal(401, 'a bearer token is needed'));
    } else if (route === 'stream') openStream(response, call.lastEventId, fault);
    else answer(response, await answerOf(call, url, request), fault);
    options.changed();
  }

  function openStream(
    response: ServerResponse,
    lastEventId: string | undefined,
    fault: Fault | undefined,
  ): void {
    options.stream.open(response, lastEventId);
    if (fault?.kind === 'garbage') response.write('<html>\n\nid: x\nevent: log\ndata: {"event":\n\n');
    if (fault?.kind === 'reset-after' || fault?.kind === 'cut') response.socket?.resetAndDestroy();
  }

  function answer(
    response: ServerResponse,
    given: { status: number; body: unknown },
    fault: Fault | undefined,
  ): void {
    if (fault?.kind === 'reset-after') response.socket?.resetAndDestroy();
    else if (fault?.kind === 'garbage') response.writeHead(200).end('<html>not the-loop');
    else if (fault?.kind === 'cut') sendHalf(response, given);
    else sendJson(response, given);
  }

  async function answerOf(
    call: Call,
    url: URL,
    request: IncomingMessage,
  ): Promise<{ status: number; body: unknown }> {
    if (call.route === 'events') return queryEvents(url.searchParams, options.log);
    if (call.route === 'health') return { status: 200, body: { status: 'ok', version: 'local' } };
    const body = await readObject(request);
    if (body !== undefined) call.body = body;
    return call.route === 'reply' ? answerReply(body, options) : answerSay(body, options);
  }

  return {
    calls,
    listen: (wanted: number) =>
      new Promise<number>((resolve, reject) => {
        server.once('error', reject);
        server.listen(wanted, '127.0.0.1', () => {
          server.off('error', reject);
          port = portOf(server.address());
          resolve(port);
        });
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('a TCP server has a port once it listens');
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Ends early when the connection does, so a late answer keeps nothing alive. */
function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** An answer that announces more than comes of it. */
function sendHalf(response: ServerResponse, { status, body }: { status: number; body: unknown }): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}
