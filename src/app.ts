import { homedir, tmpdir } from 'node:os';
import { createHearer } from './channels/hear.js';
import type { Settings } from './config/settings.js';
import type { SlackSettings } from './config/slack-settings.js';
import { describeError } from './eventlog/describe-error.js';
import { createEventLog } from './eventlog/event-log.js';
import type { Logger } from './eventlog/logger-type.js';
import { createTicketClient, type TicketClient } from './ledger/client.js';
import { withControlKeywords } from './ledger/defang.js';
import { describeWorkItem } from './ledger/describe.js';
import { findKeywords } from './ledger/keyword-matches.js';
import { mayHaveToken, parseWorkItemRef } from './ledger/ref.js';
import { createTicketMirror } from './ledger/ticket-mirror.js';
import { createSessionClient, type SessionClient } from './loop/reply.js';
import { createSessionDelivery } from './loop/session-delivery.js';
import { followStream } from './loop/stream.js';
import { tailLog } from './loop/tail.js';
import { type PipelineDeps, processNext } from './replies/process.js';
import { type BoltDeps, createBoltApp } from './slack/bolt-app.js';
import { createSlackChannel } from './slack/channel.js';
import { createSlackClient } from './slack/client.js';
import type { ComposeSettings } from './slack/compose.js';
import type { HealthLine } from './slack/listeners/home.js';
import { POST_PACE, type PosterDeps, postNext } from './slack/poster.js';
import { type RedrawDeps, redrawNext } from './slack/redrawer.js';
import { runSocket } from './slack/socket.js';
import { createTell } from './slack/tell.js';
import { createWhisper } from './slack/whisper.js';
import { createAnswers } from './store/answers.js';
import { createBindings } from './store/bindings.js';
import { createSourceCursor } from './store/cursors.js';
import { type Database, openDatabase } from './store/database.js';
import { createInbox } from './store/inbox.js';
import { createOutbox } from './store/outbox.js';
import { createQuestions } from './store/questions.js';
import { createRedraws } from './store/redraws.js';
import { startWorkLoop } from './store/work-loop.js';

/** The channel's name in rows and records. */
const CHANNEL = 'slack';

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
  const outbox = createOutbox(prisma, CHANNEL);
  const questions = createQuestions(prisma, CHANNEL);
  const bindings = createBindings(prisma);
  const client = createSlackClient(settings.slackApiUrl, logger);
  const sessions = createSessionClient({ baseUrl: settings.loopUrl, token: tokens.loop });
  const ticket = createTicketClient({
    token: (host) => (mayHaveToken(host, settings.githubApiUrl) ? tokens.github() : undefined),
    apiUrl: settings.githubApiUrl,
    userAgent: 'the-loop-slack',
  });
  const compose: ComposeSettings = {
    verbosity: slack.verbosity,
    maxChars: slack.maxChars,
    longMessages: slack.longMessages,
    pressable: slack.readMode === 'socket',
    describeWorkItem,
  };

  const poster: PosterDeps = {
    ...{ outbox, bindings, client, compose, eventLog, logger },
    botToken: tokens.bot,
    botTokenEnv: slack.botTokenEnv,
    channel: slack.channel,
    pace: POST_PACE,
  };
  const posting = startWorkLoop('outbox', () => postNext(poster), { logger, signal });

  const redrawer: RedrawDeps = {
    ...{ client, compose, logger },
    redraws: createRedraws(prisma, CHANNEL),
    botToken: tokens.bot,
    pace: POST_PACE,
  };
  const redrawing = startWorkLoop('redraw', () => redrawNext(redrawer), { logger, signal });

  const pipeline: PipelineDeps = {
    ...{ inbox, eventLog },
    mirror: createTicketMirror({
      client: ticket,
      keywords: settings.keywords,
      secrets: tokens.values,
      paths: [homedir(), process.cwd(), settings.stateRoot, tmpdir()],
    }),
    delivery: createSessionDelivery(sessions),
    tell: createTell({
      ...{ client, outbox, logger },
      botToken: tokens.bot,
      reactions: slack.reactions,
      wake: () => posting.wake(),
    }),
  };
  const answering = startWorkLoop('inbox', () => processNext(pipeline), { logger, signal });

  const itemUrl = (ref: string) => describeWorkItem(ref).url;
  const hear = createHearer({
    channels: [
      createSlackChannel({
        ...{ events: slack.events, outbox, questions },
        wake: () => posting.wake(),
        redraw: () => redrawing.wake(),
      }),
    ],
    itemPage: (text) => (parseWorkItemRef(text).ok ? { url: itemUrl(text) } : 'malformed'),
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
  const bolt: BoltDeps = {
    ...{ bindings, questions, eventLog, logger, client, describeWorkItem, itemUrl },
    answers: createAnswers(prisma),
    apiUrl: settings.slackApiUrl,
    botToken: tokens.bot,
    authorizedUsers: slack.authorizedUsers,
    channel: slack.channel,
    whisper: createWhisper({ client, botToken: tokens.bot, logger }),
    holdsKeyword: (text) => findKeywords(text, withControlKeywords(settings.keywords)).length > 0,
    health: () => health(sessions, ticket, database),
    wake: () => answering.wake(),
    redraw: () => redrawing.wake(),
  };
  const reading =
    slack.readMode === 'socket'
      ? runSocket(
          {
            appToken: tokens.app,
            appTokenEnv: slack.appTokenEnv,
            build: (appToken) => createBoltApp(appToken, bolt),
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
      await Promise.allSettled([listening, reading, posting.done, redrawing.done, answering.done]);
      await database.close();
    },
  };
}

/** Whether each thing the app depends on answers, asked side by side. */
async function health(
  sessions: SessionClient,
  ticket: TicketClient,
  { prisma }: Database,
): Promise<HealthLine[]> {
  const [loop, github, database] = await Promise.all([
    sessions.health(),
    ticket.ping(),
    prisma.$queryRaw`SELECT 1`.then(
      () => undefined,
      (error: unknown) => describeError(error),
    ),
  ]);
  return [
    { name: 'the-loop', ok: loop.kind === 'up', detail: loop.kind === 'up' ? undefined : loop.reason },
    { name: 'GitHub', ok: github.kind === 'up', detail: github.kind === 'up' ? undefined : github.reason },
    { name: 'the database', ok: database === undefined, detail: database },
  ];
}
