import type { ServerResponse } from 'node:http';

/** An HTTP answer before it is written. `reset` destroys the connection instead. */
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly body: object; readonly headers: AnswerHeaders }
  | { readonly kind: 'raw'; readonly status: number; readonly body: string; readonly headers: AnswerHeaders }
  | { readonly kind: 'reset' };

type AnswerHeaders = Readonly<Record<string, string>>;

export function write(response: ServerResponse, answer: Answer): void {
  if (answer.kind === 'reset') {
    response.socket?.destroy();
    return;
  }
  const body = answer.kind === 'json' ? JSON.stringify(answer.body) : answer.body;
  const type = answer.kind === 'json' ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
  response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
  response.end(body);
}
