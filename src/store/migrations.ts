import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList } from '@prisma/schema-engine-wasm';
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

/**
 * Applies every migration of `prisma/migrations` that the database does not have yet, into Prisma's own
 * `_prisma_migrations` table, so `prisma migrate deploy` and this agree. A second call applies nothing.
 *
 * @returns the names applied now, oldest first
 * @throws StoreError `migration_failed` when one fails or an applied one was edited since
 */
export async function applyMigrations(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  prismaDir: string = PRISMA_DIR,
): Promise<string[]> {
  const schema = await readFile(path.join(prismaDir, 'schema.prisma'), 'utf8');
  const migrationsList = await readMigrations(path.join(prismaDir, 'migrations'));
  const engine = await openSchemaEngine(adapter, schema);
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
