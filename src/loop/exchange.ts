import http from 'node:http';
import https from 'node:https';

/** Bytes of an answer that are read; a longer body counts as unreadable. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export type Exchange = {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds from the start to a usable connection. */
  connectTimeoutMs: number;
  /** Milliseconds from the connection to the end of the answer. */
  timeoutMs: number;
};

/**
 * What became of one request. `never-sent`: no byte of it can have reached the service. `fate-unknown`: some may have,
 * and no status came back. `answer`: a status came; `body` is undefined when the rest was cut off or too long.
 */
export type ExchangeResult =
  | { kind: 'answer'; status: number; headers: http.IncomingHttpHeaders; body: string | undefined }
  | { kind: 'never-sent'; code: string }
  | { kind: 'fate-unknown'; code: string };

/**
 * Makes one request on a connection of its own, and never rejects.
 *
 * A pooled keep-alive connection can be closed by the service just as a request is written to it, and a reset then says
 * nothing about whether the request was read. With a fresh connection one fact decides: HTTP writes after the
 * connection (with TLS: its handshake) is up, so whatever fails before that was never sent, and whatever fails after it
 * may have been. The error's code alone cannot tell: ECONNRESET appears on both sides.
 */
export function exchange(request: Exchange): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    const client = request.url.protocol === 'https:' ? https : http;
    const upEvent = request.url.protocol === 'https:' ? 'secureConnect' : 'connect';
    let connected = false;
    let timer = setTimeout(
      () => give({ kind: 'never-sent', code: 'CONNECT_TIMEOUT' }),
      request.connectTimeoutMs,
    );

    const outgoing = client.request(request.url, {
      method: request.method,
      agent: false,
      headers: { ...request.headers, ...bodyHeaders(request.body) },
    });

    function give(result: ExchangeResult): void {
      clearTimeout(timer);
      outgoing.destroy();
      resolve(result);
    }

    outgoing.once('socket', (socket) => {
      socket.once(upEvent, () => {
        connected = true;
        clearTimeout(timer);
        timer = setTimeout(() => give({ kind: 'fate-unknown', code: 'TIMEOUT' }), request.timeoutMs);
      });
    });
    outgoing.on('error', (error) =>
      give({ kind: connected ? 'fate-unknown' : 'never-sent', code: codeOf(error) }),
    );
    outgoing.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const chunks: Buffer[] = [];
      let size = 0;
      const answer = (body: string | undefined) => give({ kind: 'answer', status, headers, body });
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) answer(undefined);
        else chunks.push(chunk);
      });
      response.once('end', () => answer(Buffer.concat(chunks).toString('utf8')));
      response.once('error', () => answer(undefined));
      // Past this point a stalled body ends in an answer with its status known, not in an unknown fate.
      clearTimeout(timer);
      timer = setTimeout(() => answer(undefined), request.timeoutMs);
    });
    outgoing.end(request.body);
  });
}

function bodyHeaders(body: string | undefined): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.name;
}
