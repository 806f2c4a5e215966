import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromClient } from '../../guard.js';
import type { ResponseUrls } from '../response-urls.js';
import { type CallDeps, handleCall } from './handle-call.js';
import { handleResponse } from './handle-response.js';

export const API_PATH = '/api/';
export const RESPONSE_PATH = '/response/';

export type ServeDeps = CallDeps & { readonly responseUrls: ResponseUrls; readonly port: number };

/** Routes one HTTP request: the Web API, a `response_url`, 403 for web pages, else 404. */
export function serve(deps: ServeDeps, request: IncomingMessage, response: ServerResponse): void {
  if (!isFromClient(request, deps.port)) {
    response.writeHead(403).end();
    return;
  }
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const handled = route(deps, pathname, request, response);
  if (request.method !== 'POST' || handled === undefined) {
    response.writeHead(404).end();
    return;
  }
  handled().catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: false, error: 'fatal_error', detail }));
  });
}

function route(
  deps: ServeDeps,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): (() => Promise<void>) | undefined {
  if (pathname.startsWith(API_PATH)) {
    return () => handleCall(deps, pathname.slice(API_PATH.length), request, response);
  }
  if (pathname.startsWith(RESPONSE_PATH)) {
    return () => handleResponse(deps, pathname.slice(RESPONSE_PATH.length), request, response);
  }
  return undefined;
}
