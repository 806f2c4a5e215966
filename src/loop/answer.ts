import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { retryAfterMs } from './retry-after.js';

/** Why an answer will not reach a session, whatever is tried. */
type UndeliverableCode = 'no-session' | 'refused' | 'ambiguous';

/**
 * What became of a delivery. `reason` is short and for people; it may quote the service, so it is escaped before it is
 * shown. `retry` was certainly not delivered: `session` is transient terminal trouble (worth a few tries), `service` an
 * outage (worth trying for 15 minutes), and `afterMs` is how long the service asked to be left alone. `undeliverable`
 * is final. `unknown` may have been delivered and must not be repeated.
 */
export type DeliveryResult =
  | { kind: 'delivered' }
  | { kind: 'retry'; trouble: 'session' | 'service'; reason: string; afterMs?: number }
  | { kind: 'undeliverable'; code: UndeliverableCode; reason: string; candidates?: string[] }
  | { kind: 'unknown'; reason: string };

/** UTF-16 units of the service's own words that a reason quotes. */
const MAX_DETAIL = 300;
const MAX_CANDIDATES = 20;

const delivery = z.looseObject({
  delivered: z.boolean(),
  messages: z.array(z.looseObject({ text: z.string() })).optional(),
});
const failure = z.looseObject({ detail: z.string(), candidates: z.array(z.unknown()).optional() });

/**
 * Reads the answer of the reply and say routes (contracts/the-loop.md, "Answers in"). A status decides by itself where
 * it can; `body` undefined is one that was cut off.
 */
export function readAnswer(
  status: number,
  headers: IncomingHttpHeaders,
  body: string | undefined,
): DeliveryResult {
  if (status === 200) return readDelivery(body);
  const said = read(failure, body);
  const detail = said === undefined ? `the-loop answered ${status}` : bounded(said.detail);
  switch (status) {
    case 404:
      return { kind: 'undeliverable', code: 'no-session', reason: detail };
    case 400:
      return { kind: 'undeliverable', code: 'refused', reason: detail };
    case 409: {
      const candidates = (said?.candidates ?? []).slice(0, MAX_CANDIDATES).map(candidateText);
      return { kind: 'undeliverable', code: 'ambiguous', reason: detail, candidates };
    }
    case 401:
    case 403:
      return service(`the-loop's gateway refused us (${status}); check THE_LOOP_TOKEN`, headers);
    case 429:
    case 502:
    case 503:
      return service(`the-loop is not available (${status})`, headers);
    default:
      return readOther(status, headers, detail);
  }
}

function readDelivery(body: string | undefined): DeliveryResult {
  const said = read(delivery, body);
  if (said === undefined)
    return { kind: 'unknown', reason: 'the-loop answered 200 with something unreadable' };
  if (said.delivered) return { kind: 'delivered' };
  const last = said.messages?.at(-1)?.text;
  const reason = last === undefined ? 'the session did not take the answer' : bounded(last);
  return { kind: 'retry', trouble: 'session', reason };
}

/** A redirect is not followed (the answer would be sent twice); a 408 or a 5xx can come after the request was read. */
function readOther(status: number, headers: IncomingHttpHeaders, detail: string): DeliveryResult {
  if (status >= 300 && status < 400) {
    return service(`the-loop's address redirects (${status}); check THE_LOOP_URL`, headers);
  }
  if (status >= 400 && status < 500 && status !== 408) {
    return { kind: 'undeliverable', code: 'refused', reason: detail };
  }
  return { kind: 'unknown', reason: `the-loop answered ${status}` };
}

function service(reason: string, headers: IncomingHttpHeaders): DeliveryResult {
  const afterMs = retryAfterMs(headers['retry-after']);
  return { kind: 'retry', trouble: 'service', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

function candidateText(candidate: unknown): string {
  return bounded(typeof candidate === 'string' ? candidate : JSON.stringify(candidate));
}

function read<T>(schema: z.ZodType<T>, body: string | undefined): T | undefined {
  if (body === undefined) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function bounded(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= MAX_DETAIL ? flat : `${flat.slice(0, MAX_DETAIL - 1).replace(HALF_PAIR, '')}…`;
}

/** What a cut inside a surrogate pair leaves behind. */
const HALF_PAIR = /[\ud800-\udbff]$/;
