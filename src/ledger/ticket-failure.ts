import { z } from 'zod';

/** Worth trying again later; nothing was written. `retryAfterMs` is what GitHub asked for, when it did. */
export type RetryFailure = {
  readonly kind: 'retry';
  readonly reason: string;
  readonly retryAfterMs?: number;
};

/** Final until a person changes something. `status` is GitHub's answer, absent when it was never asked. */
export type RefusedFailure = {
  readonly kind: 'refused';
  readonly reason: string;
  readonly status?: number;
};

/** A write that may or may not have happened: look for it before writing again. */
export type UnknownFailure = { readonly kind: 'unknown'; readonly reason: string };

export type TicketFailure = RetryFailure | RefusedFailure | UnknownFailure;

/** The longest wait we believe GitHub asks for: one rate-limit window. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** GitHub's advice for a secondary limit that names no time: at least one minute. */
const SECONDARY_WAIT_MS = 60 * 1000;

/** Failures of finding or greeting the server: no byte of the request had been sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const Answered = z.object({
  status: z.number(),
  response: z.object({ headers: z.record(z.string(), z.unknown()), data: z.unknown() }),
});
const ErrorBody = z.object({ documentation_url: z.string() });
const Coded = z.object({ code: z.string() });
const Caused = z.object({ cause: z.unknown() });

/** What is known about the call that failed. `sent`: fetch was called with it. `timedOut`: our own timer ended it. */
export type CallFacts = {
  readonly write: boolean;
  readonly sent: boolean;
  readonly timedOut: boolean;
  readonly now: number;
};

/**
 * Names a failed call by its status or error code, never by its words. The reasons are our own sentences:
 * nothing that GitHub or the network said is repeated, so no token and no comment text can be in one.
 */
export function nameFailure(error: unknown, facts: CallFacts): TicketFailure {
  const answered = Answered.safeParse(error);
  if (answered.success) {
    const { status, response } = answered.data;
    return nameStatus(status, response.headers, response.data, facts);
  }
  if (!facts.sent) return { kind: 'retry', reason: 'the call was given up before it was sent' };
  if (facts.timedOut) return unanswered('GitHub did not answer in time', facts);
  const code = networkCode(error);
  if (code !== undefined && NEVER_SENT.has(code)) {
    return { kind: 'retry', reason: `GitHub cannot be reached (${code})` };
  }
  return unanswered(`the connection broke before GitHub answered (${code ?? 'no code'})`, facts);
}

/** A failure without an answer: harmless for a read, unknown for a write. */
function unanswered(reason: string, facts: Pick<CallFacts, 'write'>): RetryFailure | UnknownFailure {
  return facts.write ? { kind: 'unknown', reason } : { kind: 'retry', reason };
}

function nameStatus(
  status: number,
  headers: Record<string, unknown>,
  data: unknown,
  facts: CallFacts,
): TicketFailure {
  const limitedMs = rateLimitWait(status, headers, data, facts.now);
  if (limitedMs !== undefined) {
    return { kind: 'retry', reason: `GitHub's rate limit (${status})`, retryAfterMs: limitedMs };
  }
  // A gateway that gave up says nothing about the server behind it: the comment may be there.
  if (status === 502 || status === 504) return unanswered(`GitHub's gateway gave up (${status})`, facts);
  if (status >= 500 || status === 408) {
    const asked = retryAfterHeader(headers, facts.now);
    const reason = `GitHub is in trouble (${status})`;
    return asked === undefined ? { kind: 'retry', reason } : { kind: 'retry', reason, retryAfterMs: asked };
  }
  return { kind: 'refused', reason: REFUSALS[status] ?? `GitHub refused (${status})`, status };
}

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'GitHub does not accept the token (401): set a valid GITHUB_TOKEN',
  403: 'the token may not comment there, or the conversation is locked (403)',
  404: 'no such repository or item, or the token may not see it (404)',
  410: 'the item is gone or issues are switched off there (410)',
  422: 'GitHub does not accept the comment (422)',
};

function rateLimitWait(
  status: number,
  headers: Record<string, unknown>,
  data: unknown,
  now: number,
): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const asked = retryAfterHeader(headers, now);
  if (asked !== undefined) return asked;
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number(headers['x-ratelimit-reset']);
    return Number.isFinite(reset) ? bounded(reset * 1000 + 1000 - now) : SECONDARY_WAIT_MS;
  }
  const body = ErrorBody.safeParse(data);
  const secondary = body.success && body.data.documentation_url.includes('secondary-rate-limits');
  return secondary || status === 429 ? SECONDARY_WAIT_MS : undefined;
}

/** `Retry-After` in its two spellings, whole seconds or an HTTP date. */
function retryAfterHeader(headers: Record<string, unknown>, now: number): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^[0-9]{1,9}$/.test(value)) return bounded(Number(value) * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : bounded(at - now);
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

/**
 * The system's or undici's code, which `fetch` buries under its own error and Octokit under one more. Read by shape
 * and not with `instanceof`, which an error made in another realm (`fetch` under a test runner) fails.
 */
function networkCode(error: unknown): string | undefined {
  let at = error;
  for (let depth = 0; depth < 5; depth += 1) {
    const coded = Coded.safeParse(at);
    if (coded.success) return coded.data.code;
    const caused = Caused.safeParse(at);
    if (!caused.success) return undefined;
    at = caused.data.cause;
  }
  return undefined;
}
