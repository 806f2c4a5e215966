import { setMaxListeners } from 'node:events';
import { homedir, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { broadcast, type Channel } from './channels/channel.js';
import type { ChannelEvent } from './channels/event.js';
import { createHearer } from './channels/hear.js';
import type { Settings } from './config/settings.js';
import type { SlackSettings } from './config/slack-settings.js';
import { describeError } from './eventlog/describe-error.js';
import { createEventLog } from './eventlog/event-log.js';
import type { Logger } from './eventlog/logger-type.js';
import { countEvents, countPosts, countReplies } from './health/counted.js';
import { type Counts, NO_COUNTS } from './health/metrics.js';
import { startMonitor } from './health/monitor.js';
import { type CommentAllowed, createTicketClient, type TicketClient } from './ledger/client.js';
import { withControlKeywords } from './ledger/defang.js';
import { describeWorkItem } from './ledger/describe.js';
import { findKeywords } from './ledger/keyword-matches.js';
import { parseWorkItemRef, type WorkItemRef, workItemUrl } from './ledger/ref.js';
import { createTicketMirror } from './ledger/ticket-mirror.js';
import { writeQuestion } from './ledger/write-question.js';
import { createSessionClient, type SessionClient } from './loop/reply.js';
import { createSessionDelivery } from './loop/session-delivery.js';
import type { SourceStatus } from './loop/status.js';
import { followStream } from './loop/stream.js';
import { tailLog } from './loop/tail.js';
import { type Asked, askEverywhere } from './operator/ask.js';
import { knock, openDoor } from './operator/door.js';
import type { Operator } from './operator/operator.js';
import { type PipelineDeps, takeReplies } from './replies/process.js';
import { afterBreaks } from './slack/after-breaks.js';
import { type BoltDeps, createBoltApp } from './slack/bolt-app.js';
import { chain } from './slack/chain.js';
import { createSlackChannel } from './slack/channel.js';
import { createSlackClient } from './slack/client.js';
import type { ComposeSettings } from './slack/compose.js';
import { keepReading } from './slack/keep-reading.js';
import type { HealthLine } from './slack/listeners/home.js';
import { messageSteps } from './slack/message-steps.js';
import { inTurn } from './slack/middleware/in-turn.js';
import { createPostGate } from './slack/post-gate.js';
import { LOOK_THROUGH, POST_PACE, type PosterDeps, takePost } from './slack/poster.js';
import { Presses } from './slack/presses.js';
import { probeSlack, type SlackFacts } from './slack/probe.js';
import { type CycleResult, READ_PACE_MS, type ReadDeps, readThreads } from './slack/read-threads.js';
import { createRecent } from './slack/recent.js';
import { type RedrawDeps, takeRedraw } from './slack/redrawer.js';
import { runSocket, type SocketState } from './slack/socket.js';
import { createTell } from './slack/tell.js';
import { createWhisper } from './slack/whisper.js';
import { createAnswers } from './store/answers.js';
import { countBacklog } from './store/backlog.js';
import { createBindings } from './store/bindings.js';
import { createSourceCursor, type SourceCursorStore, sourceName } from './store/cursors.js';
import { type Database, openDatabase } from './store/database.js';
import { StoreError } from './store/errors.js';
import { createInbox } from './store/inbox.js';
import {
  dropPost,
  eventsFrom,
  listPosts,
  listReplies,
  listThreads,
  readOverview,
  retryPost,
} from './store/operations.js';
import { createOutbox } from './store/outbox.js';
import { readLock } from './store/process-lock.js';
import { pruneBindings } from './store/prune.js';
import { createQuestions } from './store/questions.js';
import { createRedraws } from './store/redraws.js';
import type { Place } from './store/threads.js';
import { createThreads } from './store/threads.js';
import { oneByOne, startWorkLoop, workOff } from './store/work-loop.js';
import { atMost } from './time/at-most.js';
import { pause } from './time/pause.js';

/** The channel's name in rows and records. */
const CHANNEL = 'slack';

/** A running app. */
export type RunningApp = {
  /** Which database it uses, for people. */
  database: string;
  /** Takes no new work, finishes the step under way in each loop or lets go of it, and closes everything, within 10 s. */
  stop(): Promise<void>;
};

/** In Socket Mode each thread with traffic in the last 14 days is read again at the start and every 15 minutes. */
const READ_AGAIN_MS = 15 * 60_000;
const QUIET_AFTER_MS = 14 * 24 * 60 * 60_000;

/** Answers that are on their way at once: one slow ticket must not hold up the others. */
const ANSWERING = 4;

/** What Slack is meant to be given, and takes in a burst: posts in a channel, and edits (Tier 3). */
const POSTS = { perSecond: 1, burst: 5 };
const EDITS = { perSecond: 1, burst: 20 };

/** Pages that posts in doubt are looked for in: Tier 3 allows 50 a minute (contracts/slack.md, "Rate limits"). */
const LOOKS = { perSecond: 0.8, burst: 5 };

/** Posts under way at once, each of another work item: one that hangs must not hold up the next. */
const POSTING = 2;

/** Edited replies that are remembered: Slack sends an event again within minutes, if at all. */
const EDITS_KEPT = 1_000;

/**
 * A stop has ten seconds in all (issue 5): what is under way may take seven to end, and the database one for each thing it
 * is asked. Members whose press is not taken in by `presses` are told to press again. A call that hangs may still arrive:
 * what it was about is left alone for as long as `inFlight`. Milliseconds.
 */
const STOPPING = { work: 7_000, presses: 4_000, database: 1_000, inFlight: 2_000 };

/** Tells each queue's worker that there is something for it. */
type Wakes = {
  posting: () => void;
  redrawing: () => void;
  answering: () => void;
  reading: (place?: Place) => void;
};

const asleep = () => undefined;

/** For a process that runs no workers: it takes each step itself. */
const NO_WAKES: Wakes = { posting: asleep, redrawing: asleep, answering: asleep, reading: asleep };

/** Joins the rooms over one database. Nothing runs yet; what is wrong with an address is thrown before anything does. */
function wire(
  settings: Settings,
  slack: SlackSettings,
  logger: Logger,
  database: Database,
  wakes: Wakes,
  counts: Counts = NO_COUNTS,
) {
  const { tokens } = settings;
  const { prisma } = database;
  const botToken = tokens.bot;
  const eventLog = countEvents(createEventLog(settings.eventLogPath, logger), counts);
  const outbox = countPosts(createOutbox(prisma, CHANNEL), counts);
  const questions = createQuestions(prisma, CHANNEL);
  const bindings = createBindings(prisma);
  const client = createSlackClient(settings.slackApiUrl, logger);
  const sessions = createSessionClient({ baseUrl: settings.loopUrl, token: tokens.loop });
  const ticket = createTicketClient({
    token: tokens.github,
    apiUrl: settings.githubApiUrl,
    userAgent: 'the-loop-slack',
    log: logger,
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
    looking: { pages: LOOK_THROUGH, gate: createPostGate(LOOKS) },
    underWay: new Set(),
    readSoon: wakes.reading,
  };
  const redrawer: RedrawDeps = {
    ...{ client, compose, logger, botToken },
    redraws: createRedraws(prisma, CHANNEL),
    pace: POST_PACE,
    gate: createPostGate(EDITS),
  };
  const pipeline: PipelineDeps = {
    eventLog,
    underWay: new Set(),
    inbox: countReplies(createInbox(prisma), counts),
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
    inTurn: inTurn(),
    presses: new Presses(),
    apiUrl: settings.slackApiUrl,
    authorizedUsers: slack.authorizedUsers,
    channel: slack.channel,
    whisper: createWhisper({ client, botToken, logger }),
    holdsKeyword: (text) => findKeywords(text, withControlKeywords(settings.keywords)).length > 0,
    health: () => health(settings, ticket, database),
    heardFrom: noteEvents(createSourceCursor(prisma, eventsFrom(slack.channel)), slack.channel),
    isNewEdit: createRecent(EDITS_KEPT),
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
  const channels: Channel[] = [
    createSlackChannel({
      ...{ events: slack.events, outbox, questions },
      wake: wakes.posting,
      redraw: wakes.redrawing,
    }),
  ];
  const hear = createHearer({
    channels,
    readRef: (text) => {
      const parsed = parseWorkItemRef(text);
      return parsed.ok ? { ref: parsed.ref.text, url: workItemUrl(parsed.ref) } : 'malformed';
    },
    logger,
  });
  const operator: Operator = {
    overview: () => readOverview(prisma, slack.channel),
    threads: () => listThreads(prisma),
    posts: () => listPosts(prisma),
    async retry(id) {
      const changed = await retryPost(prisma, id);
      wakes.posting();
      return changed;
    },
    drop: (id) => dropPost(prisma, id),
    replies: (workItem) => listReplies(prisma, workItem),
    async tell(event) {
      await broadcast(channels, event);
      return { channels: channels.filter(({ wants }) => wants(event.type)).map(({ name }) => name) };
    },
  };
  return { poster, redrawer, pipeline, bolt, reader, hear, operator };
}

/** How often it is written down that Slack sends events, in milliseconds. */
const NOTED_MS = 10_000;

/** Writes down, now and then, that Slack sent an event from the channel. For `status` alone: a failure changes nothing. */
function noteEvents(cursor: SourceCursorStore, channel: string): (from: string) => void {
  let notedAt = Number.NEGATIVE_INFINITY;
  return (from) => {
    if (from !== channel || performance.now() - notedAt < NOTED_MS) return;
    notedAt = performance.now();
    cursor.save({ position: '', heardAt: new Date() }).catch(() => {
      notedAt = Number.NEGATIVE_INFINITY;
    });
  };
}

/** Runs `work` now and every hour until `signal` aborts; a failure is logged, and made good by the next time. */
async function everyHour(work: () => Promise<unknown>, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) =>
      logger.error('tidying up failed', { cause: describeError(error) }),
    );
    await pause(60 * 60_000, signal);
  }
}

function open(settings: Settings, command: string, logger: Logger): Promise<Database> {
  const { databaseUrl: url, embeddedDir } = settings;
  return openDatabase({ url, embeddedDir, command: `the-loop-slack ${command}`, logger });
}

/** What is claimed from each queue, and worked on. */
function queuesOf({ pipeline, poster, redrawer }: ReturnType<typeof wire>) {
  return {
    replies: (atMost: number) => takeReplies(pipeline, atMost),
    posts: oneByOne(() => takePost(poster)),
    redraws: oneByOne(() => takeRedraw(redrawer)),
  };
}

/**
 * Builds every room, joins them and sets them going: the only code that knows them all.
 *
 * @param slack the channel's settings; a channel that is off is not started
 * @throws StoreError when the database cannot be opened, HealthError when the health server cannot listen
 */
export async function startApp(
  settings: Settings,
  slack: SlackSettings,
  logger: Logger,
): Promise<RunningApp> {
  // First, so that who asks during a long migration is told that the app lives and is not ready.
  const wants = { socket: slack.readMode === 'socket', source: settings.source.kind };
  const monitor = await startMonitor({ listenAt: settings.health, wants, logger });
  const { signs } = monitor;
  const database = await open(settings, 'listen', logger).catch(async (error: unknown) => {
    await monitor.close();
    throw error;
  });
  monitor.watch({
    ping: () => database.prisma.$queryRaw`SELECT 1`,
    backlog: () => countBacklog(database.prisma),
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every worker listens for the end; Node would take that many for a leak.
  setMaxListeners(0, signal);
  const wakes: Wakes = {
    posting: () => posting.wake(),
    redrawing: () => redrawing.wake(),
    answering: () => answering.wake(),
    reading: (place) => reading?.soon(place),
  };
  const rooms = wire(settings, slack, logger, database, wakes, monitor.counts);
  const door =
    database.kind === 'embedded' ? await openDoor(settings.embeddedDir, rooms.operator, logger) : undefined;
  const queues = queuesOf(rooms);
  const posting = startWorkLoop('outbox', queues.posts, { slots: POSTING, logger, signal });
  const redrawing = startWorkLoop('redraw', queues.redraws, { slots: 1, logger, signal });
  const answering = startWorkLoop('inbox', queues.replies, { slots: ANSWERING, logger, signal });

  const { source, tokens } = settings;
  const onRecord = rooms.hear;
  const name = sourceName(source);
  const cursor = createSourceCursor(database.prisma, name);
  const onStatus = (status: SourceStatus) => signs.sourceIs(status);
  const follow = (baseUrl: string, leading: AbortSignal) => {
    signs.leads(true);
    return followStream({
      ...{ baseUrl, token: tokens.loop, cursor, onRecord, onStatus, logger },
      onByte: () => signs.byte(),
      signal: leading,
    }).finally(() => signs.leads(false));
  };
  const listening =
    source.kind === 'log'
      ? tailLog({ path: source.path, cursor, onRecord, onStatus, logger, signal })
      : database.lead(name, (leading) => follow(source.url, leading), signal);

  const interval = slack.readMode === 'socket' ? READ_AGAIN_MS : slack.intervalSeconds * 1000;
  const reading = slack.readMode === 'off' ? undefined : keepReading(rooms.reader, interval, signal);
  const build = (appToken: string) => createBoltApp(appToken, rooms.bolt);
  const { appTokenEnv } = slack;
  const noteBreak = afterBreaks(() => reading?.soon());
  const onState = (state: SocketState) => {
    signs.socketIs(state);
    noteBreak(state);
  };
  const socket = { appToken: tokens.app, appTokenEnv, build, onState, logger };
  const connected = slack.readMode === 'socket' ? runSocket(socket, signal) : undefined;

  const tidyUp = async () => {
    await pruneBindings(database.prisma, settings.bindingCap);
    await database.tidy();
  };
  const tidying = everyHour(tidyUp, logger, signal);

  return {
    database: `${database.kind} (${database.where})`,
    async stop() {
      signs.stops();
      stopping.abort();
      await door?.close();
      const working = [posting, redrawing, answering].map(({ done }) => done);
      const pressed = rooms.bolt.presses.end(STOPPING.presses);
      const loops = Promise.allSettled([listening, connected, reading?.done, tidying, pressed, ...working]);
      if (!(await atMost(STOPPING.work, loops))) {
        logger.warn(
          'stopping without waiting for what hangs; another replica, or the next start, goes on with it',
        );
        const claims = [rooms.poster.outbox, rooms.pipeline.inbox];
        const released = claims.map((queue) => queue.release(STOPPING.inFlight));
        await atMost(STOPPING.database, Promise.allSettled(released));
      }
      await atMost(STOPPING.database, database.close());
      await monitor.close();
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
): Promise<Pick<CycleResult, 'read' | 'failed'> & { waiting: number }> {
  const database = await open(settings, 'poll', logger);
  try {
    const rooms = wire(settings, slack, logger, database, NO_WAKES);
    const { read, failed } = await readThreads(rooms.reader, new AbortController().signal);
    const { replies, posts, redraws } = queuesOf(rooms);
    for (const take of [replies, posts, redraws]) await workOff(take);
    const waiting = await database.prisma.inboxItem.count({ where: { settledAt: null } });
    return { read, failed, waiting };
  } finally {
    await database.close();
  }
}

/** An operator of the app's state, and how it was reached. */
export type OpenOperator = Operator & {
  /** The database it works on, for people: no password in it. */
  where: string;
  close(): Promise<void>;
};

/** How long what was told is posted by this process itself, when no running app is known to do it. Milliseconds. */
const POSTING_MS = 10_000;

/** How long a command waits for a process that has the embedded database and no door: another command, or a start. */
const LOCKED_MS = 10_000;

/** The database, or the operator behind the door of the app that holds it. @throws StoreError */
async function reach(
  settings: Settings,
  command: string,
  logger: Logger,
): Promise<Database | { operator: Operator; where: string }> {
  const end = Date.now() + LOCKED_MS;
  for (;;) {
    try {
      return await open(settings, command, logger);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'locked') throw error;
      const lock = await readLock(settings.embeddedDir);
      if (lock.kind === 'held') {
        const { pid } = lock.holder;
        const operator = await knock(settings.embeddedDir, pid);
        const where = `embedded (${settings.embeddedDir}), through the running app (process ${pid})`;
        if (operator) return { operator, where };
      }
      if (Date.now() > end) throw error;
      await sleep(200);
    }
  }
}

/**
 * Reaches the app's state for one command: through the running app when that holds the embedded database, else by opening
 * it. What is told is then posted by this process as far as it goes now; the rest waits in the outbox for the next `listen`.
 *
 * @throws StoreError `locked`, naming the holder, when another process has the embedded database and takes no commands
 */
export async function openOperator(
  settings: Settings,
  slack: SlackSettings,
  logger: Logger,
  command: string,
): Promise<OpenOperator> {
  const reached = await reach(settings, command, logger);
  if ('operator' in reached) {
    const { operator, where } = reached;
    return { ...operator, where, close: async () => undefined };
  }
  const { operator, poster } = wire(settings, slack, logger, reached, NO_WAKES);
  return {
    ...operator,
    where: `${reached.kind} (${reached.where})`,
    async tell(event) {
      const told = await operator.tell(event);
      const end = Date.now() + POSTING_MS;
      await workOff(oneByOne(async () => (Date.now() < end ? takePost(poster) : undefined)));
      return told;
    },
    close: () => reached.close(),
  };
}

/** What the outside says when it is asked; `item` when there is a work item to ask GitHub about. */
export type Probed = {
  slack: SlackFacts;
  loop: Awaited<ReturnType<SessionClient['health']>>;
  github: Awaited<ReturnType<TicketClient['ping']>>;
  item: { ref: string; may: CommentAllowed } | undefined;
};

/**
 * Asks Slack, GitHub and the-loop how they stand towards this setup. Nothing is changed anywhere.
 *
 * @param workItem a work item to ask GitHub about: whether a comment on it would be taken
 */
export async function probe(
  settings: Settings,
  slack: SlackSettings,
  logger: Logger,
  workItem: string | undefined,
): Promise<Probed> {
  const { tokens, loopUrl } = settings;
  const sessions = createSessionClient({ baseUrl: loopUrl, token: tokens.loop, ...IMPATIENT });
  const ticket = createTicketClient({
    ...{ token: tokens.github, apiUrl: settings.githubApiUrl, userAgent: 'the-loop-slack' },
    timeoutMs: IMPATIENT.timeoutMs,
  });
  const parsed = workItem === undefined ? undefined : parseWorkItemRef(workItem);
  const [facts, loop, github, may] = await Promise.all([
    probeSlack({
      client: createSlackClient(settings.slackApiUrl, logger),
      ...{ botToken: tokens.bot(), appToken: tokens.app(), channel: slack.channel },
      needsSocket: slack.readMode === 'socket',
    }),
    sessions.health(),
    ticket.ping(),
    parsed?.ok === true ? ticket.mayComment(parsed.ref) : undefined,
  ]);
  const item = parsed?.ok === true && may !== undefined ? { ref: parsed.ref.text, may } : undefined;
  return { slack: facts, loop, github, item };
}

/** How long each part of an `ask` may take, in milliseconds: somebody waits for it to end. */
const ASKING = { call: 15_000, ticket: 40_000, channels: 30_000 };

/**
 * Asks a question: on the ticket, in the event log, on the channels. Nothing that fails is thrown; the result says it.
 *
 * @param signal ends the waits for ticket and channels; what was asked is still recorded
 */
export function ask(
  settings: Settings,
  logger: Logger,
  question: { ref: WorkItemRef; text: string; actor: string },
  signal: AbortSignal,
): Promise<Asked> {
  const { slack, tokens, githubApiUrl, eventLogPath } = settings;
  const { ref, text, actor } = question;
  const client = createTicketClient({
    token: tokens.github,
    apiUrl: githubApiUrl,
    userAgent: 'the-loop-slack',
    timeoutMs: ASKING.call,
  });
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ASKING.ticket)]);
  const tell = async (event: ChannelEvent, slackSettings: SlackSettings) => {
    const operator = await openOperator(settings, slackSettings, logger, 'ask');
    try {
      return await operator.tell(event);
    } finally {
      await operator.close();
    }
  };
  const isWanted = slack.kind === 'on' && slack.settings.events.includes('session.awaiting_input');
  return askEverywhere(
    {
      writeOnTicket: () => writeQuestion(client, ref, text, inTime),
      eventLogPath,
      tell: isWanted ? (event) => tell(event, slack.settings) : undefined,
      tellingMs: ASKING.channels,
      signal,
    },
    { workItem: ref.text, itemUrl: workItemUrl(ref), text, actor },
  );
}

/**
 * Brings the database up to date.
 *
 * @returns where it is, and the names of the migrations applied now, oldest first
 * @throws StoreError, such as `locked` while another process has the embedded database open
 */
export async function migrateDatabase(
  settings: Settings,
  logger: Logger,
): Promise<{ database: string; applied: string[] }> {
  const database = await open(settings, 'migrate', logger);
  await database.close();
  return { database: `${database.kind} (${database.where})`, applied: database.applied };
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
