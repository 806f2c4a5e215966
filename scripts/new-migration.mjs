// Writes prisma/migrations/<time>_<name>/migration.sql with what schema.prisma says beyond the migrations.
// `prisma migrate dev` would do it too, but needs a native engine to download.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { diffMigration, PRISMA_DIR } from '../dist/store/migrations.js';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write('usage: npm run migration -- NAME   (lower-case letters, digits and _)\n');
  process.exit(2);
}
const db = new PGlite();
const sql = await diffMigration(new PrismaPGlite(db));
await db.close();
if (sql === '') {
  process.stderr.write('schema.prisma and the migrations agree: nothing to write\n');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const dir = path.join(PRISMA_DIR, 'migrations', `${stamp}_${name}`);
  await mkdir(dir, { recursive: true });
  await writeFile(path.join(dir, 'migration.sql'), sql);
  process.stdout.write(`${path.relative(process.cwd(), dir)}/migration.sql\n`);
}
