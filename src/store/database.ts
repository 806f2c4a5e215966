import { createClient } from './client.js';
import { openEmbedded } from './embedded.js';
import type { PrismaClient } from './generated/client.js';
import { endLeases } from './leases.js';
import { applyMigrations } from './migrations.js';
import { openServer, withMigrationLock } from './server.js';

/** An open, migrated database. `where` is for people: no password in it. */
export type Database = {
  prisma: PrismaClient;
  kind: 'server' | 'embedded';
  where: string;
  applied: string[];
  close(): Promise<void>;
};

/** Where the state lives: a Postgres server, or a directory for the embedded one. */
export type DatabaseOptions = { url: string | undefined; embeddedDir: string; command: string };

/** The URL without its login, for logs and `status`. */
function withoutLogin(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const parsed = new URL(url);
  return `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}${parsed.pathname}`;
}

/** Connections of a running app: its workers, its listeners and a look at its health. */
const CONNECTIONS = 8;

/**
 * Migrates over a connection of its own: the engine takes an advisory lock for the life of its session, and a replica
 * that started later would wait for it in vain.
 */
function migrate(url: string): Promise<string[]> {
  return withMigrationLock(url, async () => {
    const server = openServer(url, 2);
    try {
      return await applyMigrations(server);
    } finally {
      await server.close();
    }
  });
}

/**
 * Opens the database and brings it up to the schema. With `url`, a Postgres server that replicas share (they take
 * turns to migrate); without, embedded Postgres in `embeddedDir`, for one process.
 *
 * @throws StoreError `locked`, `unreachable` or `migration_failed`
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url === undefined) {
    const embedded = await openEmbedded(options.embeddedDir, options.command);
    try {
      const applied = await applyMigrations(embedded);
      const prisma = createClient(embedded.adapter);
      await endLeases(prisma);
      return {
        prisma,
        kind: 'embedded',
        where: options.embeddedDir,
        applied,
        async close() {
          await prisma.$disconnect();
          await embedded.close();
        },
      };
    } catch (error) {
      await embedded.close();
      throw error;
    }
  }
  const { url } = options;
  const server = openServer(url, CONNECTIONS);
  try {
    const applied = await migrate(url);
    const prisma = createClient(server.adapter);
    return {
      prisma,
      kind: 'server',
      where: withoutLogin(url),
      applied,
      async close() {
        await prisma.$disconnect();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
