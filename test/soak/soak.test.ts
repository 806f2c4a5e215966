import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { audit } from './audit.js';
import { badLuck } from './bad-luck.js';
import { playItem } from './cast.js';
import { noDeeds } from './deeds.js';
import { kills } from './kills.js';
import { soakOptions } from './options.js';
import { watchPosts } from './posts.js';
import { chance } from './random.js';
import { CHANNEL, type SoakWorld, startWorld } from './world.js';

const options = soakOptions(process.env);
const server = await testServer();

/** Work items that agents work on at the same time. */
const ITEMS = 150;

/** After how many questions a replica is killed. */
const KILL_EVERY = 150;

/** How long before its end a soak that is bound in time stops asking: what is on its way takes this long, and lost replies. */
const FINISH_MS = 45_000;

/** How long it may take until all is at rest: what a killed replica held is free again within 35 s. */
const REST_MS = 150_000;

const OPEN = `SELECT
  (SELECT count(*) FROM outbox WHERE status IN ('pending', 'posting'))::int AS posting,
  (SELECT count(*) FROM outbox WHERE redraw_at IS NOT NULL)::int AS redrawing,
  (SELECT count(*) FROM inbox WHERE settled_at IS NULL)::int AS answering,
  (SELECT count(*) FROM inbox WHERE kind = 'reply')::int AS replies`;

type Open = { posting: number; redrawing: number; answering: number; replies: number };

const say = (line: string) => process.stderr.write(`${line}\n`);
const listOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, count]) => `${count} ${name}`).join(', ');

(server === undefined ? test.skip : test)(
  `two replicas, ${options.said}: nothing is lost and nothing is doubled`,
  async () => {
    const started = Date.now();
    const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
    const deeds = noDeeds();
    const posts = watchPosts(world.slack);
    const open = async () => {
      const [row] = (await world.query?.<Open>(OPEN)) ?? [];
      if (!row) throw new Error('the soak needs a database that it can ask');
      return row;
    };
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const bound = options.minutes * 60_000;
    const askingMs = Math.max(bound / 2, bound - FINISH_MS);
    const share = () =>
      Math.max(deeds.questions.length / options.questions, (Date.now() - started) / askingMs);

    const replicas = kills(world, chance(options.seed + 1));
    await replicas.ready();
    let waiting = 0;
    let spoken = 0;
    const watch = async () => {
      while (!over.signal.aborted) {
        const now = await open();
        waiting = now.answering;
        if (process.env.SOAK_TALK && Date.now() > spoken + 5_000) {
          spoken = Date.now();
          say(
            `${seconds()} ${deeds.questions.length} asked, ${deeds.replies.length} replies ${JSON.stringify(now)} ${await replicas.usageNow()}`,
          );
        }
        await sleep(200);
      }
    };
    const stage = {
      ...{ world, posts, deeds, signal: over.signal, random: chance(options.seed) },
      waiting: () => waiting,
      goOn: () => share() < 1,
    };
    const watching = watch();
    const unlucky = badLuck(world, chance(options.seed + 2), () => deeds.replies.length, over.signal);
    // In the first half only, so that what a killed replica held is free again before the end.
    const killing = replicas.killWhen(
      (killed) => deeds.questions.length > KILL_EVERY * (killed + 1),
      () => share() >= 0.5,
    );
    const items = Array.from({ length: ITEMS }, (_, index) => `github:octo/app#${index + 1}`);
    await Promise.all(items.map((item) => playItem(stage, item)));
    await killing;
    over.abort();
    await watching;
    const faults = await unlucky;
    say(`all is said after ${seconds()}`);

    const listed = deeds.replies.filter((reply) => reply.listed).length;
    await until(
      'all to be at rest',
      async () => {
        const { posting, redrawing, answering, replies } = await open();
        if (process.env.SOAK_TALK)
          say(`${seconds()} ${JSON.stringify({ posting, redrawing, answering, replies, listed })}`);
        // Taps are no part of it: each was waited for, and one that came to nothing leaves a row for each try.
        if (posting + redrawing + answering === 0 && replies >= listed) return true;
        await sleep(1_000);
        return false;
      },
      REST_MS,
    ).catch((error: unknown) => say(String(error)));
    say(`at rest after ${seconds()}`);
    await replicas.stop();

    const found = await audit(world, deeds, posts);
    posts.off();
    const messages = deeds.replies.length + deeds.presses + deeds.barred.length + deeds.edits;
    say(`seed ${options.seed}; ${seconds()}`);
    if (deeds.questions.length < options.questions && Number.isFinite(options.questions)) {
      say(
        `this machine is slow: ${deeds.questions.length} of ${options.questions} questions were asked in the time there is; \`npm run test:soak -- soak --questions ${options.questions}\` asks all, however long it takes`,
      );
    }
    say(
      `${deeds.questions.length} questions, ${deeds.replies.length} replies typed, ${deeds.presses} taps, ${messages} messages of members in all`,
    );
    say(
      `${deeds.duplicated} sent twice, ${deeds.reordered} out of order, ${deeds.lost} lost on their way, ${deeds.replies.length - listed} by an unlisted member, ${deeds.barred.length} more that never count, ${deeds.edits} edited`,
    );
    say(
      `${replicas.killed()} kills; ${[...faults.values()].reduce((sum, count) => sum + count, 0)} faults: ${listOf(faults)}`,
    );
    say(`${replicas.usage()}; ${world.slack.calls().length} calls to Slack`);
    const { wrong, ...counts } = found;
    say(JSON.stringify(counts));
    say(`${wrong.length} lost or doubled`);
    for (const line of wrong.slice(0, 20)) say(`  ${line}`);
    if (wrong.length > 0) say(replicas.logs());
    expect(wrong).toEqual([]);
    expect(world.slack.messages(CHANNEL).length).toBeGreaterThan(deeds.questions.length);
    // A delivery is in doubt only when its call was cut, or its process was killed with at most four under way.
    const cut = faults.get('session resets after the paste') ?? 0;
    const reset = faults.get('session resets') ?? 0;
    expect(found.unknown).toBeLessThanOrEqual(cut + reset + 4 * replicas.killed());
    expect(found.undeliverable).toBeLessThanOrEqual(faults.get('session 409') ?? 0);
  },
  // Without a bound in time: four times as long for each question as the slowest machine took that it ran on.
  Number.isFinite(options.minutes) ? options.minutes * 60_000 + 600_000 : options.questions * 500 + 600_000,
);

let world: SoakWorld;
beforeAll(async () => {
  world = await startWorld({ server, quickened: true });
});
afterAll(() => world?.close());
