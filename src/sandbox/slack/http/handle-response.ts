import type { IncomingMessage, ServerResponse } from 'node:http';
import { MethodFailure } from '../errors.js';
import { respond } from '../respond.js';
import type { ResponseUrls } from '../response-urls.js';
import type { CallDeps } from './handle-call.js';
import { parseArgs } from './parse-args.js';
import { readBody } from './read-body.js';

/** The name under which posts to a `response_url` are recorded. */
const RECORDED_AS = 'response_url';

/** Answers one post to a `response_url`. No token is needed: the address is the secret. */
export async function handleResponse(
  deps: CallDeps & { readonly responseUrls: ResponseUrls },
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body.kind === 'aborted') return;
  const parsed = body.kind === 'body' ? parseArgs(body.text, 'application/json') : { kind: body.kind };
  const args = 'args' in parsed ? parsed.args : undefined;
  const error = args === undefined ? 'invalid_payload' : refusalOf(deps, key, args);
  const status = error === undefined ? 200 : 404;
  deps.calls.add({
    method: RECORDED_AS,
    args: args ?? {},
    token: 'none',
    status,
    ...(error === undefined ? {} : { error }),
    at: deps.settings.now(),
  });
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(error === undefined ? { ok: true } : { ok: false, error }));
}

function refusalOf(
  deps: CallDeps & { readonly responseUrls: ResponseUrls },
  key: string,
  args: object,
): string | undefined {
  const target = deps.responseUrls.take(key);
  if (target === undefined) return 'expired_url';
  try {
    respond(deps.context, target, args);
    return undefined;
  } catch (error) {
    if (error instanceof MethodFailure) return error.error;
    throw error;
  }
}
