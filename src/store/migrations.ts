import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { HistoryDiagnostic, MigrationList } from '@prisma/schema-engine-wasm';
import { StoreError } from './errors.js';
import { openSchemaEngine } from './schema-engine.js';

/** `prisma/` of the package; two levels up from this file both in `src/store` and in `dist/store`. */
export const PRISMA_DIR = fileURLToPath(new URL('../../prisma', import.meta.url));

const NO_FILTER = { externalTables: [], externalEnums: [] };

async function readMigrations(dir: string): Promise<MigrationList> {
  const names = (await readdir(dir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(path.join(dir, name, 'migration.sql'), 'utf8') },
      },
    })),
  );
  const lockfile = await readFile(path.join(dir, 'migration_lock.toml'), 'utf8');
  return {
    baseDir: dir,
    lockfile: { path: 'migration_lock.toml', content: lockfile },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}

/** A database to migrate: Prisma's adapter, and a way to run a script as one simple query, which Postgres takes whole. */
export type Migratable = {
  adapter: SqlMigrationAwareDriverAdapterFactory;
  execute(sql: string): Promise<void>;
};

/** Left in the log column of a migration by the script itself, so that it is there if and only if the script is. */
const COMMITTED = 'the-loop-slack: committed';

/**
 * The adapter, with scripts sent whole. Prisma's adapter for `pg` sends one statement after another, so a process killed
 * in the middle of a migration would leave half a schema behind, which no later start could mend.
 */
function atomic({ adapter, execute }: Migratable): SqlMigrationAwareDriverAdapterFactory {
  const mark = `UPDATE "_prisma_migrations" SET "logs" = '${COMMITTED}' WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL`;
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    async connect() {
      const connection = await adapter.connect();
      connection.executeScript = (script) => execute(`${script}\n;${mark}`);
      return connection;
    },
    connectToShadowDb: () => adapter.connectToShadowDb(),
  };
}

/** What a killed process left unfinished in the history: whether its script is in the database or not, it is all of it. */
async function settleUnfinished(
  engine: Awaited<ReturnType<typeof openSchemaEngine>>,
  migrationsList: MigrationList,
  unfinished: readonly string[],
  execute: Migratable['execute'],
): Promise<void> {
  for (const migrationName of unfinished) {
    // Fails unless the script left its mark: then there is nothing of it, and it is applied again.
    const name = migrationName.replaceAll("'", "''");
    const isCommitted = await execute(
      `SELECT 1 / count(*) FROM "_prisma_migrations" WHERE "migration_name" = '${name}' AND "logs" = '${COMMITTED}' AND "rolled_back_at" IS NULL`,
    ).then(
      () => true,
      () => false,
    );
    if (isCommitted) await engine.markMigrationApplied({ migrationName, migrationsList });
    else await engine.markMigrationRolledBack({ migrationName });
  }
}

/**
 * Whether the history holds exactly these migrations, all of them finished and none edited. Then the engine need not be
 * loaded, which would take a second and some 30 MB for good. Anything else, a missing history too, is the engine's affair.
 */
async function isUpToDate(
  { migrationDirectories }: MigrationList,
  execute: Migratable['execute'],
): Promise<boolean> {
  const known = migrationDirectories.flatMap(({ path: name, migrationFile: { content } }) => {
    if (content.tag !== 'ok') return [];
    const checksum = createHash('sha256').update(content.value).digest('hex');
    return [`('${name.replaceAll("'", "''")}', '${checksum}')`];
  });
  if (known.length === 0) return false;
  // Fails unless both counts are right: a script gives nothing back.
  const script = `SELECT 1 / CASE WHEN ${known.length} = ALL (ARRAY[
    (SELECT count(*) FROM "_prisma_migrations"),
    (SELECT count(*) FROM "_prisma_migrations" AS applied JOIN (VALUES ${known.join(', ')}) AS known (name, checksum)
      ON applied."migration_name" = known.name AND applied."checksum" = known.checksum
      WHERE applied."finished_at" IS NOT NULL AND applied."rolled_back_at" IS NULL)]) THEN 1 ELSE 0 END`;
  return execute(script).then(
    () => true,
    () => false,
  );
}

/** The migrations that the database has and `prisma/migrations` lacks. Prisma's own `migrate deploy` passes them over. */
function onlyInDatabase(diagnostic: HistoryDiagnostic | null): readonly string[] {
  return diagnostic && 'unpersistedMigrationNames' in diagnostic ? diagnostic.unpersistedMigrationNames : [];
}

/**
 * Applies every migration of `prisma/migrations` that the database does not have yet, into Prisma's own
 * `_prisma_migrations` table, so `prisma migrate deploy` and this agree. A second call applies nothing; a call that was
 * killed anywhere is made good by the next.
 *
 * @returns the names applied now, oldest first
 * @throws StoreError `migration_failed` when one fails or an applied one was edited since, `newer` when the database has
 *   one that is not here
 */
export async function applyMigrations(
  database: Migratable,
  prismaDir: string = PRISMA_DIR,
): Promise<string[]> {
  const schema = await readFile(path.join(prismaDir, 'schema.prisma'), 'utf8');
  const migrationsList = await readMigrations(path.join(prismaDir, 'migrations'));
  if (await isUpToDate(migrationsList, database.execute)) return [];
  const engine = await openSchemaEngine(atomic(database), schema);
  try {
    const history = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: NO_FILTER,
    });
    if (history.editedMigrationNames.length > 0) {
      throw new StoreError(
        'migration_failed',
        `these migrations changed after they were applied here: ${history.editedMigrationNames.join(', ')}; restore the files, and add a new migration instead`,
      );
    }
    const unknown = onlyInDatabase(history.history);
    if (unknown.length > 0) {
      throw new StoreError(
        'newer',
        `a newer version has used this database and brought it up to date (${unknown.join(', ')}); install that version again, or restore the backup made before the upgrade`,
      );
    }
    await settleUnfinished(engine, migrationsList, history.failedMigrationNames, database.execute);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
    return appliedMigrationNames;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('migration_failed', 'a database migration did not apply', { cause });
  } finally {
    engine.free();
  }
}

/**
 * The SQL from what the migrations build to what `schema.prisma` says: the body of the next migration.
 *
 * @param adapter a factory over an empty, throwaway database on which the migrations are replayed
 * @returns the script, empty when migrations and schema agree
 */
export async function diffMigration(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  prismaDir: string = PRISMA_DIR,
): Promise<string> {
  const content = await readFile(path.join(prismaDir, 'schema.prisma'), 'utf8');
  const migrations = await readMigrations(path.join(prismaDir, 'migrations'));
  const engine = await openSchemaEngine(adapter, content);
  try {
    const result = await engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    });
    const script = result.stdout ?? '';
    return /^-- This is an empty migration/m.test(script) ? '' : script;
  } finally {
    engine.free();
  }
}
