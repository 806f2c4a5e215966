import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { createOwnDatabase } from '../../src/sandbox/own-database.js';
import { createClient } from '../../src/store/client.js';
import { openDatabase } from '../../src/store/database.js';
import type { PrismaClient } from '../../src/store/generated/client.js';
import { keepingLogger } from './logger.js';
import { migratedTemplate } from './template.js';

/** A migrated database of its own for one test file. */
export type TestDatabase = { prisma: PrismaClient; url: string | undefined; close(): Promise<void> };

/** A kind of database that the contract suites run on. */
export type DatabaseKind = { name: string; open(): Promise<TestDatabase> };

const embedded: DatabaseKind = {
  name: 'embedded Postgres',
  async open() {
    const db = await PGlite.create({ loadDataDir: await migratedTemplate() });
    const prisma = createClient(new PrismaPGlite(db));
    return {
      prisma,
      url: undefined,
      async close() {
        await prisma.$disconnect();
        await db.close();
      },
    };
  },
};

/** Creates an empty database on the server for one test. */
export function createServerDatabase(server: string) {
  return createOwnDatabase(server, 'the_loop_slack_test');
}

function onServer(server: string): DatabaseKind {
  return {
    name: 'a Postgres server',
    async open() {
      const { url, drop } = await createServerDatabase(server);
      const db = await openDatabase({
        url,
        embeddedDir: '',
        command: 'test',
        logger: keepingLogger().logger,
      });
      return {
        prisma: db.prisma,
        url,
        async close() {
          await db.close();
          await drop();
        },
      };
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** The Postgres server tests may use: TEST_DATABASE_URL, else one on 127.0.0.1:5432, else none (an error in CI). */
export async function testServer(): Promise<string | undefined> {
  const named = process.env.TEST_DATABASE_URL;
  const url = named ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  if (await answers(url)) return url;
  if (named !== undefined) throw new Error('TEST_DATABASE_URL is set, but no Postgres answers there');
  if (process.env.CI === 'true') throw new Error('CI needs a Postgres on 127.0.0.1:5432, and none answers');
  process.stderr.write('no Postgres on 127.0.0.1:5432 and no TEST_DATABASE_URL: its suites are skipped\n');
  return undefined;
}

/** Every kind of database at hand: embedded always, a server where there is one. */
export async function databaseKinds(): Promise<DatabaseKind[]> {
  const server = await testServer();
  return server === undefined ? [embedded] : [embedded, onServer(server)];
}
