import type { Logger } from '../eventlog/logger-type.js';
import { pause } from '../time/pause.js';
import { routeUrl } from './address.js';
import { BACKOFF, type Backoff, delayMs } from './backoff.js';
import { type Connection, connect } from './connect.js';
import type { CursorStore } from './cursor.js';
import { createHearing } from './hearing.js';
import { createListener } from './listen.js';
import { Progress } from './progress.js';
import type { Heard } from './record.js';
import { createStatus, type SourceStatus } from './status.js';

export type FollowOptions = {
  baseUrl: string;
  /** Read at each connection. */
  token: () => string | undefined;
  cursor: CursorStore;
  /** Called for one record at a time, in order. One that rejects is called again, with backoff, until it resolves. */
  onRecord: (heard: Heard) => Promise<void>;
  onStatus?: (status: SourceStatus) => void;
  /** Called whenever something of the-loop arrives, a keep-alive too. */
  onByte?: () => void;
  logger: Logger;
  /** Ends the following. */
  signal: AbortSignal;
  /** Milliseconds without a byte after which a connection counts as dead; 45 s unless told (a keep-alive comes every 15 s). */
  silenceMs?: number;
  backoff?: Partial<Backoff>;
  /** From 0 to 1, for the jitter. */
  random?: () => number;
};

/**
 * Follows the-loop's event stream until the signal aborts: connects, resumes where the cursor says, and connects again
 * whatever goes wrong. A record is handed on before the cursor moves past it, so each is heard at least once; the key
 * tells a second hearing. Resolves once stopped; throws LoopError `bad-url` for a base that is not an http(s) URL.
 */
export async function followStream(options: FollowOptions): Promise<void> {
  const {
    baseUrl,
    token,
    cursor,
    onRecord,
    logger,
    signal,
    silenceMs = 45_000,
    random = Math.random,
    onByte = () => undefined,
  } = options;
  const streamUrl = routeUrl(baseUrl, 'api/v1/stream');
  const eventsUrl = routeUrl(baseUrl, 'api/v1/events');
  const backoff = { ...BACKOFF, ...options.backoff };
  const report = createStatus(options.onStatus);
  const hearing = createHearing({ onRecord, logger, signal, backoff, random, report });

  const progress = await hearing.insist('reading the cursor', async () => {
    const first = new Progress(await cursor.load());
    await cursor.save(first.place);
    return first;
  });
  if (progress === undefined) return;

  const listener = createListener({
    eventsUrl,
    token,
    cursor,
    progress,
    hearing,
    onByte,
    logger,
    signal,
    silenceMs,
    backoff,
    random,
  });
  let failures = 0;
  let said = '';

  const listenOn = async (body: ReadableStream<Uint8Array>): Promise<Away> => {
    report('live');
    onByte();
    said = '';
    logger.info('following the event stream of the-loop');
    const { proved, again, reason } = await listener.listen(body);
    if (proved) failures = 0;
    const waitMs = again ? 0 : delayMs(failures, listener.retryMs(), backoff, random);
    failures += 1;
    return { waitMs, reason };
  };

  const afterRefusal = (connection: Exclude<Connection, { kind: 'open' }>): Away => {
    const refused = connection.kind === 'refused' ? connection : undefined;
    if (refused?.status === 400 && progress.lastEventId !== undefined) {
      progress.lose();
      return { waitMs: 0, reason: 'the-loop does not know our place in its log' };
    }
    const person = refused === undefined ? undefined : WAITS_ON_A_PERSON[refused.status];
    if (person !== undefined) return { waitMs: delayMs(0, backoff.slowMs, backoff, random), reason: person };
    const waitMs = Math.max(delayMs(failures, 0, backoff, random), refused?.afterMs ?? 0);
    failures += 1;
    return { waitMs, reason: `the-loop ${connection.reason}` };
  };

  while (!signal.aborted) {
    report('connecting');
    const { lastEventId } = progress;
    const connection = await connect({
      url: streamUrl,
      token,
      headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
      contentType: 'text/event-stream',
      signal,
      timeoutMs: silenceMs,
    });
    const { waitMs, reason } =
      connection.kind === 'open' ? await listenOn(connection.body) : afterRefusal(connection);
    if (signal.aborted) return;
    report('waiting', reason);
    logger[reason === said ? 'debug' : 'warn']('the event stream of the-loop is away', { reason, waitMs });
    said = reason;
    await pause(waitMs, signal);
  }
}

/** The stream is away: why, and how many milliseconds until the next connection. */
type Away = { waitMs: number; reason: string };

/** What the stream route refuses until somebody changes a setting, by status: tried again slowly. */
const WAITS_ON_A_PERSON: Record<number, string> = {
  400: 'the-loop refuses the request for its event stream',
  401: 'the gateway before the-loop wants another token (THE_LOOP_TOKEN)',
  403: 'the gateway before the-loop wants another token (THE_LOOP_TOKEN)',
  404: 'the-loop has its event stream switched off, or THE_LOOP_URL is another service',
};
