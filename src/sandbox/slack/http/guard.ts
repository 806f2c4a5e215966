import type { IncomingMessage } from 'node:http';

/**
 * Whether a request was meant for this server and no web page sent it: its `Host` is the loopback address
 * (a page that rebinds its own name to 127.0.0.1 says its name there), and it carries no `Origin`, which
 * browsers add and Slack's clients do not.
 */
export function isFromClient(request: IncomingMessage, port: number): boolean {
  const { host, origin } = request.headers;
  return origin === undefined && (host === `127.0.0.1:${port}` || host === `localhost:${port}`);
}
