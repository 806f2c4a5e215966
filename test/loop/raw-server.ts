import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Handler = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** An HTTP server that answers each route as a test says, `count` being the requests to that route so far, this one included. */
export async function rawServer(routes: Record<string, Handler>) {
  const requests: IncomingMessage[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    requests.push(request);
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const count = (counts.get(pathname) ?? 0) + 1;
    counts.set(pathname, count);
    const handler = routes[pathname];
    if (handler === undefined) response.writeHead(404).end();
    else handler(response, request, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    count: (pathname: string) => counts.get(pathname) ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opens an event stream as the-loop does. */
export function openStream(response: ServerResponse, opening = 'retry: 10\n\n'): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(opening);
  return response;
}

/** Answers the event query with an array. */
export function sendArray(response: ServerResponse, records: readonly unknown[] = []): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(records));
}
