import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { errorCode } from '../eventlog/describe-error.js';
import { StoreError } from './errors.js';
import { type ProcessLock, takeProcessLock } from './process-lock.js';

/** Postgres's page cache: its default of 128 MB lies in this process's memory, and fills up with what waits. */
const BUFFERS = ['-c', 'shared_buffers=16MB'];

/** An open embedded Postgres: the adapter Prisma speaks through, and how to close it. */
export type Embedded = {
  adapter: PrismaPGlite;
  execute(sql: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens embedded Postgres (PGlite) in `dir`, creating it on the first start (about 3 s, later 0.4 s).
 *
 * @throws StoreError `locked` when another process has it, `unreachable` when the data cannot be opened
 */
export async function openEmbedded(dir: string, command: string): Promise<Embedded> {
  const lock = await enter(dir, command);
  try {
    const dataDir = path.join(dir, 'pgdata');
    await mkdir(dataDir, { recursive: true });
    const db = await PGlite.create({ dataDir, startParams: [...PGlite.defaultStartParams, ...BUFFERS] });
    return {
      adapter: new PrismaPGlite(db),
      execute: async (sql) => {
        await db.exec(sql);
      },
      async close() {
        await db.close();
        await lock.release();
      },
    };
  } catch (cause) {
    await lock.release();
    throw new StoreError('unreachable', `the embedded database in ${dir} cannot be opened`, { cause });
  }
}

/**
 * Takes the folder: for its owner alone, since Postgres's own files in it are open to whoever can reach them and hold every
 * question and answer.
 */
async function enter(dir: string, command: string): Promise<ProcessLock> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await chmod(dir, 0o700);
    return await takeProcessLock(dir, command);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const code = errorCode(cause) ?? 'no code';
    const owner = await stat(dir).then(
      ({ uid }) => ` and belongs to the user with the id ${uid}`,
      () => '',
    );
    throw new StoreError(
      'unreachable',
      `the embedded database in ${dir} cannot be used (${code}): the folder is not ours to write in${owner}; run as the user the app runs as, name another state.root, or set DATABASE_URL`,
      { cause },
    );
  }
}
