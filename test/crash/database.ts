import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { createOwnDatabase } from '../../src/sandbox/own-database.js';
import { migratedTemplate } from '../helpers/template.js';

/** A world's database, as the app's environment names it. */
export type CrashDatabase = {
  env: Record<string, string>;
  /** Called when the app was killed, before it starts again. */
  afterKill(): Promise<void>;
  drop(): Promise<void>;
};

let pristine: Promise<string> | undefined;

/** A migrated embedded database to be copied; the folder is the test process's own. */
async function makePristine(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-pristine-'));
  const seed = await PGlite.create({ dataDir, loadDataDir: await migratedTemplate() });
  await seed.close();
  return dataDir;
}

/** Removes what `makeDatabase` copies from. */
export async function removePristine(): Promise<void> {
  if (pristine) await rm(await pristine, { recursive: true, force: true });
  pristine = undefined;
}

/** Prepares a database: on `server`, or embedded under `folder`. */
export async function makeDatabase(server: string | undefined, folder: string): Promise<CrashDatabase> {
  const nothing = async () => undefined;
  if (server === undefined) {
    pristine ??= makePristine();
    const dataDir = path.join(folder, '.the-loop', 'local', 'slack', 'pgdata');
    await cp(await pristine, dataDir, { recursive: true });
    return { env: {}, afterKill: nothing, drop: nothing };
  }
  const { url, drop } = await createOwnDatabase(server, 'the_loop_slack_crash');
  return { env: { DATABASE_URL: url }, afterKill: () => moveTimeOn(url), drop };
}

/**
 * On a server a dead process's claims hold until their leases run out, since another replica could have them: here time
 * is moved on instead. First the server must have noticed that the process is gone.
 */
async function moveTimeOn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const others =
      'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    while ((await client.query(others)).rows.length > 0) await sleep(5);
    const { rows } = await client.query("SELECT to_regclass('outbox') IS NOT NULL AS migrated");
    if (rows[0]?.migrated !== true) return;
    await client.query("UPDATE outbox SET lease_until = now() WHERE status = 'posting'");
    await client.query('UPDATE outbox SET redraw_at = now() WHERE redraw_at > now()');
    await client.query('UPDATE inbox SET lease_until = NULL WHERE settled_at IS NULL');
  } finally {
    await client.end();
  }
}
