import pg from 'pg';
import { findPgbench, openEmbeddedIn, ownOnServer, prepareServer } from '../lib/databases.js';
import { median, quantile } from '../lib/measure.js';
import { makeFolder, startApp, startWorld } from '../lib/world.js';
import { pgbenchRate, preparePgbench } from './pgbench.js';
import { prismaRate } from './prisma.js';

const GOALS = { ofPgbench: 0.25, p95Ms: 50, twoReplicas: 1.6 };
const FULL = {
  threads: 200,
  burst: 600,
  rounds: 5,
  paced: 400,
  perSecond: 20,
  questions: 30,
  everyMs: 1_100,
  pgbenchSeconds: 4,
};
const QUICK = {
  threads: 20,
  burst: 60,
  rounds: 2,
  paced: 60,
  perSecond: 20,
  questions: 4,
  everyMs: 1_100,
  pgbenchSeconds: 1,
};

async function bind(query, bindings) {
  const rows = bindings.map(
    ({ channel, threadTs, workItem }) => `('${channel}', '${threadTs}', '${workItem}')`,
  );
  await query(`INSERT INTO thread_bindings (channel, thread_ts, work_item) VALUES ${rows.join(', ')}`);
}

const latency = (ms) => ({ p50: quantile(ms, 0.5), p95: quantile(ms, 0.95), p99: quantile(ms, 0.99) });

/** How many transactions wrote something so far. */
async function commits(client) {
  const { rows } = await client.query(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS writes',
  );
  return rows[0].writes;
}

/** One app on embedded Postgres: there is nothing to compare it with, but it is what most start with. */
async function onEmbedded(size) {
  const world = await startWorld();
  const place = await makeFolder();
  let app;
  try {
    const bindings = await world.ask('threads', { count: size.threads });
    await openEmbeddedIn(place.embeddedDir, (prisma) =>
      bind((sql) => prisma.$executeRawUnsafe(sql), bindings),
    );
    app = startApp(place, await world.ask('addresses'));
    await world.ask('connected', { apps: 1 });
    await world.ask('burst', { count: Math.ceil(size.burst / 4) });
    const rates = [];
    for (let round = 0; round < size.rounds; round++) {
      const { ms } = await world.ask('burst', { count: size.burst });
      rates.push((1000 * size.burst) / ms);
    }
    const paced = await world.ask('pace', { count: size.paced, perSecond: size.perSecond });
    const posts = await world.ask('questions', { count: size.questions, everyMs: size.everyMs });
    return { repliesPerSecond: median(rates), reply: latency(paced.ms), post: latency(posts.ms) };
  } finally {
    await app?.stop();
    await world.close();
    await place.remove();
  }
}

/** One app and two on one server, in each round beside pgbench and bare Prisma. */
async function onServer(size, pgbench) {
  const own = await ownOnServer();
  if (own === undefined) return undefined;
  const world = await startWorld();
  const places = [await makeFolder(), await makeFolder()];
  const client = new pg.Client({ connectionString: own.url });
  const apps = [];
  try {
    await prepareServer(own.url);
    await client.connect();
    await preparePgbench(own.url);
    await bind((sql) => client.query(sql), await world.ask('threads', { count: size.threads }));
    const env = { ...(await world.ask('addresses')), DATABASE_URL: own.url };
    const found = { pgbench: [], prisma: [], writes: [], processorMs: [], one: [], two: [] };
    const burst = async (count = size.burst) => (1000 * count) / (await world.ask('burst', { count })).ms;
    const start = async (nth) => {
      apps.push(startApp(places[nth - 1], env));
      await world.ask('connected', { apps: nth });
      await burst(Math.ceil(size.burst / 4));
    };
    const pace = () => world.ask('pace', { count: size.paced, perSecond: size.perSecond });

    await start(1);
    const paced = await pace();
    const posts = await world.ask('questions', { count: size.questions, everyMs: size.everyMs });
    let pacedTwo;
    for (let round = 0; round < size.rounds; round++) {
      found.pgbench.push(await pgbenchRate(pgbench, own.url, size.pgbenchSeconds));
      found.prisma.push(await prismaRate(own.url, size.pgbenchSeconds));
      const before = [await commits(client), await apps[0].processorMs()];
      found.one.push(await burst());
      const after = [await commits(client), await apps[0].processorMs()];
      const [writes, processorMs] = after.map((value, at) => (value - before[at]) / size.burst);
      found.writes.push(writes);
      found.processorMs.push(processorMs);
      await start(2);
      found.two.push(await burst());
      if (round === size.rounds - 1) pacedTwo = await pace();
      await apps.pop().stop();
    }

    const writes = median(found.writes);
    const ofRate = (rates) => median(found.one.map((rate, round) => (rate * writes) / rates[round]));
    return {
      postgres: (await client.query("SELECT split_part(version(), ' on ', 1) AS version")).rows[0].version,
      repliesPerSecond: median(found.one),
      twoReplicasPerSecond: median(found.two),
      commitsPerReply: writes,
      processorMsPerReply: median(found.processorMs),
      pgbenchPerSecond: median(found.pgbench),
      prismaPerSecond: median(found.prisma),
      ofPgbench: ofRate(found.pgbench),
      ofPrisma: ofRate(found.prisma),
      prismaOfPgbench: median(found.prisma.map((rate, round) => rate / found.pgbench[round])),
      twoReplicas: median(found.two.map((rate, round) => rate / found.one[round])),
      barePerSecond: median(found.pgbench) / writes,
      reply: latency(paced.ms),
      replyTwoReplicas: latency(pacedTwo.ms),
      post: latency(posts.ms),
      rounds: found,
    };
  } finally {
    for (const app of apps) await app.stop();
    await client.end();
    await world.close();
    for (const place of places) await place.remove();
    await own.drop();
  }
}

/** Replies from Slack's envelope to the session, and events to the post, through the real app in processes of its own. */
export async function run({ quick, only }) {
  const size = quick ? QUICK : FULL;
  const pgbench = await findPgbench();
  const server = only === 'embedded' || pgbench === undefined ? undefined : await onServer(size, pgbench);
  const embedded = only === 'server' ? undefined : await onEmbedded(size);
  const goals = server
    ? [
        {
          what: "share of pgbench's rate for the commits a reply needs",
          value: server.ofPgbench,
          least: GOALS.ofPgbench,
        },
        { what: 'p95 of a reply at 20 a second, ms (server)', value: server.reply.p95, most: GOALS.p95Ms },
        {
          what: 'two replicas, times one',
          value: server.twoReplicas,
          least: GOALS.twoReplicas,
          needsCores: 4,
        },
      ]
    : [];
  if (embedded)
    goals.push({
      what: 'p95 of a reply at 20 a second, ms (embedded)',
      value: embedded.reply.p95,
      most: GOALS.p95Ms,
    });
  return { figures: { size, server, embedded }, goals };
}
