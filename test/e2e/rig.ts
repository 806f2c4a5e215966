import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type RunningApp, startApp } from '../../src/app.js';
import { loadSettings } from '../../src/config/load.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { MESSAGE_EVENTS } from '../../src/sandbox/slack/options.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import { openDatabase } from '../../src/store/database.js';
import { createServerDatabase } from '../helpers/databases.js';
import { keepingLogger, type LogEntry } from '../helpers/logger.js';
import { migratedTemplate } from '../helpers/template.js';
import { until } from '../helpers/until.js';

export const CHANNEL = 'C0SANDBOX';
export const ITEM = 'github:octo/app#7';

/** Values that must never turn up anywhere but in a request's own header. */
export const SENTINELS = {
  bot: 'xoxb-5entinel-b0t',
  app: 'xapp-5entinel-app',
  github: 'ghp_5entinelgithub0123456789abcdefghijkl',
  loop: '5entinel-loop-token',
};

type Record = { event: string; reason?: string; [field: string]: unknown };

/** The real app with everything around it, for driving it over real sockets. */
export type Rig = {
  slack: LocalSlack;
  ticket: LocalTicket;
  loop: LocalLoop;
  /** The app's environment; what is changed holds from the next read on. */
  env: { [name: string]: string };
  folder: string;
  entries: LogEntry[];
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The agent asks, on the ticket first; resolves with Slack's message. */
  ask(question?: string, workItem?: string): Promise<{ ts: string; threadTs: string }>;
  /** Asks without waiting for Slack. */
  askOnly(question: string, workItem?: string): void;
  reply(threadTs: string, text: string, user?: string): string;
  records(event?: string): Promise<Record[]>;
  marks(ts: string): string[];
  /** The marked comments that mirror replies. */
  mirrors(workItem?: string): string[];
  /** Removes a row of the outbox while the app runs, as pruning does. Only on a server. */
  forget(id: string): Promise<void>;
  /** Lets nobody near a table until it is released, as a database that hangs. Only on a server. */
  hold(table: 'inbox' | 'outbox'): Promise<{ release(): Promise<void> }>;
  /** Every row of every table, as JSON, read while the app is stopped. */
  rows(): Promise<string>;
  close(): Promise<void>;
};

/** Starts the local servers and prepares the app; `start` runs it. */
export async function makeRig(
  options: { server?: string | undefined; slackSection?: string; source?: 'stream' | 'log' } = {},
): Promise<Rig> {
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-e2e-'));
  const stateRoot = path.join(folder, '.the-loop');
  const eventLog = path.join(stateRoot, 'logs', 'events.jsonl');
  await mkdir(path.dirname(eventLog), { recursive: true });
  const slack = await startLocalSlack({
    botToken: SENTINELS.bot,
    appToken: SENTINELS.app,
    subscribedEvents: [...MESSAGE_EVENTS, 'app_home_opened'],
    users: ['ALICE', 'DANA', 'MALLORY'].map((name) => ({
      id: `U0${name}`,
      name: name.toLowerCase(),
      isBot: false,
    })),
  });
  const ticket = await startLocalTicket({ token: SENTINELS.github, repositories: ['octo/app'] });
  const loop = await startLocalLoop({ logPath: eventLog, token: SENTINELS.loop, retryMs: 50 });
  const database = options.server === undefined ? undefined : await createServerDatabase(options.server);
  const embeddedDir = path.join(stateRoot, 'local', 'slack');
  if (!database) {
    const dataDir = path.join(embeddedDir, 'pgdata');
    await mkdir(dataDir, { recursive: true });
    const seed = await PGlite.create({ dataDir, loadDataDir: await migratedTemplate() });
    await seed.close();
  }
  const config = path.join(folder, 'slack.yaml');
  await writeFile(
    config,
    options.slackSection ??
      `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE] } }\nstate: { root: .the-loop }\n`,
  );
  const env: { [name: string]: string } = {
    SLACK_API_URL: slack.apiUrl,
    GITHUB_API_URL: ticket.apiUrl,
    THE_LOOP_URL: loop.url,
    THE_LOOP_SLACK_BOT_TOKEN: SENTINELS.bot,
    THE_LOOP_SLACK_APP_TOKEN: SENTINELS.app,
    GITHUB_TOKEN: SENTINELS.github,
    THE_LOOP_TOKEN: SENTINELS.loop,
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...(options.source === 'log' ? { THE_LOOP_EVENT_LOG: eventLog } : {}),
  };
  const { logger, entries } = keepingLogger();
  let app: RunningApp | undefined;

  const askOnly = (question: string, workItem = ITEM) => {
    const { html_url } = ticket.addComment(workItem, { user: 'the-loop-bot', body: question });
    loop.ask({ workItem, question, actor: 'dev', commentUrl: html_url });
  };
  const rig: Rig = {
    ...{ slack, ticket, loop, env, folder, entries, askOnly },
    async start() {
      const settings = await loadSettings({ config, env, cwd: folder, home: folder });
      if (settings.slack.kind === 'off') throw new Error(`the channel is off: ${settings.slack.reason}`);
      app = await startApp(settings, settings.slack.settings, logger);
      if (options.source !== 'log') await loop.waitFor(() => loop.streams.count() > 0, { timeoutMs: 30_000 });
    },
    async stop() {
      await app?.stop();
      app = undefined;
    },
    async ask(question = 'Which one?', workItem = ITEM) {
      const before = slack.messages(CHANNEL).length;
      askOnly(question, workItem);
      const message = await slack.waitFor(() => slack.messages(CHANNEL)[before], { timeoutMs: 20_000 });
      return { ts: message.ts, threadTs: message.thread_ts ?? message.ts };
    },
    reply: (threadTs, text, user = 'U0ALICE') =>
      slack.post({ user, channel: CHANNEL, threadTs, text }).message.ts,
    async records(event) {
      const text = await readFile(eventLog, 'utf8').catch(() => '');
      const all: Record[] = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
      return all.filter((record) =>
        event === undefined ? record.event.startsWith('channel.') : record.event === event,
      );
    },
    marks: (ts) => slack.reactions(CHANNEL, ts).map(({ name }) => name),
    mirrors: (workItem = ITEM) =>
      ticket
        .comments(workItem)
        .map(({ body }) => body)
        .filter((body) => body.includes('<!-- the-loop-slack:')),
    async forget(id) {
      const client = new pg.Client({ connectionString: database?.url });
      await client.connect();
      await client.query('DELETE FROM outbox WHERE id = $1', [id]).finally(() => client.end());
    },
    async hold(table) {
      const client = new pg.Client({ connectionString: database?.url });
      await client.connect();
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return { release: () => client.end() };
    },
    async rows() {
      const db = await openDatabase({
        url: database?.url,
        embeddedDir,
        command: 'test',
        logger: keepingLogger().logger,
      });
      try {
        const { prisma } = db;
        const tables = await Promise.all([
          prisma.outboxItem.findMany(),
          prisma.inboxItem.findMany(),
          prisma.threadBinding.findMany(),
          prisma.cursor.findMany(),
        ]);
        return JSON.stringify(tables, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
      } finally {
        await db.close();
      }
    },
    async close() {
      await rig.stop();
      await Promise.all([slack.close(), ticket.close(), loop.close()]);
      await database?.drop();
      // A step that a stop did not wait for may still write there.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
  return rig;
}

/** Waits until a reply carries a verdict. */
export function decided(rig: Rig, ts: string, withinMs = 20_000): Promise<string[]> {
  return until(
    'a verdict on the reply',
    () => {
      const marks = rig.marks(ts);
      return marks.some((name) => name === 'white_check_mark' || name === 'warning') ? marks : undefined;
    },
    withinMs,
  );
}
