import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import { migratedTemplate } from '../helpers/template.js';
import { until } from '../helpers/until.js';
import { newTally, type Tally } from './tally.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CHANNEL = 'C0SANDBOX';
const TOKEN = 'ghp_faults';
const PATIENCE_MS = 90_000;

/** The real app in a process of its own. */
export type AppChild = {
  child: ChildProcess;
  ended: () => boolean;
  /** What it wrote on stderr. */
  log: () => string;
  /** Ends it with a signal, and waits until it has. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/** What stands outside for one question and its answer. */
type Stands = {
  questions: number;
  mirrors: number;
  deliveries: number;
  marks: string[];
  notices: number;
};

/** Everything as it must be. */
export const ONCE: Stands = {
  ...{ questions: 1, mirrors: 1, deliveries: 1, notices: 0 },
  marks: ['eyes', 'white_check_mark'],
};

/** The far sides, a state folder, and as many processes of the app as are started. */
export type World = {
  slack: LocalSlack;
  ticket: LocalTicket;
  loop: LocalLoop;
  tally: Tally;
  start(options?: { preload?: string; env?: Record<string, string> }): AppChild;
  /** Resolves once `apps` processes listen to Slack and at least one to the-loop. */
  ready(apps?: number): Promise<void>;
  /** Asks about a work item of its own. */
  ask(n: number): void;
  /** Resolves once the question is in Slack. */
  asked(n: number): Promise<void>;
  /** Answers in words. */
  answer(n: number): void;
  /** Resolves once the answer carries both marks, is on the ticket, and its question's message says so. */
  done(n: number): Promise<void>;
  stands(n: number): Stands;
  /** Stops what still runs, counts questions 1 to `count`, and cleans up. */
  close(count: number): Promise<void>;
};

/** Starts the far sides. `url`: a Postgres server's database; an embedded one without. `stateRoot`: where the app keeps its state. */
export async function startWorld(options: { url?: string; stateRoot?: string } = {}): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-faults-'));
  const slack = await startLocalSlack();
  const ticket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'] });
  const loop = await startLocalLoop({ retryMs: 50 });
  const stateRoot = options.stateRoot ?? path.join(folder, '.the-loop');
  if (options.url === undefined) {
    const dataDir = path.join(stateRoot, 'local', 'slack', 'pgdata');
    await mkdir(dataDir, { recursive: true });
    const seed = await PGlite.create({ dataDir, loadDataDir: await migratedTemplate() });
    await seed.close();
  }
  const config = path.join(folder, 'slack.yaml');
  await writeFile(
    config,
    `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE] } }\nstate: { root: ${stateRoot} }\n`,
  );
  const apps: AppChild[] = [];
  const answers = new Map<number, string>();
  const item = (n: number) => `github:octo/app#${n}`;
  const questions = (n: number) =>
    slack
      .messages(CHANNEL)
      .filter(({ bot_id, text }) => bot_id !== undefined && text.includes(`Question ${n}, `));
  const threadOf = (n: number) => questions(n)[0]?.ts ?? 'none';
  const mirrors = (n: number) =>
    ticket.comments(item(n)).filter(({ body }) => body.includes('<!-- the-loop-slack:'));
  const marks = (n: number) =>
    slack
      .reactions(CHANNEL, answers.get(n) ?? 'none')
      .map(({ name }) => name)
      .sort();
  const world: World = {
    ...{ slack, ticket, loop, tally: newTally() },
    start({ preload, env = {} } = {}) {
      const child = spawn(
        process.execPath,
        [...(preload === undefined ? [] : ['--import', preload]), MAIN, 'listen', '--config', config],
        {
          cwd: folder,
          stdio: ['ignore', 'ignore', 'pipe'],
          env: {
            ...sandboxEnvironment(folder, {
              SLACK_API_URL: slack.apiUrl,
              GITHUB_API_URL: ticket.apiUrl,
              THE_LOOP_URL: loop.url,
              THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
              THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
              GITHUB_TOKEN: TOKEN,
              LOG_LEVEL: 'warn',
            }),
            ...(options.url === undefined ? {} : { DATABASE_URL: options.url }),
            ...env,
          },
        },
      );
      let log = '';
      let ended = false;
      child.stderr.on('data', (bytes: Buffer) => {
        log += bytes.toString('utf8');
      });
      const closed = new Promise<void>((resolve) => {
        child.once('close', () => {
          ended = true;
          resolve();
        });
      });
      const app: AppChild = {
        child,
        ended: () => ended,
        log: () => log,
        async end(signal) {
          child.kill(signal);
          if (signal === 'SIGKILL') world.tally.kills += 1;
          const hard = setTimeout(() => child.kill('SIGKILL'), 20_000);
          await closed;
          clearTimeout(hard);
        },
      };
      apps.push(app);
      return app;
    },
    async ready(count = 1) {
      await until(
        'the app to listen',
        () => slack.connections() >= count && loop.streams.count() > 0,
        PATIENCE_MS,
      );
    },
    ask(n) {
      world.tally.questions += 1;
      loop.ask({
        workItem: item(n),
        question: `Question ${n}, which one?\n\n1. This\n2. That`,
        actor: 'dev',
      });
    },
    async asked(n) {
      await until(`question ${n}`, () => questions(n).length > 0, PATIENCE_MS);
    },
    answer(n) {
      world.tally.answers += 1;
      answers.set(
        n,
        slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: threadOf(n), text: '2' }).message.ts,
      );
    },
    async done(n) {
      const decided = () => marks(n).length >= 2 && mirrors(n).length > 0;
      await until(`the marks and the comment of answer ${n}`, decided, PATIENCE_MS);
      const drawn = () => JSON.stringify(questions(n)[0]?.blocks ?? []);
      await until(
        `the message of question ${n} to say so`,
        () => drawn().includes('<@U0ALICE>') && !drawn().includes('⏳'),
        PATIENCE_MS,
      );
    },
    stands(n) {
      const thread = slack.messages(CHANNEL, threadOf(n));
      return {
        questions: questions(n).length,
        mirrors: mirrors(n).length,
        deliveries: loop.delivered().filter(({ ref }) => ref === item(n)).length,
        marks: marks(n),
        notices: thread.filter(({ bot_id, text }) => bot_id !== undefined && text.startsWith('⚠️')).length,
      };
    },
    async close(count) {
      await Promise.all(apps.filter(({ ended }) => !ended()).map((app) => app.end('SIGTERM')));
      const { tally } = world;
      for (let n = 1; n <= count; n += 1) {
        const { questions: posted, mirrors: written, deliveries, notices } = world.stands(n);
        if (posted > 1 || written > 1 || deliveries > 1) tally.doubled += 1;
        if (notices > 0) tally.told += 1;
        if (posted < 1 || written < 1 || (deliveries < 1 && notices < 1)) tally.lost += 1;
      }
      await Promise.all([slack.close(), ticket.close(), loop.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}
