import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { describeError, errorCode } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';
import { HealthError } from './errors.js';

/** What a page says. */
export type Page = { status: number; contentType: string; body: string };

/** Pages by path, made anew at each request. */
export type Pages = Readonly<Record<string, () => Promise<Page>>>;

/** A server that listens. */
export type HealthServer = { url: string; close(): Promise<void> };

/** Nobody needs long to ask for one of our pages, milliseconds; probes and a scraper need few connections. */
const LIMITS = { requestTimeout: 5_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };
const CONNECTIONS = 64;

/**
 * Serves pages over HTTP, GET and HEAD only. It keeps no process alive, and takes nothing from a request but its path.
 *
 * @param at the address to bind, and the port; 0 for any free one
 * @throws HealthError when it cannot listen there
 */
export async function startServer(
  at: { host: string; port: number },
  pages: Pages,
  logger: Logger,
): Promise<HealthServer> {
  const server = createServer(LIMITS, (request, response) => {
    answer(pages, request, response).catch((error: unknown) => {
      logger.error('a health page could not be made', { cause: describeError(error) });
      if (!response.headersSent) send(response, text(500, 'this page could not be made; see the log'), true);
    });
  });
  server.maxConnections = CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(at, cause)));
    server.listen(at.port, at.host, resolve);
  });
  server.on('error', (error) => logger.error('the health server failed', { cause: describeError(error) }));
  server.unref();
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : at.port;
  return {
    url: `http://${isIPv6(at.host) ? `[${at.host}]` : at.host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Who still asks is cut off: a stop waits for nobody.
        server.closeAllConnections();
      }),
  };
}

function cannotListen({ host, port }: { host: string; port: number }, cause: Error): HealthError {
  const code = errorCode(cause);
  if (code === 'EADDRINUSE') {
    return new HealthError(
      'port_in_use',
      `HEALTH_PORT: port ${port} on ${host} is in use; set another one, or stop what listens there`,
      { cause },
    );
  }
  return new HealthError(
    'cannot_listen',
    `HEALTH_PORT: the health server cannot listen on ${host}, port ${port} (${code ?? cause.name}); HEALTH_HOST must be an address of this machine, and a port below 1024 often needs root`,
    { cause },
  );
}

async function answer(
  pages: Pages,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = url?.split('?')[0] ?? '';
  const page = pages[asked];
  const whole = method !== 'HEAD';
  if (!page) return send(response, text(404, `there is ${Object.keys(pages).join(', ')}`), whole);
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return send(response, text(405, 'GET or HEAD'), true);
  }
  send(response, await page(), whole);
}

function text(status: number, line: string): Page {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${line}\n` };
}

function send(response: ServerResponse, { status, contentType, body }: Page, whole: boolean): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(whole ? body : undefined);
}
