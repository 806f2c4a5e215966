import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { access, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { applyMigrations, PRISMA_DIR } from '../../src/store/migrations.js';

const MIGRATIONS_DIR = path.join(PRISMA_DIR, 'migrations');

/** The names of all migrations, oldest first. */
export async function allMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS_DIR)).filter((name) => !name.endsWith('.toml')).sort();
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const name of await allMigrations()) {
    hash.update(await readFile(path.join(MIGRATIONS_DIR, name, 'migration.sql')));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * A migrated embedded database as an archive: making one takes seconds, loading one a fraction. Kept in the
 * temporary folder under the migrations' fingerprint, so a changed migration makes a new one.
 */
export async function migratedTemplate(): Promise<Blob> {
  const dir = path.join(tmpdir(), 'the-loop-slack-test');
  const file = path.join(dir, `${await fingerprint()}.tar`);
  try {
    await access(file);
  } catch {
    const db = await PGlite.create();
    await applyMigrations({
      adapter: new PrismaPGlite(db),
      execute: async (sql) => {
        await db.exec(sql);
      },
    });
    const dump = await db.dumpDataDir('none');
    await db.close();
    await mkdir(dir, { recursive: true });
    const own = `${file}.${process.pid}`;
    await writeFile(own, Buffer.from(await dump.arrayBuffer()));
    // The first to be done keeps its file: a blob cannot be read once its file was written over.
    await link(own, file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause;
    });
    await rm(own);
  }
  return openAsBlob(file);
}
