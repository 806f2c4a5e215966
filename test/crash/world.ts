import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import { until } from '../helpers/until.js';
import { type AppChild, startChild } from './app-child.js';
import { type CrashDatabase, makeDatabase } from './database.js';
import type { FarSides, Flow } from './flows.js';
import type { Done, Target } from './points.js';

const CHANNEL = 'C0SANDBOX';
const TOKEN = 'ghp_crash';
const MEMBER = 'U0ALICE';

/** How long anything may take, the restart included; a busy machine is slow. */
const PATIENCE_MS = 180_000;

/** The app looks for work every half second: whoever changed nothing for longer is at rest. */
const AT_REST_MS = 700;

/** What the preload leaves behind when it kills its process. */
const deathNote = z.object({ delivering: z.boolean() });

/** How the far sides stand for one question, once the app has come to rest. */
export type Standing = {
  questions: number;
  mirrors: number;
  deliveries: string[];
  marks: string[];
  notices: number;
  /** Whether its message offers choices still. */
  offers: boolean;
};

/** What one round left behind. */
export type Aftermath = Standing & {
  killed: boolean;
  /** Whether the kill may have come in the middle of the call to the session: only then may its fate stay unknown. */
  killedDelivering: boolean;
  /** What never came, when something did not. */
  lost: string | undefined;
  faults: number;
  messages: number;
  /** What the app did, for a round without a kill. */
  done: readonly Done[];
};

/** The app with far sides and a database of its own. Rounds follow each other in one world, each on its own work item. */
export type CrashWorld = {
  round(flow: Flow, target: Target | undefined): Promise<Aftermath>;
  /** How every round's question stands now, for what was doubled after its round was over. */
  standings(): { then: Standing; now: Standing }[];
  close(): Promise<void>;
};

/** A place for the app to live: a folder, a database, and the environment that names them. */
type Life = {
  cwd: string;
  config: string;
  env: Record<string, string>;
  death: string;
  database: CrashDatabase;
};

async function makeLife({ slack, ticket, loop }: FarSides, server: string | undefined): Promise<Life> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-crash-'));
  const database = await makeDatabase(server, cwd);
  const config = path.join(cwd, 'slack.yaml');
  const death = path.join(cwd, 'death.json');
  await writeFile(
    config,
    `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [${MEMBER}] } }\nstate: { root: ${cwd}/.the-loop }\n`,
  );
  const env = sandboxEnvironment(cwd, {
    SLACK_API_URL: slack.apiUrl,
    GITHUB_API_URL: ticket.apiUrl,
    THE_LOOP_URL: loop.url,
    THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
    THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
    GITHUB_TOKEN: TOKEN,
    LOG_LEVEL: 'error',
    CRASH_DEATH: death,
    ...database.env,
  });
  return { cwd, config, env, death, database };
}

async function endLife({ cwd, database }: Life): Promise<void> {
  await database.drop();
  await rm(cwd, { recursive: true, force: true });
}

/** Starts the far sides. `server`: a Postgres server to make a database on; an embedded one without. */
export async function startCrashWorld(server: string | undefined): Promise<CrashWorld> {
  const slack = await startLocalSlack();
  const ticket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'] });
  const loop = await startLocalLoop({ retryMs: 50 });
  const far = { slack, ticket, loop };
  const life = await makeLife(far, server);
  const start = (target?: Target) => startChild({ ...life, target });
  let app: AppChild | undefined;
  const rounds: { number: number; ts: string; answerTs: string | undefined; then: Standing }[] = [];
  let count = 0;

  const standing = (number: number, ts: string, answerTs: string | undefined): Standing => {
    const item = `github:octo/app#${number}`;
    const thread = slack.messages(CHANNEL, ts);
    const blocks = JSON.stringify(slack.messages(CHANNEL).find((message) => message.ts === ts)?.blocks);
    return {
      questions: slack
        .messages(CHANNEL)
        .filter(({ text, bot_id }) => bot_id !== undefined && text.includes(`Question ${number}?`)).length,
      mirrors: ticket.comments(item).filter(({ body }) => body.includes('<!-- the-loop-slack:')).length,
      deliveries: loop
        .delivered()
        .filter(({ ref }) => ref === item)
        .map(({ text }) => text),
      marks: answerTs === undefined ? [] : slack.reactions(CHANNEL, answerTs).map(({ name }) => name),
      notices: thread.filter(({ text, bot_id }) => bot_id !== undefined && text.startsWith('⚠️')).length,
      offers: blocks?.includes('"choice:') === true,
    };
  };

  const round = async (flow: Flow, target: Target | undefined): Promise<Aftermath> => {
    count += 1;
    const number = count;
    const item = `github:octo/app#${number}`;
    let killed = false;
    let killedDelivering = false;
    let expected = target;
    /** Starts the app when it is not there: killed where it should be, or not started yet. */
    const alive = async (): Promise<AppChild> => {
      const how = app?.ended();
      if (app !== undefined && how === undefined) return app;
      if (app !== undefined && (how !== 'SIGKILL' || expected === undefined)) {
        throw new Error(`the app ended by itself: ${how}\n${app.said()}`);
      }
      if (app !== undefined) {
        killed = true;
        expected = undefined;
        killedDelivering = deathNote.parse(JSON.parse(await readFile(life.death, 'utf8'))).delivering;
        await life.database.afterKill();
      }
      app = start();
      return app;
    };
    const eventually = <T>(what: string, look: () => T | undefined | false) =>
      until(
        what,
        async () => {
          await alive();
          return look();
        },
        PATIENCE_MS,
      );
    const isUp = () => slack.connections() > 0 && loop.streams.count() > 0;
    const atRest = () =>
      eventually('the app to come to rest', () => (app?.quietFor() ?? 0) > (killed ? 100 : AT_REST_MS));
    const messagesBefore = slack.messages(CHANNEL).length;
    let faults = 0;
    let ts = '';
    let answerTs: string | undefined;
    let lost: string | undefined;
    let done: readonly Done[] = [];
    const now = () => standing(number, ts, answerTs);
    const message = () => slack.messages(CHANNEL).find((one) => one.ts === ts);

    const press = async () => {
      const controls = () => JSON.stringify(message()?.blocks)?.includes('"choice:2"') === true;
      for (;;) {
        await eventually('a connection to Slack', () => slack.connections() > 0);
        // Its answer stands there already: the press counted although Slack showed an error.
        if (!controls()) return;
        const outcome = slack.press({
          user: MEMBER,
          channel: CHANNEL,
          messageTs: ts,
          actionId: 'choice:2',
        }).outcome;
        let kind: string | undefined;
        void outcome.then((result) => {
          kind = result.kind;
        });
        await eventually('Slack to know of the press', () => kind !== undefined);
        if (kind === 'acknowledged') return;
      }
    };

    try {
      await eventually('the app to connect', isUp);
      if (flow.from === 'question') {
        // What belongs to the start, as the look at what the stream missed, is not the round's.
        await atRest();
        await app?.arm(target);
      }
      faults = flow.trouble?.(far) ?? 0;
      loop.setSession(item, flow.session);
      loop.ask({
        workItem: item,
        question: `Question ${number}?\n\n1. Yes, do it.\n2. No, wait.`,
        actor: 'dev',
      });
      ts = (
        await eventually('the question', () =>
          slack
            .messages(CHANNEL)
            .find(({ text, bot_id }) => bot_id !== undefined && text.includes(`Question ${number}?`)),
        )
      ).ts;
      if (flow.from === 'answer') {
        await atRest();
        await app?.arm(target);
      } else if (flow.from === 'start') {
        await atRest();
        await app?.stop();
      }
      if (flow.answer === 'tapped') await press();
      else {
        const text = 'the answer';
        answerTs = slack.post({ user: MEMBER, channel: CHANNEL, threadTs: ts, text }).message.ts;
      }
      if (flow.from === 'start') app = start(target);
      await eventually('a verdict', () => {
        const { deliveries, marks, notices } = now();
        const isMarked = flow.answer === 'tapped' || marks.length > 1;
        return (deliveries.length > 0 || notices > 0) && isMarked;
      });
      await eventually('the mirror', () => now().mirrors > 0);
      await eventually('the message to say so', () => {
        const drawn = JSON.stringify(message()?.blocks) ?? '';
        const isDecided = /· (?:delivered|not delivered|nobody knows)/.test(drawn);
        return drawn.includes(`<@${MEMBER}>`) && isDecided && !drawn.includes('⏳');
      });
      await eventually('the app to be connected again', isUp);
      // A kill may still be due: the round is over when the app has come to rest, killed or not.
      await atRest();
      done = app?.done() ?? [];
      await app?.arm(undefined);
      if (app?.ended() !== undefined) {
        await eventually('the app to be back after a late kill', isUp);
        await atRest();
      }
    } catch (error) {
      lost = String(error);
      // The next round starts afresh, whatever state this one is in.
      if (app?.ended() === undefined) await app?.arm(undefined);
      else app = undefined;
    }
    const then = now();
    rounds.push({ number, ts, answerTs, then });
    const messages = slack.messages(CHANNEL).length - messagesBefore;
    return { ...then, killed, killedDelivering, lost, faults, messages, done };
  };
  return {
    round,
    standings: () =>
      rounds.map(({ number, ts, answerTs, then }) => ({ then, now: standing(number, ts, answerTs) })),
    close: async () => {
      if (app?.ended() === undefined) await app?.stop();
      await Promise.all([slack.close(), ticket.close(), loop.close()]);
      await endLife(life);
    },
  };
}
