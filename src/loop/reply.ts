import { z } from 'zod';
import { bearer, routeUrl } from './address.js';
import { type DeliveryResult, readAnswer } from './answer.js';
import { exchange } from './exchange.js';

export type Reply = { ref: string; text: string; actor: string };
type Say = { name: string; text: string; actor: string };
type Health = { kind: 'up'; version: string } | { kind: 'down'; reason: string };

export type SessionClientOptions = {
  baseUrl: string;
  /** Read at each call. */
  token: () => string | undefined;
  /** Milliseconds the service has to answer once it is connected. 30 s unless told: it waits on a terminal. */
  timeoutMs?: number;
  /** Milliseconds to connect. 10 s unless told. */
  connectTimeoutMs?: number;
};

export type SessionClient = {
  /**
   * Delivers an answer into the session of a work item, without a ticket comment of the-loop's: our mirror is the record.
   * Not idempotent, and never rejects; nothing is tried twice here.
   */
  reply(reply: Reply): Promise<DeliveryResult>;
  /** The same into a standing session, which has a name and no ticket. */
  say(say: Say): Promise<DeliveryResult>;
  health(): Promise<Health>;
};

const health = z.looseObject({ status: z.literal('ok'), version: z.string() });

/** What a person is told about a failure to connect, by Node's error code. Other codes are named as they are. */
const CONNECT_TROUBLE: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  CONNECT_TIMEOUT: 'it did not take the connection in time',
};

/** The-loop's routes that take answers into sessions. Throws LoopError `bad-url` for a base that is not an http(s) URL. */
export function createSessionClient(options: SessionClientOptions): SessionClient {
  const { token, timeoutMs = 30_000, connectTimeoutMs = 10_000 } = options;
  const replyUrl = routeUrl(options.baseUrl, 'api/v1/sessions/reply');
  const sayUrl = routeUrl(options.baseUrl, 'api/v1/standing-sessions/say');
  const healthUrl = routeUrl(options.baseUrl, 'api/v1/health');

  async function deliver(url: URL, body: unknown): Promise<DeliveryResult> {
    const headers = bearer(token());
    if (headers === undefined) return { kind: 'retry', trouble: 'service', reason: UNSENDABLE };
    const result = await exchange({
      method: 'POST',
      url,
      headers,
      body: JSON.stringify(body),
      connectTimeoutMs,
      timeoutMs,
    });
    if (result.kind === 'answer') return readAnswer(result.status, result.headers, result.body);
    if (result.kind === 'never-sent') {
      return { kind: 'retry', trouble: 'service', reason: unreachable(result.code) };
    }
    return {
      kind: 'unknown',
      reason: `the connection to the-loop was lost before it answered (${result.code})`,
    };
  }

  return {
    reply: ({ ref, text, actor }) => deliver(replyUrl, { ref, text, actor, comment: false }),
    say: ({ name, text, actor }) => deliver(sayUrl, { name, text, actor }),
    async health() {
      const headers = bearer(token());
      if (headers === undefined) return { kind: 'down', reason: UNSENDABLE };
      const result = await exchange({ method: 'GET', url: healthUrl, headers, connectTimeoutMs, timeoutMs });
      if (result.kind === 'never-sent') return { kind: 'down', reason: unreachable(result.code) };
      if (result.kind === 'fate-unknown') return { kind: 'down', reason: `no answer (${result.code})` };
      if (result.status !== 200) return { kind: 'down', reason: `the-loop answered ${result.status}` };
      return readHealth(result.body);
    },
  };
}

const UNSENDABLE = 'THE_LOOP_TOKEN holds characters that no header can carry';

function unreachable(code: string): string {
  return `the-loop could not be reached: ${CONNECT_TROUBLE[code] ?? code}`;
}

function readHealth(body: string | undefined): Health {
  try {
    const parsed = health.safeParse(JSON.parse(body ?? ''));
    if (parsed.success) return { kind: 'up', version: parsed.data.version };
  } catch {
    // Said below, like an answer of another shape.
  }
  return { kind: 'down', reason: 'what answers there is not the-loop' };
}
