import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbeddedIn, ownOnServer, prepareServer } from '../lib/databases.js';
import { median } from '../lib/measure.js';
import { makeFolder, startApp, startWorld } from '../lib/world.js';

const FULL = { starts: 5, idleMs: 10_000, backlog: 5_000, backlogMs: 20_000 };
const QUICK = { starts: 1, idleMs: 2_000, backlog: 200, backlogMs: 4_000 };

/** Answers that wait, each with a text of a few hundred characters: what an outage of a day leaves behind. */
const backlogSql = (count) => `
  INSERT INTO inbox (channel, message_ts, thread_ts, work_item, actor, text)
  SELECT 'C0SANDBOX', (1600000000 + n)::text || '.000200', (1600000000 + n)::text || '.000100',
    'github:octo/app#' || n, 'U0ALICE', repeat('Take the second, and say why in the change. ', 8)
  FROM generate_series(1, ${count}) n`;

/** Milliseconds from `npm start` to a socket to Slack and a stream from the-loop; the app is left running. */
async function start(world, place, env) {
  const begun = Date.now();
  const app = startApp(place, env, { npm: true });
  const connected = await world.ask('connected', { apps: 1 });
  return { app, ms: connected - begun };
}

async function measure(kind, size) {
  const own = kind === 'server' ? await ownOnServer() : undefined;
  if (kind === 'server' && own === undefined) return undefined;
  const place = await makeFolder();
  const times = [];
  let idle;
  try {
    for (let at = 0; at < size.starts; at++) {
      // Each start has a world of its own: none is left with the last one's connections.
      const world = await startWorld();
      const env = { ...(await world.ask('addresses')), ...(own ? { DATABASE_URL: own.url } : {}) };
      const { app, ms } = await start(world, place, env);
      times.push(ms);
      if (at === size.starts - 1) {
        await sleep(size.idleMs);
        idle = await app.memory();
      }
      await app.stop();
      await world.close();
    }
    if (own) {
      await prepareServer(own.url);
      const client = new pg.Client({ connectionString: own.url });
      await client.connect();
      await client.query(backlogSql(size.backlog));
      await client.end();
    } else
      await openEmbeddedIn(place.embeddedDir, (prisma) => prisma.$executeRawUnsafe(backlogSql(size.backlog)));
    const world = await startWorld();
    const env = { ...(await world.ask('addresses')), ...(own ? { DATABASE_URL: own.url } : {}) };
    const { app } = await start(world, place, env);
    await sleep(size.backlogMs);
    const backlog = await app.memory();
    await app.stop();
    await world.close();
    const [first, ...later] = times;
    return {
      firstStartMs: first,
      laterStartMs: later.length > 0 ? median(later) : first,
      idleMb: idle.now,
      backlogMb: backlog.now,
      mostMb: backlog.most,
    };
  } finally {
    await place.remove();
    await own?.drop();
  }
}

/** What the app takes up, and how long it takes from `npm start` until it listens. */
export async function run({ quick }) {
  const size = quick ? QUICK : FULL;
  const figures = { size };
  for (const kind of ['embedded', 'server']) figures[kind] = await measure(kind, size);
  return { figures, goals: [] };
}
