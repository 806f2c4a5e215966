import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import { createOwnDatabase } from '../../src/sandbox/own-database.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import { migratedTemplate } from '../helpers/template.js';
import { type Replica, startReplica } from './replica.js';

export const CHANNEL = 'C0SANDBOX';

/** Who may answer, and who may not. */
export const LISTED = ['U0ALICE', 'U0DANA'] as const;
export const UNLISTED = 'U0MALLORY';

const TOKEN = 'ghp_soak';

/** The far sides, one database, and the means to start replicas of the real app on it. */
export type SoakWorld = {
  slack: LocalSlack;
  ticket: LocalTicket;
  loop: LocalLoop;
  /** Asks the database; undefined when it is an embedded one, which only a replica can have open. */
  query: (<T extends object>(sql: string) => Promise<T[]>) | undefined;
  /** Where an embedded database lies. */
  dataDir: string;
  start(): Replica;
  close(): Promise<void>;
};

/**
 * Starts the far sides and makes a database.
 *
 * @param options.server a Postgres server for the database; embedded without
 * @param options.quickened whether the replicas' paces for Slack's sake are changed
 */
export async function startWorld(options: {
  server: string | undefined;
  quickened: boolean;
}): Promise<SoakWorld> {
  const { server, quickened } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-soak-'));
  const stateRoot = path.join(folder, '.the-loop');
  const slack = await startLocalSlack({
    users: [...LISTED, UNLISTED].map((id) => ({ id, name: id.toLowerCase(), isBot: false })),
  });
  const ticket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'] });
  // One event log for the-loop and the app, as on a real machine.
  const loop = await startLocalLoop({
    logPath: path.join(stateRoot, 'logs', 'events.jsonl'),
    retryMs: 50,
  });
  const dataDir = path.join(stateRoot, 'local', 'slack', 'pgdata');
  const database = server === undefined ? undefined : await createOwnDatabase(server, 'the_loop_slack_soak');
  if (!database) {
    await mkdir(dataDir, { recursive: true });
    const seed = await PGlite.create({ dataDir, loadDataDir: await migratedTemplate() });
    await seed.close();
  }
  const pool = database ? new pg.Pool({ connectionString: database.url, max: 2 }) : undefined;
  pool?.on('error', () => undefined);
  const config = path.join(folder, 'slack.yaml');
  await writeFile(
    config,
    `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [${LISTED.join(', ')}] } }\nstate: { root: ${stateRoot} }\n`,
  );
  const env = sandboxEnvironment(folder, {
    SLACK_API_URL: slack.apiUrl,
    GITHUB_API_URL: ticket.apiUrl,
    THE_LOOP_URL: loop.url,
    THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
    THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
    GITHUB_TOKEN: TOKEN,
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    ...(database ? { DATABASE_URL: database.url } : {}),
  });
  const replicas: Replica[] = [];
  return {
    ...{ slack, ticket, loop, dataDir },
    query: pool && (async <T extends object>(sql: string) => (await pool.query<T>(sql)).rows),
    start() {
      const replica = startReplica({ config, folder, env, quickened });
      replicas.push(replica);
      return replica;
    },
    async close() {
      for (const replica of replicas) if (!replica.over()) replica.kill('SIGKILL');
      await Promise.all(replicas.map(({ ended }) => ended));
      await Promise.all([slack.close(), ticket.close(), loop.close(), pool?.end()]);
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
