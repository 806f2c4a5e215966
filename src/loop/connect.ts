import { bearer } from './address.js';
import { errorCode } from './error-code.js';
import { retryAfterMs } from './retry-after.js';

/** What a GET of the stream or the event query came to. `refused` was answered, `failed` was not; both say why for people. */
export type Connection =
  | { kind: 'open'; body: ReadableStream<Uint8Array> }
  | { kind: 'refused'; status: number; reason: string; afterMs: number | undefined }
  | { kind: 'failed'; reason: string };

export type ConnectOptions = {
  url: URL;
  token: () => string | undefined;
  headers: Record<string, string>;
  /** The content type a 200 must have: a login page of a gateway is not an answer. */
  contentType: string;
  signal: AbortSignal;
  /** Milliseconds to wait for the headers. */
  timeoutMs: number;
};

/** Opens a GET and gives its body unread. Never rejects; an aborted signal is a `failed`. Redirects are not followed. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { url, contentType, signal, timeoutMs } = options;
  const authorization = bearer(options.token());
  if (authorization === undefined) {
    return { kind: 'failed', reason: 'THE_LOOP_TOKEN holds characters that no header can carry' };
  }
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const stop = () => late.abort();
  signal.addEventListener('abort', stop);
  try {
    const headers = { ...options.headers, ...authorization, accept: contentType };
    const response = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: signal.aborted ? signal : late.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 200 && response.body !== null && type.startsWith(contentType)) {
      return { kind: 'open', body: response.body };
    }
    await response.body?.cancel();
    const { status } = response;
    const reason = status === 200 ? `answered with ${type || 'no content type'}` : `answered ${status}`;
    return { kind: 'refused', status, reason, afterMs: retryAfterMs(response.headers.get('retry-after')) };
  } catch (error) {
    const reason = late.signal.aborted
      ? 'did not answer in time'
      : `could not be reached (${errorCode(error)})`;
    return { kind: 'failed', reason };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
