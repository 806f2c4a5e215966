import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describeError } from '../../eventlog/describe-error.js';
import type { Stage } from '../stage.js';
import { act, action, problemOf } from './act.js';
import { readChoices } from './client/choices.js';
import { renderPage } from './client/render.js';
import type { Outcome } from './client/wire.js';
import { Deck } from './deck.js';
import { readExamples } from './examples.js';
import { isOurs, SAFE_HEADERS } from './guard.js';
import { startLive } from './live.js';
import { partsOf } from './snapshot.js';

/** The sandbox's page, being served. */
export type PageServer = {
  /** `http://127.0.0.1:PORT`, without a port at 80 */
  url: string;
  close(): Promise<void>;
};

/** The port is taken, or may not be. */
export class PagePortError extends Error {
  override readonly name = 'PagePortError';
  readonly code = 'not_listening';
}

const ASSETS: Record<string, { file: URL; type: string }> = {
  '/page.js': { file: new URL('./client/browser.js', import.meta.url), type: 'text/javascript' },
  '/page.css': { file: new URL('./client/page.css', import.meta.url), type: 'text/css' },
};

const HTML = { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { ...SAFE_HEADERS, 'content-type': 'application/json' };

/** The most that a page may send at once, in bytes: a text of two million characters. */
const LONGEST_BODY = 8_000_000;

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new PagePortError(`cannot listen on 127.0.0.1:${port}`, { cause })),
    );
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new PagePortError('got no TCP port'));
    });
  });
}

function json(response: ServerResponse, status: number, body: Outcome): void {
  response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Serves the page on 127.0.0.1.
 *
 * @param port 0 for a free one
 * @throws PagePortError
 */
export async function startPage(stage: Stage, port: number): Promise<PageServer> {
  const deck = await Deck.open(stage);
  const examples = await readExamples();
  const live = startLive(deck);
  const server = createServer();

  const answerAction = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['content-type'] !== 'application/json') {
      return json(response, 415, { ok: false, problem: 'An action is application/json.' });
    }
    if (!(Number(request.headers['content-length']) <= LONGEST_BODY)) {
      return json(response, 413, { ok: false, problem: 'The sandbox takes at most 8 MB at once.' });
    }
    const asked = action.safeParse(parsed(await text(request)));
    if (!asked.success) return json(response, 400, { ok: false, problem: problemOf(asked.error) });
    const outcome = await act(deck, asked.data);
    live.look();
    json(response, 200, outcome);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const asset = ASSETS[pathname];
    if (request.method === 'POST' && pathname === '/act') return answerAction(request, response);
    if (request.method !== 'GET') return void response.writeHead(405, SAFE_HEADERS).end();
    if (pathname === '/') {
      const choices = readChoices(request.headers.cookie ?? '');
      const state = { ...partsOf(deck), examples };
      return void response.writeHead(200, HTML).end(renderPage(state, choices));
    }
    if (pathname === '/live') {
      for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
      return live.add(response);
    }
    if (asset === undefined) return void response.writeHead(404, SAFE_HEADERS).end();
    response.writeHead(200, { ...SAFE_HEADERS, 'content-type': `${asset.type}; charset=utf-8` });
    response.end(await readFile(asset.file));
  };

  const bound = await listen(server, port);
  server.on('request', (request, response) => {
    if (!isOurs(request, bound)) {
      response.writeHead(403, SAFE_HEADERS).end('This page answers only itself.\n');
      return;
    }
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else json(response, 500, { ok: false, problem: `The sandbox failed: ${describeError(error)}` });
    });
  });
  return {
    url: new URL(`http://127.0.0.1:${bound}`).origin,
    close: () =>
      new Promise((resolve) => {
        live.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
