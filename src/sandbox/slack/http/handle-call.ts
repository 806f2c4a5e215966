import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallLog, TokenKind } from '../calls.js';
import { MethodFailure } from '../errors.js';
import type { Fault, Faults } from '../faults.js';
import { METHODS } from '../methods/index.js';
import type { Method, MethodContext } from '../methods/method.js';
import type { JsonObject } from '../model.js';
import type { Settings } from '../options.js';
import type { RateLimits } from '../rate-limits.js';
import { type Answer, write } from './answer.js';
import { authorize, scopesOf, tokenKind } from './credentials.js';
import { answerOfFault, rateLimited } from './fault-answer.js';
import { parseArgs } from './parse-args.js';
import { readBody } from './read-body.js';

export type CallDeps = {
  readonly settings: Settings;
  readonly faults: Faults;
  readonly calls: CallLog;
  readonly rates: RateLimits;
  readonly context: MethodContext;
  /** Aborted when the server closes, so that no delay outlives it. */
  readonly closing: AbortSignal;
};

/** Answers one Web API request and records it. `name` is the part of the path after `/api/`. */
export async function handleCall(
  deps: CallDeps,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body.kind === 'aborted') return;
  if (body.kind === 'too_large') {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const fault = deps.faults.take(name);
  if (fault?.kind === 'hang') return;
  const delay = deps.settings.latencyMs + (fault?.kind === 'delay' ? fault.ms : 0);
  if (delay > 0 && !(await waited(delay, deps.closing))) return;
  const parsed = parseArgs(body.text, request.headers['content-type'] ?? '');
  const argument = parsed.kind === 'args' ? parsed.token : undefined;
  const token = tokenKind(request.headers.authorization, argument, deps.settings.tokens);
  const answer =
    (fault && answerOfFault(fault)) ??
    (parsed.kind === 'args' ? carryOut(deps, name, token, parsed.args) : failed(parsed.kind));
  const given = spoilt(answer, fault);
  record(deps, { name, token, args: parsed.kind === 'args' ? parsed.args : {}, answer: given, fault });
  write(response, given);
}

/** What the client gets of an answer whose call was carried out. */
function spoilt(answer: Answer, fault: Fault | undefined): Answer {
  if (fault?.kind === 'reset-after') return { kind: 'reset' };
  if (fault?.kind === 'cut' && answer.kind === 'json')
    return { kind: 'cut', body: JSON.stringify(answer.body) };
  return answer;
}

function carryOut(deps: CallDeps, name: string, token: TokenKind, args: JsonObject): Answer {
  const method = METHODS.get(name);
  if (method === undefined) return failed('unknown_method', { req_method: name });
  const retryAfter = deps.settings.enforceRates ? deps.rates.take(name, args) : undefined;
  if (retryAfter !== undefined) return rateLimited(retryAfter);
  const headers = {
    'x-oauth-scopes': scopesOf(token, deps.faults, deps.settings).join(','),
    'x-accepted-oauth-scopes': method.scopes.join(','),
  };
  return { kind: 'json', status: 200, body: replyOf(deps, method, token, args), headers };
}

function replyOf(deps: CallDeps, method: Method, token: TokenKind, args: JsonObject): object {
  try {
    authorize(method, token, deps.faults, deps.settings);
    return { ok: true, ...method.run(deps.context, args) };
  } catch (error) {
    if (error instanceof MethodFailure) return { ok: false, error: error.error, ...error.details };
    throw error;
  }
}

function failed(error: string, details: object = {}): Answer {
  return { kind: 'json', status: 200, body: { ok: false, error, ...details }, headers: {} };
}

type Handled = {
  name: string;
  token: TokenKind;
  args: JsonObject;
  answer: Answer;
  fault: Fault | undefined;
};

function record(deps: CallDeps, { name, token, args, answer, fault }: Handled): void {
  const error = answer.kind === 'json' ? errorOf(answer.body) : undefined;
  deps.calls.add({
    method: name,
    args,
    token,
    status: 'status' in answer ? answer.status : 0,
    ...(error === undefined ? {} : { error }),
    ...(fault === undefined ? {} : { fault: fault.kind }),
    at: deps.settings.now(),
  });
}

function errorOf(body: object): string | undefined {
  return 'error' in body && typeof body.error === 'string' ? body.error : undefined;
}

/** Waits; `false` when the server closed meanwhile. */
async function waited(ms: number, closing: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: closing });
    return true;
  } catch (error) {
    if (closing.aborted) return false;
    throw error;
  }
}
