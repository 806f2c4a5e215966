import { appendFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, describe, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { peakMemory } from './replica.js';
import { CHANNEL, type SoakWorld, startWorld } from './world.js';

/** What waits in each place at once: the outbox, the inbox, and the event log that was not read yet. */
const WAITING = 50_000;

/** Work items among which they are spread. */
const ITEMS = 500;

const MB = 1024 * 1024;

/** How much of the unread log must have been taken in before the figure counts. */
const HEARD = 2_000;

const QUESTION = `Which way?\n\n1. The first, ${'with a word on it '.repeat(10)}\n2. The second\n\n${'A paragraph of what was found. '.repeat(20)}`;

const SEED = [
  `INSERT INTO outbox (via, key, work_item, event_type, text, question)
   SELECT 'slack', 'waiting ' || n, 'github:octo/app#' || n % ${ITEMS} + 1, 'session.awaiting_input', '${QUESTION}', 'open'
   FROM generate_series(1, ${WAITING}) AS n`,
  `INSERT INTO inbox (channel, message_ts, thread_ts, work_item, actor, text)
   SELECT '${CHANNEL}', '1700000000.' || lpad(n::text, 6, '0'), '1600000000.000100', 'github:octo/app#' || n % ${ITEMS} + 1,
     'U0ALICE', 'an answer of some length, as members give them'
   FROM generate_series(1, ${WAITING}) AS n`,
];

const server = await testServer();
const kinds = [
  { name: 'embedded Postgres', server: undefined, most: 512 },
  ...(server === undefined ? [] : [{ name: 'a Postgres server', server, most: 256 }]),
];

describe.each(kinds)('with $name', ({ name, server, most }) => {
  let world: SoakWorld | undefined;
  afterEach(() => world?.close());

  test(`stays under ${most} MB while ${WAITING} events wait everywhere`, async () => {
    world = await startWorld({ server, quickened: false });
    const { slack, ticket, loop, query, dataDir } = world;
    // A first start makes the schema and its place in the stream.
    const first = world.start();
    await until('the first start', () => slack.connections() > 0 && loop.streams.count() > 0, 60_000);
    first.kill('SIGTERM');
    await first.ended;
    if (query) for (const sql of SEED) await query(sql);
    else {
      const db = await PGlite.create({ dataDir });
      for (const sql of SEED) await db.exec(sql);
      await db.close();
    }
    await appendFile(loop.logPath, unreadLog());
    // Nothing that waits can leave: Slack and GitHub take nothing.
    slack.faults.next('*', { kind: 'ratelimited', retryAfter: 30 }, 1_000_000);
    await ticket.faults.down(true);
    const app = world.start();
    const reads = () => loop.calls().filter(({ route }) => route === 'events').length;
    await until('the app to catch up with the stream', () => reads() > 1, 180_000);
    const heard = () => loop.streams.count() > 0;
    await until('the stream', heard, 60_000);
    // It takes in what it missed, one record after the other; the figure counts once it is well under way.
    let peak = 0;
    const end = Date.now() + 60_000;
    await until(
      'the unread log to be taken in',
      async () => {
        peak = Math.max(peak, await peakMemory(app.pid));
        if (!query) return Date.now() > end;
        const [row] = await query<{ count: number }>(
          "SELECT count(*)::int AS count FROM outbox WHERE key NOT LIKE 'waiting %'",
        );
        return (row?.count ?? 0) >= HEARD;
      },
      240_000,
    );
    expect(app.over()).toBe(false);
    process.stderr.write(`${name}: ${Math.round(peak / MB)} MB at most, ${most} allowed\n`);
    expect(peak).toBeLessThan(most * MB);
  }, 600_000);
});

/** As many questions, of as many work items, which the app has yet to read. */
function unreadLog(): string {
  const ts = new Date().toISOString();
  return Array.from({ length: WAITING }, (_, n) =>
    JSON.stringify({
      ...{ ts, source: 'ask', event: 'session.awaiting_input', level: 'info', pid: 1 },
      work_item: `github:octo/app#${(n % ITEMS) + 1}`,
      question: `${n}: ${QUESTION}`,
      actor: 'dev',
      comment_posted: false,
    }),
  )
    .map((line) => `${line}\n`)
    .join('');
}
