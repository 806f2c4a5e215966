import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBindings } from '../../dist/store/bindings.js';
import { createSourceCursor } from '../../dist/store/cursors.js';
import { createOutbox } from '../../dist/store/outbox.js';
import { KINDS, postgresVersion } from '../lib/databases.js';
import { median, ratio, sideBySide } from '../lib/measure.js';
import { openJsonFile } from './json-file.js';

const COUNTS = [200, 10_000, 1_000_000];
const QUICK_COUNTS = [200, 2_000, 20_000];
const GOAL = { flat: 1.5 };

const CHANNEL = 'C0SANDBOX';
const binding = (n) => ({
  channel: CHANNEL,
  threadTs: `${1_600_000_000 + n}.000100`,
  workItem: `github:octo/app#${n}`,
});

async function fill({ prisma }, count) {
  await prisma.$executeRawUnsafe(
    `INSERT INTO thread_bindings (channel, thread_ts, work_item)
     SELECT '${CHANNEL}', (1600000000 + n)::text || '.000100', 'github:octo/app#' || n FROM generate_series(1, ${count}) n`,
  );
  await prisma.$executeRawUnsafe('VACUUM ANALYZE');
}

const pick = (count) => 1 + Math.floor(Math.random() * count);

/** The three things a state is asked for all day, over our database: each is called with a number that grows. */
function overDatabase({ prisma }, count) {
  const bindings = createBindings(prisma);
  const outbox = createOutbox(prisma, 'slack');
  const cursor = createSourceCursor(prisma, 'stream:http://127.0.0.1:1');
  return {
    lookup: () => {
      const { channel, threadTs } = binding(pick(count));
      return bindings.byThread(channel, threadTs);
    },
    /** What posting a message costs in the end: its row marked and its thread bound, in one transaction. */
    async prepareBind(n) {
      const { workItem } = binding(count + n);
      await outbox.put({ key: workItem, workItem, eventType: 'session.awaiting_input', text: 'Which?' });
      const row = await outbox.claim(600_000);
      const { channel, threadTs } = binding(count + n);
      return () => outbox.posted(row, { channel, messageTs: threadTs, threadTs, opensThread: true });
    },
    cursor: (n) => cursor.save({ position: String(n), heardAt: new Date() }),
  };
}

async function overFile(folder, count) {
  const all = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [binding(at + 1).workItem, binding(at + 1)]),
  );
  const file = await openJsonFile(path.join(folder, `${count}.json`), all);
  return {
    lookup: () => file.byThread(CHANNEL, binding(pick(count)).threadTs),
    prepareBind: async (n) => () => file.bind(binding(count + n)),
    cursor: (n) => file.moveCursor('stream', String(n)),
  };
}

/** Milliseconds of one lookup, bind and cursor move at each size, the sizes side by side. */
async function compare(states, { rounds, each, lookups = each }) {
  const found = {};
  let next = 1;
  const measure = async (name, run, turns = each) => {
    const runs = Object.fromEntries(Object.entries(states).map(([size, state]) => [size, () => run(state)]));
    await sideBySide(runs, { rounds: 2, clean: false });
    const times = await sideBySide(runs, { rounds, budgetMs: 60_000, clean: false });
    const [smallest, ...larger] = Object.keys(states);
    found[name] = {
      perSecond: Object.fromEntries(
        Object.entries(times).map(([size, ms]) => [size, (1000 * turns) / median(ms)]),
      ),
      growth: Object.fromEntries(larger.map((size) => [size, ratio(times[size], times[smallest])])),
    };
  };
  await measure(
    'lookup',
    async (state) => {
      for (let at = 0; at < lookups; at++) await state.lookup();
    },
    lookups,
  );
  await measure('cursor', async (state) => {
    for (let at = 0; at < each; at++) await state.cursor(next++);
  });
  const [smallest, ...larger] = Object.keys(states);
  const binds = Object.fromEntries(Object.keys(states).map((size) => [size, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [size, state] of Object.entries(states)) {
      let ms = 0;
      for (let at = 0; at < each; at++) {
        const bind = await state.prepareBind(next++);
        const start = performance.now();
        await bind();
        ms += performance.now() - start;
      }
      binds[size].push(ms);
    }
  }
  found.bind = {
    perSecond: Object.fromEntries(
      Object.entries(binds).map(([size, ms]) => [size, (1000 * each) / median(ms)]),
    ),
    growth: Object.fromEntries(larger.map((size) => [size, ratio(binds[size], binds[smallest])])),
  };
  return found;
}

/** How fast the state answers with few and with many bindings, and what the file it replaces would do. */
export async function run({ quick }) {
  const counts = quick ? QUICK_COUNTS : COUNTS;
  const pace = quick ? { rounds: 5, each: 5 } : { rounds: 25, each: 20 };
  const kinds = {};
  for (const [kind, open] of Object.entries(KINDS)) {
    const opened = [];
    const states = {};
    try {
      for (const count of counts) {
        const database = await open();
        if (database === undefined) break;
        opened.push(database);
        await fill(database, count);
        states[`n${count}`] = overDatabase(database, count);
      }
      if (opened.length === counts.length)
        kinds[kind] = { postgres: await postgresVersion(opened[0].prisma), ...(await compare(states, pace)) };
    } finally {
      for (const database of opened) await database.close();
    }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-bench-'));
  try {
    const states = {};
    for (const count of counts) states[`n${count}`] = await overFile(folder, count);
    kinds.file = await compare(states, quick ? pace : { rounds: 5, each: 1, lookups: 2000 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const largest = `n${counts.at(-1)}`;
  const goals = Object.entries(kinds)
    .filter(([kind]) => kind !== 'file')
    .flatMap(([kind, figures]) =>
      ['lookup', 'bind', 'cursor'].map((what) => ({
        what: `${kind}: ${what} with ${counts.at(-1)} bindings, times the cost with ${counts[0]}`,
        value: figures[what].growth[largest],
        most: GOAL.flat,
      })),
    );
  return { figures: { counts, kinds }, goals };
}
