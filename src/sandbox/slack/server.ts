import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type PostAction, type Posted, post } from './acting/post.js';
import { CallLog, type CallRecord } from './calls.js';
import { Changes } from './changes.js';
import { SandboxSlackError } from './errors.js';
import { Faults } from './faults.js';
import { Feed } from './feed.js';
import { type CallDeps, handleCall } from './http/handle-call.js';
import type { Channel, Ephemeral, Identity, Reaction, SlackMessage, User } from './model.js';
import { type LocalSlackOptions, settingsOf } from './options.js';
import type { DisconnectReason } from './socket/connections.js';
import { makeGateway } from './socket/gateway.js';
import { type WaitOptions, waitFor } from './wait-for.js';
import { Workspace } from './workspace.js';

const API_PATH = '/api/';

/** A running local Slack: its address, what a person can do in it, and what can be seen. */
export type LocalSlack = {
  /** `http://127.0.0.1:PORT/api/`, for `clientOptions.slackApiUrl`. */
  readonly apiUrl: string;
  readonly identity: Identity;
  /** The made-up tokens that this workspace takes. */
  readonly tokens: { readonly bot: string; readonly app: string };
  readonly events: Changes;
  readonly faults: Faults;
  /** Stops everything: connections, timers, the port. */
  close(): Promise<void>;

  post(action: PostAction): Posted;

  channels(): readonly Channel[];
  users(): readonly User[];
  /** A channel's messages, oldest first; with `threadTs` that thread's root and replies. */
  messages(channel: string, threadTs?: string): readonly SlackMessage[];
  reactions(channel: string, ts: string): readonly Reaction[];
  ephemerals(channel: string): readonly Ephemeral[];
  /** Web API requests so far, oldest first. */
  calls(method?: string): readonly CallRecord[];
  /** Open Socket Mode connections. */
  connections(): number;
  /** Asks every Socket Mode client to reconnect. */
  disconnect(reason: DisconnectReason): void;
  /** Resolves with the first truthy value of `predicate`, asked again at each change. */
  waitFor<T>(predicate: () => T | false | null | undefined, options?: WaitOptions): Promise<T>;
};

/**
 * Starts a Slack workspace on 127.0.0.1 that the real clients cannot tell from Slack: the Web API over
 * HTTP and Socket Mode over a WebSocket, with Slack's limits, refusals and redeliveries.
 * @throws SandboxSlackError `duplicate_id`, `not_listening`
 */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const settings = settingsOf(options);
  const { identity, tokens } = settings;
  const changes = new Changes();
  const calls = new CallLog(changes);
  const botUser = { id: identity.botUserId, name: identity.botName, isBot: true };
  const workspace = new Workspace({
    channels: settings.channels,
    users: [...settings.users, botUser],
    now: settings.now,
    changes,
  });
  const gateway = makeGateway({ ...settings, appId: identity.appId }, changes);
  const server = createServer();
  const faults = new Faults(
    { dropSockets: () => gateway.drop(), dropHttp: () => server.closeAllConnections() },
    settings.botScopes,
  );
  const feed = new Feed({
    workspace,
    identity,
    subscribedEvents: settings.subscribedEvents,
    grantedScopes: () => faults.grantedScopes,
    copies: () => faults.copies,
    send: (notice) => gateway.send(notice),
  });
  const closing = new AbortController();
  const port = await listen(server, settings.port);
  const context = {
    workspace,
    identity,
    feed,
    faults,
    socketUrl: () => `ws://127.0.0.1:${port}${gateway.issuePath()}`,
  };
  const deps: CallDeps = { settings, faults, calls, context, closing: closing.signal };
  server.on('connection', (socket) => {
    if (faults.isDown || closing.signal.aborted) socket.destroy();
  });
  server.on('upgrade', gateway.upgrade);
  server.on('request', (request, response) => serve(deps, request, response));

  return {
    apiUrl: `http://127.0.0.1:${port}${API_PATH}`,
    identity,
    tokens,
    events: changes,
    faults,
    close: async () => {
      closing.abort();
      await gateway.close();
      await stop(server);
    },
    post: (action) => post(workspace, feed, action),
    channels: () => workspace.channels(),
    users: () => workspace.users(),
    messages: (channel, threadTs) =>
      workspace
        .messages(channel)
        .filter(({ ts, thread_ts }) => threadTs === undefined || (thread_ts ?? ts) === threadTs),
    reactions: (channel, ts) => workspace.reactions(channel, ts),
    ephemerals: (channel) => workspace.ephemerals(channel),
    calls: (method) => calls.list(method),
    connections: () => gateway.openConnections(),
    disconnect: (reason) => gateway.disconnect(reason),
    waitFor: (predicate, wait) => waitFor(changes, predicate, wait),
  };
}

function serve(deps: CallDeps, request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method !== 'POST' || !pathname.startsWith(API_PATH)) {
    response.writeHead(404).end();
    return;
  }
  handleCall(deps, pathname.slice(API_PATH.length), request, response).catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: false, error: 'fatal_error', detail }));
  });
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new SandboxSlackError('not_listening', `cannot listen on 127.0.0.1:${port}`, { cause })),
    );
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new SandboxSlackError('not_listening', 'the local Slack got no TCP port'));
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
