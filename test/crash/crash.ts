import { spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import { createOwnDatabase } from '../../src/sandbox/own-database.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import { migratedTemplate } from '../helpers/template.js';
import { until } from '../helpers/until.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const PRELOAD = new URL('preload.mjs', import.meta.url).href;
const CHANNEL = 'C0SANDBOX';
const TOKEN = 'ghp_crash';

/** What a killed round left behind, once it had come to rest. */
export type Aftermath = {
  /** Where the process was killed; undefined when it came through. */
  killedAt: string | undefined;
  questions: number;
  mirrors: number;
  deliveries: number;
  marks: string[];
  notices: string[];
};

/** The far sides, shared by every round; each round has a work item and a database of its own. */
export type CrashWorld = {
  round(crashAt: number): Promise<Aftermath>;
  close(): Promise<void>;
};

/** Starts the far sides. `server`: a Postgres server for the databases; embedded ones without. */
export async function startCrashWorld(server: string | undefined): Promise<CrashWorld> {
  const slack: LocalSlack = await startLocalSlack();
  const ticket: LocalTicket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'] });
  const loop: LocalLoop = await startLocalLoop({ retryMs: 50 });
  let rounds = 0;

  const round = async (crashAt: number): Promise<Aftermath> => {
    rounds += 1;
    const item = `github:octo/app#${rounds}`;
    const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-crash-'));
    const embedded = path.join(folder, '.the-loop', 'local', 'slack', 'pgdata');
    const database =
      server === undefined ? undefined : await createOwnDatabase(server, 'the_loop_slack_crash');
    if (!database) {
      await mkdir(embedded, { recursive: true });
      const seed = await PGlite.create({ dataDir: embedded, loadDataDir: await migratedTemplate() });
      await seed.close();
    }
    const config = path.join(folder, 'slack.yaml');
    await writeFile(
      config,
      `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE] } }\nstate: { root: ${folder}/.the-loop }\n`,
    );
    const points = path.join(folder, 'points');
    await appendFile(points, '');
    const run = (at: number) => {
      const child = spawn(process.execPath, ['--import', PRELOAD, MAIN, 'listen', '--config', config], {
        cwd: folder,
        stdio: 'ignore',
        env: {
          ...sandboxEnvironment(folder, {
            SLACK_API_URL: slack.apiUrl,
            GITHUB_API_URL: ticket.apiUrl,
            THE_LOOP_URL: loop.url,
            THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
            THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
            GITHUB_TOKEN: TOKEN,
            LOG_LEVEL: 'error',
          }),
          ...(database ? { DATABASE_URL: database.url } : {}),
          ...(at > 0 ? { CRASH_AT: String(at), CRASH_LOG: points } : {}),
        },
      });
      const state = { ended: false };
      const done = new Promise<void>((resolve) => {
        child.once('close', () => {
          state.ended = true;
          resolve();
        });
      });
      return { child, state, done };
    };
    let app = run(crashAt);
    let revived = false;
    /** Starts the app again if it was killed; on a server, whose leases would have to run out, time is moved on. */
    const keepAlive = async () => {
      if (!app.state.ended) return;
      revived = true;
      if (database) await endLeasesOn(database.url);
      app = run(0);
    };
    const eventually = <T>(what: string, look: () => T | undefined | false) =>
      until(
        what,
        async () => {
          await keepAlive();
          return look();
        },
        60_000,
      );
    const questions = () =>
      slack
        .messages(CHANNEL)
        .filter(({ text, bot_id }) => bot_id !== undefined && text.includes(`Question ${rounds}?`));
    const mirrors = () => ticket.comments(item).filter(({ body }) => body.includes('<!-- the-loop-slack:'));
    const deliveries = () => loop.delivered().filter(({ ref }) => ref === item);

    await eventually('the app to connect', () => slack.connections() > 0 && loop.streams.count() > 0);
    loop.ask({ workItem: item, question: `Question ${rounds}?`, actor: 'dev' });
    const posted = await eventually('the question', () => questions()[0]);
    const { ts } = slack.post({
      user: 'U0ALICE',
      channel: CHANNEL,
      threadTs: posted.ts,
      text: 'the answer',
    }).message;
    const marksNow = () => slack.reactions(CHANNEL, ts).map(({ name }) => name);
    const isDecided = () => marksNow().some((name) => name === 'white_check_mark' || name === 'warning');
    await eventually('a verdict', isDecided);
    await eventually('the mirror', () => mirrors().length > 0);
    // A kill may still be due: the round is over when the app has come to rest, killed or not.
    await eventually('the message to say so', () =>
      JSON.stringify(slack.messages(CHANNEL).find((m) => m.ts === posted.ts)?.blocks).includes('<@U0ALICE>'),
    );
    const killed = revived || app.state.ended;
    app.child.kill('SIGTERM');
    await app.done;
    const lines = (await readFile(points, 'utf8')).trimEnd().split('\n');
    const aftermath: Aftermath = {
      killedAt: killed ? lines.at(-1) : undefined,
      questions: questions().length,
      mirrors: mirrors().length,
      deliveries: deliveries().length,
      marks: marksNow(),
      notices: slack
        .messages(CHANNEL, posted.ts)
        .filter(({ text, bot_id }) => bot_id !== undefined && text.startsWith('⚠️'))
        .map(({ text }) => text),
    };
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
    return aftermath;
  };
  return {
    round,
    close: async () => {
      await Promise.all([slack.close(), ticket.close(), loop.close()]);
    },
  };
}

async function endLeasesOn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT to_regclass('outbox') IS NOT NULL AS migrated");
  if (rows[0]?.migrated === true) {
    await client.query("UPDATE outbox SET lease_until = now() - interval '1 s' WHERE status = 'posting'");
    await client.query(
      "UPDATE inbox SET lease_until = now() - interval '1 s' WHERE settled_at IS NULL AND lease_until IS NOT NULL",
    );
  }
  await client.end();
}
