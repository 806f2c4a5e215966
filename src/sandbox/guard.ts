import type { IncomingMessage } from 'node:http';

/** The port that clients leave away. */
const HTTP_PORT = 80;

/**
 * Whether a `Host` is the loopback address of this port. A page that rebinds its own name to 127.0.0.1 says its name there.
 */
export function isLoopback(host: string | undefined, port: number): boolean {
  return ['127.0.0.1', 'localhost'].some(
    (name) => host === `${name}:${port}` || (port === HTTP_PORT && host === name),
  );
}

/**
 * Whether a request was meant for this server and no web page sent it: its `Host` is the loopback address, and it carries
 * no `Origin`, which browsers add and the clients of Slack, GitHub and the-loop do not.
 */
export function isFromClient(request: IncomingMessage, port: number): boolean {
  const { host, origin } = request.headers;
  return origin === undefined && isLoopback(host, port);
}
