import { createClient } from '../../dist/store/client.js';
import { pruneBindings } from '../../dist/store/prune.js';
import { openServer } from '../../dist/store/server.js';
import { KINDS, postgresVersion } from '../lib/databases.js';
import { median, timed } from '../lib/measure.js';
import { explaining, scansOf } from './explaining.js';
import { fillSql } from './fill.js';
import { hotQueries } from './hot-queries.js';

const SCALES = {
  server: { items: 10_000, posts: 1_000_000, replies: 3_000_000 },
  embedded: { items: 1_000, posts: 100_000, replies: 300_000 },
};
const QUICK = { items: 200, posts: 20_000, replies: 20_000 };
/** An idle worker looks twice a second: a query that takes a tenth of that is no load. */
const GOAL_MS = 50;
const TABLES = ['thread_bindings', 'outbox', 'inbox'];

async function sizes(prisma) {
  const rows = await prisma.$queryRawUnsafe(
    `SELECT relname AS name, reltuples::float8 AS rows, pg_relation_size(oid)::float8 AS table, pg_indexes_size(oid)::float8 AS indexes
     FROM pg_class WHERE relname IN (${TABLES.map((name) => `'${name}'`).join(', ')}) ORDER BY relname`,
  );
  const mb = (bytes) => Math.round(bytes / 2 ** 20);
  return rows.map(({ name, rows: count, table, indexes }) => ({
    name,
    rows: count,
    tableMb: mb(table),
    indexesMb: mb(indexes),
  }));
}

/** A second client on the same database whose statements are explained. */
function explained(opened, seen) {
  if (opened.kind === 'embedded')
    return { prisma: createClient(explaining(opened.adapter, seen)), close: async () => undefined };
  const server = openServer(opened.url, 2);
  return { prisma: createClient(explaining(server.adapter, seen)), close: () => server.close() };
}

async function plans(opened, scale) {
  let seen = [];
  const { prisma, close } = explained(opened, (_sql, plan) => seen.push(...scansOf(plan)));
  const found = {};
  for (const [name, run] of Object.entries(await hotQueries(prisma, scale))) {
    seen = [];
    await run();
    found[name] = seen.filter(({ on }) => !/^cursors/.test(on ?? ''));
  }
  await prisma.$disconnect();
  await close();
  return found;
}

async function speeds(prisma, scale, rounds) {
  const found = {};
  for (const [name, run] of Object.entries(await hotQueries(prisma, scale))) {
    await run();
    const times = [];
    const begun = performance.now();
    for (let round = 0; round < rounds && performance.now() - begun < 3_000; round++)
      times.push(await timed(run));
    found[name] = median(times);
  }
  return found;
}

async function pruning(prisma, { items }) {
  const cap = Math.floor(items / 2);
  const count = async () =>
    (await prisma.threadBinding.count()) +
    (await prisma.outboxItem.count()) +
    (await prisma.inboxItem.count());
  const before = await count();
  let gone = 0;
  const ms = await timed(async () => {
    gone = await pruneBindings(prisma, cap);
  });
  const rows = before - (await count());
  return { bindings: gone, rows, ms, rowsPerSecond: (rows / ms) * 1000 };
}

async function measure(open, scale, rounds) {
  const opened = await open();
  if (opened === undefined) return undefined;
  try {
    const { prisma } = opened;
    const filledMs = await timed(async () => {
      for (const sql of fillSql(scale)) await prisma.$executeRawUnsafe(sql);
    });
    return {
      ...{ scale, filledMs },
      postgres: await postgresVersion(prisma),
      sizes: await sizes(prisma),
      plans: await plans(opened, scale),
      ms: await speeds(prisma, scale, rounds),
      prune: await pruning(prisma, scale),
    };
  } finally {
    await opened.close();
  }
}

/** What months of use cost: sizes, plans and times over a million posts and three million replies, and how fast they go. */
export async function run({ quick }) {
  const found = {};
  for (const [kind, open] of Object.entries(KINDS)) {
    found[kind] = await measure(open, quick ? QUICK : SCALES[kind], quick ? 5 : 30);
  }
  const goals = Object.entries(found)
    .filter(([, figures]) => figures !== undefined)
    .map(([kind, { ms }]) => {
      const [name, slowest] = Object.entries(ms)
        .filter(([what]) => !what.startsWith('status'))
        .reduce((a, b) => (b[1] > a[1] ? b : a));
      return {
        what: `${kind}: the slowest query of the app at work, ms (${name})`,
        value: slowest,
        most: GOAL_MS,
      };
    });
  return { figures: found, goals };
}
