import { PGlite } from '@electric-sql/pglite';
import { describe, expect, test } from '@jest/globals';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { applyMigrations, diffMigration } from '../../src/store/migrations.js';
import { allMigrations } from '../helpers/template.js';

test('the migrations build exactly what the schema says', async () => {
  const db = await PGlite.create();
  expect(await diffMigration(new PrismaPGlite(db))).toBe('');
  await db.close();
});

const migratable = (db: PGlite) => ({
  adapter: new PrismaPGlite(db),
  execute: async (sql: string) => {
    await db.exec(sql);
  },
});

test('applying them twice applies them once', async () => {
  const db = await PGlite.create();
  expect((await applyMigrations(migratable(db))).length).toBeGreaterThan(0);
  expect(await applyMigrations(migratable(db))).toEqual([]);
  await db.close();
});

test('an edited migration is refused, however far the history has come', async () => {
  const db = await PGlite.create();
  await applyMigrations(migratable(db));
  await db.exec("UPDATE _prisma_migrations SET checksum = repeat('0', 64)");
  await expect(applyMigrations(migratable(db))).rejects.toMatchObject({ code: 'migration_failed' });
  await db.close();
});

test('a database that a newer version has migrated is refused, and stays as it is', async () => {
  const db = await PGlite.create();
  await applyMigrations(migratable(db));
  await db.exec(`INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    VALUES ('later', repeat('1', 64), '20991231000000_later', now(), now(), 1)`);
  await expect(applyMigrations(migratable(db))).rejects.toMatchObject({
    code: 'newer',
    message: expect.stringContaining('20991231000000_later'),
  });
  expect((await db.query('SELECT 1 FROM _prisma_migrations')).rows).toHaveLength(
    (await allMigrations()).length + 1,
  );
  await db.close();
});

test('a database that is up to date is recognised without the engine', async () => {
  const db = await PGlite.create();
  await applyMigrations(migratable(db));
  const { execute } = migratable(db);
  const adapter = {
    ...new PrismaPGlite(db),
    connect: () => Promise.reject(new Error('the engine connected')),
    connectToShadowDb: () => Promise.reject(new Error('the engine connected')),
  };
  expect(await applyMigrations({ adapter, execute })).toEqual([]);
  await db.close();
});

describe('a process that was killed while it migrated', () => {
  const tables = async (db: PGlite) =>
    (await db.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")).rows.length;

  test('before its script was in the database: the next start applies it', async () => {
    const db = await PGlite.create();
    await applyMigrations(migratable(db));
    const whole = await tables(db);
    // As it stands after a kill between the note that it began and the script.
    await db.exec('UPDATE _prisma_migrations SET finished_at = NULL, logs = NULL, applied_steps_count = 0');
    await db.exec('DROP TABLE outbox, inbox, cursors, thread_bindings');
    await db.exec('DROP TYPE outbox_status, mirror_status, delivery_status, question_state, inbox_kind');
    expect(await applyMigrations(migratable(db))).toEqual(await allMigrations());
    expect(await tables(db)).toBe(whole);
    expect(await applyMigrations(migratable(db))).toEqual([]);
    await db.close();
  });

  test('after its script was, and before that was noted: the next start goes on', async () => {
    const db = await PGlite.create();
    await applyMigrations(migratable(db));
    await db.exec('UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0');
    expect(await applyMigrations(migratable(db))).toEqual([]);
    expect(await applyMigrations(migratable(db))).toEqual([]);
    await db.close();
  });

  test('in the middle of its script: nothing of it is left', async () => {
    const db = await PGlite.create();
    const { execute, adapter } = migratable(db);
    const cut = {
      adapter,
      execute: (sql: string) => execute(/CREATE TABLE "outbox"/.test(sql) ? `${sql}; SELECT 1/0` : sql),
    };
    await expect(applyMigrations(cut)).rejects.toMatchObject({ code: 'migration_failed' });
    expect(await tables(db)).toBe(1);
    await applyMigrations(migratable(db));
    await db.close();
  });
});
