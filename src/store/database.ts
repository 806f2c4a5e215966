import type { Logger } from '../eventlog/logger-type.js';
import { createClient } from './client.js';
import { withoutLogin } from './database-url.js';
import { openEmbedded } from './embedded.js';
import type { PrismaClient } from './generated/client.js';
import { type Lead, leadAlone, leadOnServer } from './leader.js';
import { endLeases } from './leases.js';
import { applyMigrations } from './migrations.js';
import { openServer, QUERY_MS, withMigrationLock } from './server.js';

/** An open, migrated database. `where` is for people: no password in it. */
export type Database = {
  prisma: PrismaClient;
  kind: 'server' | 'embedded';
  where: string;
  applied: string[];
  /** Work for one process at a time. */
  lead: Lead;
  /** What a server's autovacuum does by itself: clears away what was replaced and counts what there is. For now and then. */
  tidy(): Promise<void>;
  close(): Promise<void>;
};

/** Where the state lives: a Postgres server, or a directory for the embedded one. `logger` hears of a long wait. */
export type DatabaseOptions = {
  url: string | undefined;
  embeddedDir: string;
  command: string;
  logger: Logger;
};

/** Connections of a running app: its workers, its listeners and a look at its health. */
const CONNECTIONS = 8;

/**
 * Migrates over a connection of its own: the engine takes an advisory lock for the life of its session, and a replica
 * that started later would wait for it in vain.
 */
function migrate(url: string, logger: Logger): Promise<string[]> {
  const work = async () => {
    const server = openServer(url, 2);
    try {
      return await applyMigrations(server);
    } finally {
      await server.close();
    }
  };
  return withMigrationLock(url, work, {
    onWait: (session) => logger.info('another process migrates the database; waiting for it', { session }),
  });
}

/**
 * Opens the database and brings it up to the schema. With `url`, a Postgres server that replicas share (they take
 * turns to migrate); without, embedded Postgres in `embeddedDir`, for one process.
 *
 * @throws StoreError `locked`, `unreachable`, `invalid_url`, `migrating`, `migration_failed` or `newer`
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
        lead: leadAlone,
        tidy: () => embedded.execute('VACUUM (ANALYZE)'),
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
  const { url, logger } = options;
  const server = openServer(url, CONNECTIONS, QUERY_MS);
  try {
    const applied = await migrate(url, logger);
    const prisma = createClient(server.adapter);
    return {
      prisma,
      kind: 'server',
      where: withoutLogin(url),
      applied,
      lead: leadOnServer(url, logger),
      tidy: async () => undefined,
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
