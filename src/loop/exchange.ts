import http from 'node:http';
import type { Socket } from 'node:net';
import { errorCode } from './error-code.js';
import { openSocket } from './socket.js';

/** Bytes of an answer that are read; a longer body counts as unreadable. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export type Exchange = {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds from the start to a usable connection. */
  connectTimeoutMs: number;
  /** Milliseconds from the connection to the answer's headers, and from those to its end. */
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
 * nothing about whether the request was read. So the connection is opened first, and only then is the request written to
 * it: whatever fails before was never sent, and whatever fails after may have been. The error's code could not tell,
 * as ECONNRESET appears on both sides.
 */
export async function exchange(request: Exchange): Promise<ExchangeResult> {
  const opened = await openSocket(request.url, request.connectTimeoutMs);
  if (opened.kind === 'failed') return { kind: 'never-sent', code: opened.code };
  try {
    return await ask(request, opened.socket);
  } finally {
    opened.socket.destroy();
  }
}

function ask({ method, url, headers, body, timeoutMs }: Exchange, socket: Socket): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const give = (result: ExchangeResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    let broken = (code: string) => give({ kind: 'fate-unknown', code });
    timer = setTimeout(() => broken('TIMEOUT'), timeoutMs);

    const outgoing = http.request({
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, ...headers, ...bodyHeaders(body) },
      createConnection: () => socket,
    });
    outgoing.on('error', (error) => broken(errorCode(error)));
    outgoing.once('response', (response) => {
      const { statusCode: status = 0, headers: answerHeaders } = response;
      const answer = (text: string | undefined) =>
        give({ kind: 'answer', status, headers: answerHeaders, body: text });
      // From here on the status is known, so a body that stalls or breaks is an answer without one. Node tells the request
      // of a reset as well as the response.
      broken = () => answer(undefined);
      clearTimeout(timer);
      timer = setTimeout(() => broken('TIMEOUT'), timeoutMs);
      readBody(response).then(answer, () => answer(undefined));
    });
    outgoing.end(body);
  });
}

/** The whole body; undefined when it is longer than we read. Rejects when it breaks. */
async function readBody(response: http.IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function bodyHeaders(body: string | undefined): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
}
