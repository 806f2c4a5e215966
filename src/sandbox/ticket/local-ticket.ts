import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFromClient } from '../guard.js';
import { CommentStore, issueAddress, type StoredComment } from './comment-store.js';
import { listen, stop } from './connections.js';
import { FaultQueue, type FaultTarget, secondaryRateLimit, type TicketFault } from './faults.js';
import { type ApiAnswer, answerRequest } from './github-api.js';
import { Watchers } from './watchers.js';

export type LocalTicketOptions = {
  /** The one token that is accepted. */
  readonly token: string;
  /** Whom that token belongs to. */
  readonly login?: string;
  /** `owner/repo` of each repository that exists; any issue number in one exists too. */
  readonly repositories: readonly string[];
  /** What time it is there; this machine's unless told. */
  readonly clock?: () => Date;
};

/** One request as it came, without its headers: no token is ever kept. `status` is absent while or when unanswered. */
export type TicketCallRecord = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  status: number | undefined;
};

/** GitHub's issue comments on loopback: for trying the app and for tests. */
export type LocalTicket = {
  /** What to set `GITHUB_API_URL` to. */
  readonly apiUrl: string;
  /** The comments of one item (`octo/app#7` or its whole ref), oldest first. */
  comments(ref: string): readonly StoredComment[];
  /** The `html_url` that the next comment on an item would get. */
  nextUrl(ref: string): string;
  /** Writes a comment as somebody else would, past the API. */
  addComment(
    ref: string,
    comment: { readonly body: string; readonly user: string; readonly association?: string },
  ): StoredComment;
  /** Resolves with the first value of `probe` that is neither `undefined` nor `false`; rejects after `timeoutMs`. */
  waitFor<T>(
    probe: (ticket: LocalTicket) => T | undefined | false,
    options: { readonly timeoutMs: number },
  ): Promise<T>;
  /** Every request so far, in order. */
  calls(): readonly TicketCallRecord[];
  readonly faults: {
    /** The next `times` requests (of one method, when `on` says so) go wrong like this. */
    next(fault: TicketFault, times?: number, on?: FaultTarget): void;
    /** Forgets the faults that are still waiting. */
    clear(): void;
    /** The faults that met a request so far, oldest first. */
    made(): readonly TicketFault[];
    /** Stops listening, so connections are refused, or listens again on the same port. */
    down(isDown: boolean): Promise<void>;
    /** The next `times` requests meet GitHub's secondary rate limit. */
    secondaryRateLimit(retryAfterSeconds: number, times?: number): void;
  };
  close(): Promise<void>;
};

/** Starts the local GitHub on 127.0.0.1, on a port the system chooses. Close it: an open one keeps the process alive. */
export async function startLocalTicket(options: LocalTicketOptions): Promise<LocalTicket> {
  const queue = new FaultQueue();
  const watchers = new Watchers();
  const calls: TicketCallRecord[] = [];
  const server = createServer((request, response) => {
    // A caller that hangs up while its bytes are read is that caller's affair: the call stays unanswered.
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  const apiUrl = `http://127.0.0.1:${port}`;
  const comments = new CommentStore(apiUrl, options.clock);
  const world = { ...options, login: options.login ?? 'the-loop-bot', origin: apiUrl, comments };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isFromClient(request, port)) {
      response.writeHead(403).end();
      return;
    }
    const url = new URL(request.url ?? '/', apiUrl);
    const method = request.method ?? 'GET';
    const call: TicketCallRecord = { method, path: url.pathname, query: url.search, status: undefined };
    calls.push(call);
    const fault = queue.take(method);
    const body = await text(request);
    if (fault?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return watchers.changed();
    }
    if (fault?.kind === 'http') {
      send(response, call, { ...fault, body: fault.body ?? { message: 'a fault of the local ticket' } });
      return watchers.changed();
    }
    const answer = answerRequest(world, {
      method,
      path: url.pathname,
      query: url.searchParams,
      authorization: request.headers.authorization,
      body,
    });
    watchers.changed();
    if (fault?.kind === 'reset-after') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'cut') {
      const text = JSON.stringify(answer.body);
      response.writeHead(answer.status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
    if (fault?.kind === 'delay') await sleep(fault.ms, undefined, { ref: false });
    send(response, call, fault?.kind === 'garbage' ? { ...answer, body: undefined } : answer);
    watchers.changed();
  };

  const ticket: LocalTicket = {
    apiUrl,
    comments: (ref) => comments.list(issueAddress(ref)),
    nextUrl: (ref) => comments.nextUrl(issueAddress(ref)),
    addComment: (ref, { body, user, association }) => {
      const added = comments.add(issueAddress(ref), body, user, association);
      watchers.changed();
      return added;
    },
    waitFor: (probe, { timeoutMs }) =>
      watchers.until(
        () => probe(ticket),
        timeoutMs,
        () => `${calls.length} requests so far, the last ${lastCall(calls)}`,
      ),
    calls: () => calls.map((call) => ({ ...call })),
    faults: {
      next: (fault, times = 1, on) => queue.add(fault, times, on),
      clear: () => queue.clear(),
      made: () => queue.made,
      down: async (isDown) => {
        if (isDown) await stop(server);
        else if (!server.listening) await listen(server, port);
      },
      secondaryRateLimit: (seconds, times = 1) => queue.add(secondaryRateLimit(seconds), times, undefined),
    },
    close: () => stop(server),
  };
  return ticket;
}

/** Writes the answer; an answer without a body becomes bytes that claim to be JSON and are not. */
function send(response: ServerResponse, call: TicketCallRecord, answer: ApiAnswer): void {
  if (response.destroyed) return;
  call.status = answer.status;
  response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8', ...answer.headers });
  response.end(answer.body === undefined ? '{"id": 12, "bo' : JSON.stringify(answer.body));
}

function lastCall(calls: readonly TicketCallRecord[]): string {
  const last = calls.at(-1);
  return last === undefined ? 'none' : `${last.method} ${last.path} → ${last.status ?? 'unanswered'}`;
}
