import { PGlite } from '@electric-sql/pglite';
import { expect, test } from '@jest/globals';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { applyMigrations, diffMigration } from '../../src/store/migrations.js';

test('the migrations build exactly what the schema says', async () => {
  const db = await PGlite.create();
  expect(await diffMigration(new PrismaPGlite(db))).toBe('');
  await db.close();
});

test('applying them twice applies them once', async () => {
  const db = await PGlite.create();
  const adapter = new PrismaPGlite(db);
  expect((await applyMigrations(adapter)).length).toBeGreaterThan(0);
  expect(await applyMigrations(adapter)).toEqual([]);
  await db.close();
});
