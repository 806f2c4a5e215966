import { createServer } from 'node:http';
import { isFromClient } from '../guard.js';
import { deleteMessage, editMessage } from './acting/change-message.js';
import { closeView } from './acting/close-view.js';
import { type InteractDeps, press, pressInView } from './acting/interact.js';
import { knownUser } from './acting/known.js';
import { post } from './acting/post.js';
import { submitView } from './acting/submit-view.js';
import { CallLog } from './calls.js';
import { Changes } from './changes.js';
import { Faults } from './faults.js';
import { Feed } from './feed.js';
import { listen, stop } from './http/listen.js';
import { API_PATH, RESPONSE_PATH, type ServeDeps, serve } from './http/serve.js';
import type { LocalSlack } from './local-slack.js';
import { type LocalSlackOptions, settingsOf } from './options.js';
import { Outgoing } from './outgoing.js';
import { RateLimits } from './rate-limits.js';
import { ResponseUrls } from './response-urls.js';
import type { Notice } from './socket/envelope.js';
import { makeGateway } from './socket/gateway.js';
import { Triggers } from './triggers.js';
import { Views } from './views.js';
import { waitFor } from './wait-for.js';
import { Workspace } from './workspace.js';

/**
 * Starts a Slack workspace on 127.0.0.1 that the real clients cannot tell from Slack: the Web API over
 * HTTP and Socket Mode over a WebSocket, with Slack's limits, refusals and redeliveries.
 * @throws SandboxSlackError `duplicate_id`, `not_listening`
 */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const settings = settingsOf(options);
  const { identity, tokens, now } = settings;
  const changes = new Changes();
  const calls = new CallLog(changes);
  const botUser = { id: identity.botUserId, name: identity.botName, isBot: true };
  const users = [...settings.users, botUser];
  const workspace = new Workspace({ channels: settings.channels, users, now, changes });
  const views = new Views({ identity, nextTs: workspace.nextTs, changes });
  const triggers = new Triggers(now);
  const gateway = makeGateway({ ...settings, appId: identity.appId }, changes);
  const outgoing = new Outgoing(gateway.send);
  const server = createServer();
  const faults = new Faults(
    {
      outgoing,
      dropSockets: () => gateway.drop(),
      dropHttp: () => server.closeAllConnections(),
      cutFrames: (count) => gateway.cutFrames(count),
    },
    settings.botScopes,
  );
  const send = (notice: Notice) => outgoing.send(notice);
  const feed = new Feed({
    workspace,
    identity,
    subscribedEvents: settings.subscribedEvents,
    grantedScopes: () => faults.grantedScopes,
    send,
  });

  const closing = new AbortController();
  const port = await listen(server, settings.port);
  const origin = `127.0.0.1:${port}`;
  const responseUrls = new ResponseUrls(`http://${origin}${RESPONSE_PATH}`, now);
  const socketUrl = () => `ws://${origin}${gateway.issuePath()}`;
  const context = { workspace, views, triggers, identity, feed, faults, socketUrl };
  const rates = new RateLimits(now);
  const deps: ServeDeps = {
    settings,
    faults,
    calls,
    rates,
    context,
    responseUrls,
    port,
    closing: closing.signal,
  };
  server.on('connection', (socket) => {
    if (faults.isDown || closing.signal.aborted) socket.destroy();
  });
  server.on('upgrade', (request, socket, head) => {
    if (isFromClient(request, port)) gateway.upgrade(request, socket, head);
    else socket.destroy();
  });
  server.on('request', (request, response) => serve(deps, request, response));
  const interact: InteractDeps = { workspace, views, triggers, identity, responseUrls, send };

  return {
    apiUrl: `http://${origin}${API_PATH}`,
    identity,
    tokens,
    events: changes,
    faults,
    close: async () => {
      closing.abort();
      outgoing.close();
      await gateway.close();
      await stop(server);
    },
    post: (action) => post(workspace, feed, action),
    edit: (action) => editMessage(workspace, feed, action),
    delete: (action) => deleteMessage(workspace, feed, action),
    press: (action) => press(interact, action),
    pressInView: (action) => pressInView(interact, action),
    submitView: (action) => submitView(interact, action),
    closeView: (action) => closeView(interact, action),
    openHome: ({ user }) => {
      const { id } = knownUser(workspace, user);
      return feed.homeOpened(id, views.homeOf(id)?.view);
    },
    changeChannel: (id, change) => workspace.changeChannel(id, change),
    channels: () => workspace.channels(),
    users: () => workspace.users(),
    messages: (channel, threadTs) =>
      workspace
        .messages(channel)
        .filter(({ ts, thread_ts }) => threadTs === undefined || (thread_ts ?? ts) === threadTs),
    message: (channel, ts) => workspace.message(channel, ts),
    reactions: (channel, ts) => workspace.reactions(channel, ts),
    ephemerals: (channel) => workspace.ephemerals(channel),
    views: () => views.list(),
    calls: (method) => calls.list(method),
    connections: () => gateway.openConnections(),
    disconnect: (reason) => gateway.disconnect(reason),
    waitFor: (predicate, wait) => waitFor(changes, predicate, wait),
  };
}
