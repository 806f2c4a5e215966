import { homedir, tmpdir } from 'node:os';
import { createHearer } from './channels/hear.js';
import type { Settings } from './config/settings.js';
import type { SlackSettings } from './config/slack-settings.js';
import { createEventLog } from './eventlog/event-log.js';
import type { Logger } from './eventlog/logger-type.js';
import { createTicketClient } from './ledger/client.js';
import { describeWorkItem } from './ledger/describe.js';
import { mayHaveToken, parseWorkItemRef, workItemUrl } from './ledger/ref.js';
import { createTicketMirror } from './ledger/ticket-mirror.js';
import { createSessionClient } from './loop/reply.js';
import { createSessionDelivery } from './loop/session-delivery.js';
import { followStream } from './loop/stream.js';
import { tailLog } from './loop/tail.js';
import { type PipelineDeps, processNext } from './replies/process.js';
import { createBoltApp } from './slack/bolt-app.js';
import { createSlackChannel } from './slack/channel.js';
import { createSlackClient } from './slack/client.js';
import { POST_PACE, type PosterDeps, postNext } from './slack/poster.js';
import { runSocket } from './slack/socket.js';
import { createTell } from './slack/tell.js';
import { createBindings } from './store/bindings.js';
import { createSourceCursor } from './store/cursors.js';
import { openDatabase } from './store/database.js';
import { createInbox } from './store/inbox.js';
import { createOutbox } from './store/outbox.js';
import { startWorkLoop } from './store/work-loop.js';

/** A running app. */
export type RunningApp = {
  /** Which database it uses, for people. */
  database: string;
  /** Takes no new work, finishes the step under way in each loop, and closes everything. */
  stop(): Promise<void>;
};

/**
 * Builds every room and joins them: the only code that knows them all.
 *
 * @param slack the channel's settings; a channel that is off is not started
 * @throws StoreError when the database cannot be opened
 */
export async function startApp(
  settings: Settings,
  slack: SlackSettings,
  logger: Logger,
): Promise<RunningApp> {
  const { tokens } = settings;
  const database = await openDatabase({
    url: settings.databaseUrl,
    embeddedDir: settings.embeddedDir,
    command: 'the-loop-slack listen',
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const { prisma } = database;
  const eventLog = createEventLog(settings.eventLogPath, logger);
  const inbox = createInbox(prisma);
  const outbox = createOutbox(prisma, 'slack');
  const bindings = createBindings(prisma);
  const client = createSlackClient(settings.slackApiUrl, logger);

  const poster: PosterDeps = {
    ...{ outbox, bindings, client, eventLog, logger },
    botToken: tokens.bot,
    botTokenEnv: slack.botTokenEnv,
    channel: slack.channel,
    compose: {
      verbosity: slack.verbosity,
      maxChars: slack.maxChars,
      longMessages: slack.longMessages,
      describeWorkItem,
    },
    pace: POST_PACE,
  };
  const posting = startWorkLoop('outbox', () => postNext(poster), { logger, signal });

  const pipeline: PipelineDeps = {
    ...{ inbox, eventLog },
    mirror: createTicketMirror({
      client: createTicketClient({
        token: (host) => (mayHaveToken(host, settings.githubApiUrl) ? tokens.github() : undefined),
        apiUrl: settings.githubApiUrl,
        userAgent: 'the-loop-slack',
      }),
      keywords: settings.keywords,
      secrets: tokens.values,
      paths: [homedir(), process.cwd(), settings.stateRoot, tmpdir()],
    }),
    delivery: createSessionDelivery(createSessionClient({ baseUrl: settings.loopUrl, token: tokens.loop })),
    tell: createTell({
      ...{ client, outbox, logger },
      botToken: tokens.bot,
      reactions: slack.reactions,
      wake: () => posting.wake(),
    }),
  };
  const answering = startWorkLoop('inbox', () => processNext(pipeline), { logger, signal });

  const hear = createHearer({
    channels: [createSlackChannel({ events: slack.events, outbox, wake: () => posting.wake() })],
    itemPage: (text) => {
      const parsed = parseWorkItemRef(text);
      return parsed.ok ? { url: workItemUrl(parsed.ref) } : 'malformed';
    },
    logger,
  });
  const { source } = settings;
  const listening =
    source.kind === 'log'
      ? tailLog({
          path: source.path,
          cursor: createSourceCursor(prisma, `log:${source.path}`),
          ...{ onRecord: hear, logger, signal },
        })
      : followStream({
          baseUrl: source.url,
          token: tokens.loop,
          cursor: createSourceCursor(prisma, `stream:${source.url}`),
          ...{ onRecord: hear, logger, signal },
        });
  const reading =
    slack.readMode === 'socket'
      ? runSocket(
          {
            appToken: tokens.app,
            appTokenEnv: slack.appTokenEnv,
            build: (appToken) =>
              createBoltApp(appToken, {
                ...{ bindings, inbox, eventLog, logger },
                apiUrl: settings.slackApiUrl,
                botToken: tokens.bot,
                authorizedUsers: slack.authorizedUsers,
                wake: () => answering.wake(),
              }),
            onState: () => undefined,
            logger,
          },
          signal,
        )
      : Promise.resolve();

  return {
    database: `${database.kind} (${database.where})`,
    async stop() {
      stopping.abort();
      await Promise.allSettled([listening, reading, posting.done, answering.done]);
      await database.close();
    },
  };
}
