import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { errorCode } from '../eventlog/describe-error.js';
import { checkDatabaseUrl, whyNot, withoutLogin } from './database-url.js';
import { StoreError } from './errors.js';

/** Any fixed number of ours: two replicas that start at once take turns on it while they migrate. */
const MIGRATION_LOCK = 7_041_114;

/** How long to wait for a connection before the server counts as unreachable, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * How long a query of the running app may take before its connection is given up, in milliseconds. What it asks takes
 * milliseconds; a connection whose other end is gone without a word would hold up a whole queue for as long as TCP hopes.
 */
export const QUERY_MS = 30_000;

/** A Postgres server behind a connection pool. */
export type Server = { adapter: PrismaPg; execute(sql: string): Promise<void>; close(): Promise<void> };

/**
 * Prepares the pool for `DATABASE_URL`; connects on first use.
 *
 * @param connections the most at once
 * @param queryMs how long a query may take, in milliseconds; undefined for as long as it likes, as a migration may
 */
export function openServer(url: string, connections: number, queryMs?: number): Server {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: connections, connectionTimeoutMillis: CONNECT_MS },
    ...(queryMs === undefined ? {} : { query_timeout: queryMs }),
  });
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

/** How long to wait for another process to migrate: before it is said, and before it is given up, in milliseconds. */
export type LockWait = { sayAfterMs: number; giveUpAfterMs: number };

const LOCK_WAIT: LockWait = { sayAfterMs: 3_000, giveUpAfterMs: 60_000 };

/** SQLSTATE of a lock that was not to be had within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A connection of its own to the server at `url`, open.
 *
 * @throws StoreError `invalid_url` or `unreachable`, without a password in it
 */
export async function connectTo(url: string): Promise<pg.Client> {
  checkDatabaseUrl(url);
  try {
    // The constructor reads the URL and the files that it names.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (cause) {
    const what = cause instanceof pg.DatabaseError ? 'refuses the connection' : 'does not answer';
    throw new StoreError(
      'unreachable',
      `the database at DATABASE_URL ${what} (${withoutLogin(url)}: ${whyNot(cause, url)}); check that it runs and that the URL is right`,
      { cause },
    );
  }
}

/** Tries for the lock for at most `ms`. */
async function lockWithin(client: pg.Client, ms: number): Promise<boolean> {
  await client.query("SELECT set_config('lock_timeout', $1, false)", [`${Math.max(1, Math.ceil(ms))}ms`]);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return true;
  } catch (error) {
    if (errorCode(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** The server's process id of the session that holds the lock, which `pg_stat_activity` tells more of. */
async function holder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  );
  return rows[0]?.pid;
}

/**
 * Runs `work` while holding a session-level advisory lock on a connection of its own.
 *
 * @param options.onWait called once when the lock is not had at once, with the server's process id of its holder
 * @throws StoreError `invalid_url` when a parameter is wrong, `unreachable` when the server does not answer or refuses the
 * login, `migrating` when another process keeps the lock for longer than `options.wait` allows
 */
export async function withMigrationLock<T>(
  url: string,
  work: () => Promise<T>,
  options: { onWait: (session: number | undefined) => void; wait?: LockWait },
): Promise<T> {
  const { sayAfterMs, giveUpAfterMs } = options.wait ?? LOCK_WAIT;
  const client = await connectTo(url);
  try {
    if (!(await lockWithin(client, sayAfterMs))) {
      const session = await holder(client);
      options.onWait(session);
      if (!(await lockWithin(client, giveUpAfterMs - sayAfterMs))) {
        const who = session === undefined ? '' : ` (session ${session}; pg_stat_activity tells which)`;
        throw new StoreError(
          'migrating',
          `another process has been migrating the database at ${withoutLogin(url)} for over ${giveUpAfterMs / 1000} s${who}; end it if it hangs, and start again`,
        );
      }
    }
    return await work();
  } finally {
    await client.end();
  }
}
