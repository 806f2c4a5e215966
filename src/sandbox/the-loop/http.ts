import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './sessions.js';

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  { status, body }: { status: number; body: unknown },
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The request's body as a JSON object; undefined when it is not one. */
export async function readObject(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The-loop's answer to a body without the fields a route must have. */
export function missingFields(names: readonly string[]): Answer {
  const count = `${names.length} validation ${names.length === 1 ? 'error' : 'errors'}`;
  const lines = names.map((name) => `body -> ${name}\n  field required (type=value_error.missing)`);
  return { status: 400, body: { detail: [`${count} for Request`, ...lines].join('\n') } };
}
