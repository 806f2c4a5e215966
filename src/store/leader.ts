import pg from 'pg';
import { describeError } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';
import { atMost } from '../time/at-most.js';
import { pause } from '../time/pause.js';

/**
 * Work that one process at a time does. `work` runs while this process leads, with a signal that aborts when it no longer
 * does; after that it may lead again. Resolves once `signal` has aborted and the work has ended; rejects when the work does.
 */
export type Lead = (
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

/** Any fixed number of ours: the first half of the advisory lock's key; the second is the hash of the work's name. */
const LEADER_LOCK = 7_041_115;

/**
 * Milliseconds. A leader proves every three seconds that it lives, and the others ask as often; a leader that the database
 * has not heard for ten is cut off. So work is taken over within 13 seconds, whatever became of its leader (issue 5: 15).
 */
export const LEADING = { everyMs: 3_000, silentMs: 10_000, answerMs: 3_000 };

/**
 * A lead that is decided by a session-level advisory lock on a connection of its own. A pooler in transaction mode would
 * break it, as it would the migrations' lock (docs/deploy.md).
 *
 * @param url of the Postgres server
 */
export function leadOnServer(url: string, logger: Logger, times = LEADING): Lead {
  return async (name, work, signal) => {
    let said = '';
    while (!signal.aborted) {
      try {
        await leadOnce(url, name, work, signal, logger, times);
        said = '';
      } catch (error) {
        if (error instanceof WorkFailed) throw error.cause;
        const cause = describeError(error);
        logger[cause === said ? 'debug' : 'warn']('cannot ask who leads', { work: name, cause });
        said = cause;
      }
      await pause(times.everyMs, signal);
    }
  };
}

/** The lead where only one process can have the database open. */
export const leadAlone: Lead = (_name, work, signal) => work(signal);

/** The work itself went wrong, which is not for trying again. */
class WorkFailed extends Error {}

/** Waits to lead, leads, and returns when it is over. Throws when the database cannot be asked. */
async function leadOnce(
  url: string,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  logger: Logger,
  { everyMs, silentMs, answerMs }: typeof LEADING,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  const over = AbortSignal.any([signal, lost.signal]);
  try {
    await client.connect();
    // So that the lock of a process or a machine that stopped dead does not outlive it (Postgres 14 and later).
    await client.query(
      `SELECT set_config(name, '${silentMs}', false) FROM pg_settings WHERE name = 'idle_session_timeout'`,
    );
    while (!(await takeLock(client, name))) {
      await pause(everyMs, over);
      if (over.aborted) return;
    }
    logger.info('leading', { work: name });
    const working = work(over)
      .then(
        () => undefined,
        (cause: unknown) => new WorkFailed('the work failed', { cause }),
      )
      .finally(() => lost.abort());
    while (!over.aborted) {
      await pause(everyMs, over);
      if (!over.aborted) await client.query('SELECT 1').catch(() => lost.abort());
    }
    const failure = await working;
    if (failure) throw failure;
    if (!signal.aborted) logger.warn('no longer leading', { work: name });
  } finally {
    // A connection that hangs would hold up a stop.
    await atMost(1_000, client.end());
  }
}

async function takeLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS got',
    [LEADER_LOCK, name],
  );
  return rows[0]?.got === true;
}
