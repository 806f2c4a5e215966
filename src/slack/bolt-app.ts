import { App, SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { EventLog } from '../eventlog/event-log.js';
import type { Logger } from '../eventlog/logger-type.js';
import type { Bindings } from '../store/bindings.js';
import type { Inbox } from '../store/inbox.js';
import { boltLogger, clientOptions } from './client.js';
import { onReply } from './listeners/reply.js';
import { byAnAuthorizedMember } from './middleware/by-an-authorized-member.js';
import { inABoundThread } from './middleware/in-a-bound-thread.js';
import { notByABot } from './middleware/not-by-a-bot.js';

/** What the Bolt app needs from the rest. */
export type BoltDeps = {
  apiUrl: string | undefined;
  botToken: () => string | undefined;
  authorizedUsers: readonly string[];
  bindings: Bindings;
  inbox: Inbox;
  eventLog: EventLog;
  logger: Logger;
  wake: () => void;
};

/** A Bolt app and the Socket Mode receiver under it. */
export type BoltApp = { app: App; receiver: SocketModeReceiver };

const authorizations = z.looseObject({
  authorizations: z.array(z.looseObject({ user_id: z.string(), is_bot: z.boolean().optional() })).optional(),
});

/**
 * Builds the Bolt app for one Socket Mode connection and registers every listener.
 *
 * Reconnecting is ours (`runSocket`): the SDK's own loop ends in an unhandled rejection when Slack cannot be reached
 * while it reconnects, and would take the process down.
 */
export function createBoltApp(appToken: string, deps: BoltDeps): BoltApp {
  const options = clientOptions(deps.apiUrl, deps.logger);
  const logger = boltLogger(deps.logger);
  const receiver = new SocketModeReceiver({
    appToken,
    autoReconnectEnabled: false,
    logger,
    installerOptions: { clientOptions: options },
  });
  const app = new App({
    receiver,
    logger,
    clientOptions: options,
    // Ours drops bots' messages and records that it did.
    ignoreSelf: false,
    authorize: async (_source, body) => {
      const botToken = deps.botToken();
      const bot = authorizations.safeParse(body).data?.authorizations?.find((entry) => entry.is_bot === true);
      return {
        ...(botToken === undefined ? {} : { botToken }),
        ...(bot === undefined ? {} : { botUserId: bot.user_id }),
      };
    },
  });
  const { eventLog } = deps;
  app.event(
    'message',
    notByABot({ eventLog }),
    inABoundThread({ eventLog, bindings: deps.bindings }),
    byAnAuthorizedMember({ eventLog, authorizedUsers: deps.authorizedUsers }),
    onReply({ eventLog, inbox: deps.inbox, wake: deps.wake }),
  );
  app.error(async (error) => {
    deps.logger.error('a Slack event was not handled', {
      code: error.code,
      cause: error.original?.name ?? error.name,
    });
    await eventLog.record({ event: 'channel.dropped', channel: 'slack', reason: 'error' });
  });
  return { app, receiver };
}
