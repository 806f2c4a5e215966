import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { audit } from './audit.js';
import { playItem } from './cast.js';
import { noDeeds } from './deeds.js';
import { soakOptions } from './options.js';
import { watchPosts } from './posts.js';
import { chance } from './random.js';
import type { Replica } from './replica.js';
import { type SoakWorld, startWorld } from './world.js';

const { seed } = soakOptions(process.env);
const server = await testServer();
const onServer = server === undefined ? test.skip : test;

/** Questions in all, and how many have been asked when the far sides stop answering. */
const QUESTIONS = 60;
const BEFORE = 30;

/** More calls than are made until the stop. */
const HANGING = 100;

/** What a stop may take in all, and a second signal, in milliseconds. */
const STOP_MS = 10_000;
const AT_ONCE_MS = 2_000;

const OPEN = `SELECT (SELECT count(*) FROM outbox WHERE status IN ('pending', 'posting') OR redraw_at IS NOT NULL)::int
  + (SELECT count(*) FROM inbox WHERE settled_at IS NULL)::int AS count, (SELECT count(*) FROM inbox WHERE kind = 'reply')::int AS replies`;

let world: SoakWorld | undefined;
let over = new AbortController();
afterEach(async () => {
  over.abort();
  await world?.close();
});

/** A replica in the midst of its work, with far sides that take every call and answer none. */
async function underLoad() {
  over = new AbortController();
  setMaxListeners(0, over.signal);
  world = await startWorld({ server, quickened: true });
  const { slack, ticket, loop } = world;
  const deeds = noDeeds();
  const posts = watchPosts(slack);
  const app = world.start();
  await until('the app to be connected', () => slack.connections() > 0 && loop.streams.count() > 0, 60_000);
  const stage = {
    ...{ world, posts, deeds, random: chance(seed), signal: over.signal },
    waiting: () => 0,
    goOn: () => deeds.questions.length < QUESTIONS,
  };
  const playing = Promise.all(
    Array.from({ length: 15 }, (_, n) => playItem(stage, `github:octo/app#${n + 1}`)),
  );
  await until('half of it', () => deeds.questions.length >= BEFORE, 120_000);
  ticket.faults.next({ kind: 'delay', ms: 120_000 }, HANGING);
  loop.faults.next('reply', { kind: 'delay', ms: 120_000 }, HANGING);
  const hanging = () => ticket.calls().filter(({ status }) => status === undefined).length;
  await until('calls to hang', () => hanging() > 0, 60_000);
  // Slack last: with it hanging, no question is posted, and where all replies were mirrored, no call to GitHub would come.
  slack.faults.next('*', { kind: 'hang' }, 1_000_000);
  return { ...{ world, deeds, posts, app, playing } };
}

async function msUntilEnded(app: Replica): Promise<{ ms: number; code: number | null }> {
  const before = Date.now();
  const { code } = await app.ended;
  return { ms: Date.now() - before, code };
}

onServer(
  'a stop under load ends within ten seconds whatever hangs, and nothing is lost or doubled by it',
  async () => {
    const { world, deeds, posts, app, playing } = await underLoad();
    const { slack, ticket, loop, query } = world;
    app.kill('SIGTERM');
    const { ms, code } = await msUntilEnded(app);
    process.stderr.write(`stopped under load after ${ms} ms\n`);
    expect({ code, inTime: ms < STOP_MS }).toEqual({ code: 0, inTime: true });
    slack.faults.clear();
    ticket.faults.clear();
    loop.faults.clear('reply');
    world.start();
    await playing;
    const listed = deeds.replies.filter((reply) => reply.listed).length;
    await until(
      'all to be at rest',
      async () => {
        await sleep(500);
        const [open] = (await query?.<{ count: number; replies: number }>(OPEN)) ?? [];
        return open?.count === 0 && open.replies >= listed;
      },
      180_000,
    );
    const { wrong } = await audit(world, deeds, posts);
    expect(wrong).toEqual([]);
  },
  600_000,
);

onServer(
  'a second signal ends it at once',
  async () => {
    const { app, playing } = await underLoad();
    playing.catch(() => undefined);
    app.kill('SIGTERM');
    await until('the stop to have begun', () => app.log().includes('stopping'), 5_000);
    app.kill('SIGTERM');
    const { ms, code } = await msUntilEnded(app);
    process.stderr.write(`stopped at once after ${ms} ms\n`);
    expect(ms).toBeLessThan(AT_ONCE_MS);
    expect(code).toBe(130);
  },
  300_000,
);
