import { homedir, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { parseWorkItemRef, workItemUrl } from './ledger/ref.js';
import { createTicketMirror } from './ledger/ticket-mirror.js';
import { createSessionClient } from './loop/reply.js';
import { createSessionDelivery } from './loop/session-delivery.js';
import { followStream } from './loop/stream.js';
import { tailLog } from './loop/tail.js';
import { type PipelineDeps, processNext } from './replies/process.js';
import { type BoltDeps, createBoltApp } from './slack/bolt-app.js';
import { chain } from './slack/chain.js';
import { createSlackChannel } from './slack/channel.js';
import { createSlackClient } from './slack/client.js';
import type { ComposeSettings } from './slack/compose.js';
import type { HealthLine } from './slack/listeners/home.js';
import { messageSteps } from './slack/message-steps.js';
import { createPostGate } from './slack/post-gate.js';
import { POST_PACE, type PosterDeps, postNext } from './slack/poster.js';
import { keepReading, READ_PACE_MS, type ReadDeps, readThreads } from './slack/read-threads.js';
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
import { pruneBindings } from './store/prune.js';
import { createQuestions } from './store/questions.js';
import { createRedraws } from './store/redraws.js';
import { createThreads } from './store/threads.js';
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

/** In Socket Mode each thread with traffic in the last 14 days is read again at the start and every 15 minutes. */
const READ_AGAIN_MS = 15 * 60_000;
const QUIET_AFTER_MS = 14 * 24 * 60 * 60_000;

/** Answers that are on their way at once: one slow ticket must not hold up the others. */
const ANSWERING = 4;

/** What Slack is meant to be given, and takes in a burst. */
const POSTS = { perSecond: 1, burst: 5 };

/** Tells each queue's worker that there is something for it. */
type Wakes = { posting: () => void; redrawing: () => void; answering: () => void; reading: () => void };

/** Joins the rooms over one database. Nothing runs yet; what is wrong with an address is thrown before anything does. */
function wire(settings: Settings, slack: SlackSettings, logger: Logger, database: Database, wakes: Wakes) {
  const { tokens } = settings;
  const { prisma } = database;
  const botToken = tokens.bot;
  const eventLog = createEventLog(settings.eventLogPath, logger);
  const outbox = createOutbox(prisma, CHANNEL);
  const questions = createQuestions(prisma, CHANNEL);
  const bindings = createBindings(prisma);
  const client = createSlackClient(settings.slackApiUrl, logger);
  const sessions = createSessionClient({ baseUrl: settings.loopUrl, token: tokens.loop });
  const ticket = createTicketClient({
    token: tokens.github,
    apiUrl: settings.githubApiUrl,
    userAgent: 'the-loop-slack',
  });
  const itemUrl = (ref: string) => describeWorkItem(ref).url;
  const compose: ComposeSettings = {
    verbosity: slack.verbosity,
    maxChars: slack.maxChars,
    longMessages: slack.longMessages,
    pressable: slack.readMode === 'socket',
    describeWorkItem,
  };
  const poster: PosterDeps = {
    ...{ outbox, bindings, client, compose, eventLog, logger, botToken },
    botTokenEnv: slack.botTokenEnv,
    channel: slack.channel,
    pace: POST_PACE,
    gate: createPostGate(POSTS),
    readSoon: wakes.reading,
  };
  const redrawer: RedrawDeps = {
    ...{ client, compose, logger, botToken },
    redraws: createRedraws(prisma, CHANNEL),
    pace: POST_PACE,
  };
  const pipeline: PipelineDeps = {
    eventLog,
    inbox: createInbox(prisma),
    mirror: createTicketMirror({
      client: ticket,
      keywords: settings.keywords,
      secrets: tokens.values,
      paths: [homedir(), process.cwd(), settings.stateRoot, tmpdir()],
    }),
    delivery: createSessionDelivery(sessions),
    tell: createTell({
      ...{ client, outbox, logger, botToken },
      reactions: slack.reactions,
      wake: wakes.posting,
    }),
  };
  const bolt: BoltDeps = {
    ...{ bindings, questions, eventLog, logger, client, botToken, describeWorkItem, itemUrl },
    answers: createAnswers(prisma),
    apiUrl: settings.slackApiUrl,
    authorizedUsers: slack.authorizedUsers,
    channel: slack.channel,
    whisper: createWhisper({ client, botToken, logger }),
    holdsKeyword: (text) => findKeywords(text, withControlKeywords(settings.keywords)).length > 0,
    health: () => health(settings, ticket, database),
    wake: wakes.answering,
    redraw: wakes.redrawing,
    readSoon: wakes.reading,
  };
  const reader: ReadDeps = {
    ...{ client, botToken, logger },
    threads: createThreads(prisma),
    handle: chain(...messageSteps(bolt)),
    quietAfterMs: slack.readMode === 'socket' ? QUIET_AFTER_MS : undefined,
    paceMs: READ_PACE_MS,
  };
  const hear = createHearer({
    channels: [
      createSlackChannel({
        ...{ events: slack.events, outbox, questions },
        wake: wakes.posting,
        redraw: wakes.redrawing,
      }),
    ],
    readRef: (text) => {
      const parsed = parseWorkItemRef(text);
      return parsed.ok ? { ref: parsed.ref.text, url: workItemUrl(parsed.ref) } : 'malformed';
    },
    logger,
  });
  return { poster, redrawer, pipeline, bolt, reader, hear };
}

/** Runs `work` now and every hour until `signal` aborts; a failure is logged, and made good by the next time. */
async function everyHour(work: () => Promise<unknown>, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) =>
      logger.error('tidying up failed', { cause: describeError(error) }),
    );
    await sleep(60 * 60_000, undefined, { signal }).catch(() => undefined);
  }
}

function open(settings: Settings, command: string): Promise<Database> {
  const { databaseUrl: url, embeddedDir } = settings;
  return openDatabase({ url, embeddedDir, command: `the-loop-slack ${command}` });
}

/**
 * Builds every room, joins them and sets them going: the only code that knows them all.
 *
 * @param slack the channel's settings; a channel that is off is not started
 * @throws StoreError when the database cannot be opened
 */
export async function startApp(
  settings: Settings,
  slack: SlackSettings,
  logger: Logger,
): Promise<RunningApp> {
  const database = await open(settings, 'listen');
  const stopping = new AbortController();
  const { signal } = stopping;
  const rooms = wire(settings, slack, logger, database, {
    posting: () => posting.wake(),
    redrawing: () => redrawing.wake(),
    answering: () => wakeAnswering(),
    reading: () => reading?.soon(),
  });
  const posting = startWorkLoop('outbox', () => postNext(rooms.poster), { logger, signal });
  const redrawing = startWorkLoop('redraw', () => redrawNext(rooms.redrawer), { logger, signal });
  const answering = Array.from({ length: ANSWERING }, (_, index) =>
    startWorkLoop(`inbox ${index + 1}`, () => processNext(rooms.pipeline), { logger, signal }),
  );
  const wakeAnswering = () => {
    for (const { wake } of answering) wake();
  };

  const { source, tokens } = settings;
  const onRecord = rooms.hear;
  const name = source.kind === 'log' ? `log:${source.path}` : `stream:${source.url}`;
  const cursor = createSourceCursor(database.prisma, name);
  const listening =
    source.kind === 'log'
      ? tailLog({ path: source.path, cursor, onRecord, logger, signal })
      : followStream({ baseUrl: source.url, token: tokens.loop, cursor, onRecord, logger, signal });

  const interval = slack.readMode === 'socket' ? READ_AGAIN_MS : slack.intervalSeconds * 1000;
  const reading = slack.readMode === 'off' ? undefined : keepReading(rooms.reader, interval, signal);
  const build = (appToken: string) => createBoltApp(appToken, rooms.bolt);
  const { appTokenEnv } = slack;
  const socket = { appToken: tokens.app, appTokenEnv, build, onState: () => undefined, logger };
  const connected = slack.readMode === 'socket' ? runSocket(socket, signal) : undefined;

  const tidying = everyHour(() => pruneBindings(database.prisma, settings.bindingCap), logger, signal);

  return {
    database: `${database.kind} (${database.where})`,
    async stop() {
      stopping.abort();
      const queues = [posting, redrawing, ...answering].map(({ done }) => done);
      await Promise.allSettled([listening, connected, reading?.done, tidying, ...queues]);
      await database.close();
    },
  };
}

/**
 * Runs one poll cycle in this process: reads every bound thread, and takes what it found as far as it goes now (R4.1).
 *
 * @returns how many threads were read, and how many answers wait for a later try
 * @throws StoreError when the database cannot be opened, such as while `listen` holds the embedded one
 */
export async function pollOnce(
  settings: Settings,
  slack: SlackSettings,
  logger: Logger,
): Promise<{ threads: number; waiting: number }> {
  const database = await open(settings, 'poll');
  const idle = () => undefined;
  try {
    const wakes = { posting: idle, redrawing: idle, answering: idle, reading: idle };
    const rooms = wire(settings, slack, logger, database, wakes);
    const threads = await readThreads(rooms.reader, new AbortController().signal);
    for (const step of [
      () => processNext(rooms.pipeline),
      () => postNext(rooms.poster),
      () => redrawNext(rooms.redrawer),
    ]) {
      while (await step());
    }
    return { threads, waiting: await database.prisma.inboxItem.count({ where: { settledAt: null } }) };
  } finally {
    await database.close();
  }
}

/** A member looks at the answer: whoever takes longer than this counts as away. Milliseconds. */
const IMPATIENT = { connectTimeoutMs: 2_000, timeoutMs: 3_000 };

/** Whether each thing the app depends on answers, asked side by side. */
async function health(
  { loopUrl, tokens }: Settings,
  ticket: TicketClient,
  { prisma }: Database,
): Promise<HealthLine[]> {
  const sessions = createSessionClient({ baseUrl: loopUrl, token: tokens.loop, ...IMPATIENT });
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
