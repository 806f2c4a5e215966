import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { StoreError } from './errors.js';

/** Any fixed number of ours: two replicas that start at once take turns on it while they migrate. */
const MIGRATION_LOCK = 7_041_114;

/** How long to wait for a connection before the server counts as unreachable, in milliseconds. */
const CONNECT_MS = 10_000;

/** A Postgres server behind a connection pool. */
export type Server = { adapter: PrismaPg; execute(sql: string): Promise<void>; close(): Promise<void> };

/**
 * Prepares the pool for `DATABASE_URL`; connects on first use.
 *
 * @param connections the most at once
 */
export function openServer(url: string, connections: number): Server {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: CONNECT_MS });
  // A server restart drops idle connections; the pool replaces them, and the next query reports what matters.
  pool.on('error', () => undefined);
  return {
    adapter: new PrismaPg(pool),
    execute: async (sql) => {
      await pool.query(sql);
    },
    close: () => pool.end(),
  };
}

/**
 * Runs `work` while holding a session-level advisory lock on a connection of its own.
 *
 * @throws StoreError `unreachable` when the server does not answer or refuses the login
 */
export async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    throw new StoreError(
      'unreachable',
      'the database at DATABASE_URL does not answer; check that it runs and that the URL is right',
      { cause },
    );
  }
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
