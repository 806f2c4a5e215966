import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createOwnDatabase } from '../../dist/sandbox/own-database.js';
import { createClient } from '../../dist/store/client.js';
import { openDatabase } from '../../dist/store/database.js';
import { openEmbedded as openStore } from '../../dist/store/embedded.js';
import { applyMigrations } from '../../dist/store/migrations.js';
import { openServer } from '../../dist/store/server.js';

const SERVER =
  process.env.BENCH_DATABASE_URL ??
  process.env.TEST_DATABASE_URL ??
  'postgres://postgres@127.0.0.1:5432/postgres';

const silent = () => undefined;
export const noLogger = { debug: silent, info: silent, warn: silent, error: silent };

/** An empty, migrated database of our own in embedded Postgres, in a temporary folder. */
export async function openEmbedded() {
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-bench-'));
  const store = await openStore(folder, 'bench');
  await applyMigrations(store);
  const prisma = createClient(store.adapter);
  return {
    kind: 'embedded',
    ...{ prisma, adapter: store.adapter },
    async close() {
      await prisma.$disconnect();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An empty, migrated database of our own on the server of BENCH_DATABASE_URL (else 127.0.0.1:5432); undefined without one. */
export async function openOnServer() {
  const own = await createOwnDatabase(SERVER, 'the_loop_slack_bench').catch(() => undefined);
  if (own === undefined) return undefined;
  await prepareServer(own.url);
  // As many connections as the app's, but no bound on a query: filling the tables takes minutes.
  const server = openServer(own.url, 8);
  const prisma = createClient(server.adapter);
  return {
    kind: 'server',
    ...{ url: own.url, prisma },
    async close() {
      await prisma.$disconnect();
      await server.close();
      await own.drop();
    },
  };
}

/** A database on the server for processes of their own; undefined without a server. */
export const ownOnServer = () => createOwnDatabase(SERVER, 'the_loop_slack_bench').catch(() => undefined);

/** Migrates the server's database at `url`, as an app would that starts first. */
export async function prepareServer(url) {
  const database = await openDatabase({ url, embeddedDir: '', command: 'bench', logger: noLogger });
  await database.close();
}

/** Has `work` done on the embedded database in `dir`, and closes it again. */
export async function openEmbeddedIn(dir, work) {
  const database = await openDatabase({
    url: undefined,
    embeddedDir: dir,
    command: 'bench',
    logger: noLogger,
  });
  try {
    await work(database.prisma);
  } finally {
    await database.close();
  }
}

/** Both kinds, as far as they are at hand; `close` each. */
export const KINDS = { embedded: openEmbedded, server: openOnServer };

/** The version that Postgres says it has. */
export async function postgresVersion(prisma) {
  const [{ version }] = await prisma.$queryRaw`SELECT split_part(version(), ' on ', 1) AS version`;
  return version;
}

/** Where `pgbench` is: in the PATH, or where Debian puts it. */
export async function findPgbench() {
  const debian = await readdir('/usr/lib/postgresql').catch(() => []);
  const places = [
    'pgbench',
    ...debian
      .sort()
      .reverse()
      .map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`),
  ];
  for (const place of places) {
    const found = await promisify(execFile)(place, ['--version']).then(
      () => true,
      () => false,
    );
    if (found) return place;
  }
  return undefined;
}
