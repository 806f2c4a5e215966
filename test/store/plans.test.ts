import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { createClient } from '../../src/store/client.js';
import type { PrismaClient } from '../../src/store/generated/client.js';
import { openServer } from '../../src/store/server.js';
import { type DatabaseKind, databaseKinds } from '../helpers/databases.js';
import { migratedTemplate } from '../helpers/template.js';

/** A scan in a plan: how, over what, and whether a condition on the index narrows it down. */
type Scan = { kind: string; on: string; narrowed: boolean };

type Scale = { items: number; posts: number; replies: number };

/** The bench is plain JavaScript with a package of its own, so its types are stated here. */
type Bench = {
  fillSql(scale: Scale): string[];
  hotQueries(
    prisma: PrismaClient,
    scale: Scale,
    load: (name: string) => Promise<unknown>,
  ): Promise<Record<string, () => Promise<unknown>>>;
  explaining(
    factory: SqlMigrationAwareDriverAdapterFactory,
    seen: (sql: string, plan: unknown) => void,
  ): SqlMigrationAwareDriverAdapterFactory;
  scansOf(plan: unknown): Scan[];
};

const growth = (file: string) => import(new URL(`../../bench/growth/${file}.js`, import.meta.url).href);
const bench: Bench = {
  ...(await growth('fill')),
  ...(await growth('hot-queries')),
  ...(await growth('explaining')),
};

const fromSource = (name: string): Promise<unknown> =>
  import(new URL(`../../src/store/${name}.ts`, import.meta.url).href);

const SCALE: Scale = { items: 5_000, posts: 20_000, replies: 20_000 };

/** Indexes of the few rows that are not done with: reading one whole is as good as a condition. */
const PARTIAL = new Set([
  'outbox_waiting_idx',
  'outbox_failed_idx',
  'outbox_open_question_idx',
  'outbox_redraw_idx',
  'inbox_open_idx',
]);

/**
 * What reads more than it gives, and may: a person asked, and it is bounded by the cap on bindings or by a limit, or it
 * counts the answers that reached nobody, of which no index knows.
 */
const MAY_READ_ALL: Readonly<Record<string, RegExp>> = {
  'status: the overview':
    /^(?:Seq Scan inbox|(?:Seq|Index Only) Scan thread_bindings.*|Index Scan outbox_seq_key)$/,
  'status: the threads': /^(?:Seq|Index) Scan thread_bindings/,
  'status: the replies': /^Index Scan inbox_seq_key$/,
  'prune, with nothing to let go': /^(?:Seq|Index|Index Only) Scan thread_bindings/,
};

/** The adapter of an open database of either kind, for a second client on it. */
async function adapterOf(kind: DatabaseKind) {
  const db = await kind.open();
  if (db.url === undefined) {
    await db.close();
    const lite = await PGlite.create({ loadDataDir: await migratedTemplate() });
    return { adapter: new PrismaPGlite(lite), close: () => lite.close() };
  }
  const server = openServer(db.url, 2);
  return {
    adapter: server.adapter,
    async close() {
      await server.close();
      await db.close();
    },
  };
}

describe.each(await databaseKinds())('every hot query on $name', (kind) => {
  const plans: Record<string, Scan[]> = {};
  const statements: Record<string, number> = {};
  let close: () => Promise<void>;

  beforeAll(async () => {
    const opened = await adapterOf(kind);
    close = opened.close;
    let scans: Scan[] = [];
    let asked = 0;
    const adapter = bench.explaining(opened.adapter, (_sql, plan) => {
      asked += 1;
      scans.push(...bench.scansOf(plan));
    });
    const prisma = createClient(adapter);
    for (const sql of bench.fillSql(SCALE)) await prisma.$executeRawUnsafe(sql);
    for (const [name, run] of Object.entries(await bench.hotQueries(prisma, SCALE, fromSource))) {
      scans = [];
      asked = 0;
      await run();
      plans[name] = scans;
      statements[name] = asked;
    }
    await prisma.$disconnect();
  }, 60_000);
  afterAll(() => close());

  test('has an index that narrows it down', () => {
    const wide = Object.entries(plans).flatMap(([name, scans]) =>
      scans
        .filter(({ on, narrowed }) => !narrowed && !PARTIAL.has(on) && !on.startsWith('cursors'))
        .map(({ kind: how, on }) => `${how} ${on}`)
        .filter((scan) => !MAY_READ_ALL[name]?.test(scan))
        .map((scan) => `${name}: ${scan}`),
    );
    expect(wide).toEqual([]);
  });

  test('was asked', () => {
    const without = Object.entries(statements).filter(([, count]) => count === 0);
    expect(without.map(([name]) => name)).toEqual([]);
    expect(Object.keys(statements).length).toBeGreaterThan(20);
  });
});
