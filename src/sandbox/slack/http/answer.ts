import type { ServerResponse } from 'node:http';

/** An HTTP answer before it is written. `reset` destroys the connection instead. */
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly body: object; readonly headers: AnswerHeaders }
  | { readonly kind: 'raw'; readonly status: number; readonly body: string; readonly headers: AnswerHeaders }
  | { readonly kind: 'reset' }
  /** Half of another answer, then the connection is destroyed. */
  | { readonly kind: 'cut'; readonly body: string };

type AnswerHeaders = Readonly<Record<string, string>>;

const JSON_TYPE = 'application/json; charset=utf-8';

export function write(response: ServerResponse, answer: Answer): void {
  if (answer.kind === 'reset') {
    response.socket?.destroy();
    return;
  }
  if (answer.kind === 'cut') {
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(answer.body) });
    const half = answer.body.slice(0, Math.floor(answer.body.length / 2));
    response.write(half, () => response.socket?.destroy());
    return;
  }
  const body = answer.kind === 'json' ? JSON.stringify(answer.body) : answer.body;
  const type = answer.kind === 'json' ? JSON_TYPE : 'text/html; charset=utf-8';
  response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
  response.end(body);
}
