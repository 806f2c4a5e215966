import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { z } from 'zod';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import { startAppProcess } from '../../src/sandbox/app-process.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { createServerDatabase, testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const server = await testServer();

let folder: string;
let slack: LocalSlack;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-stop-'));
  slack = await startLocalSlack();
  await writeFile(
    path.join(folder, 'slack.yaml'),
    'channels: { slack: { enabled: true, channel: C0SANDBOX, authorizedUsers: [U0ALICE] } }\n',
  );
});
afterAll(async () => {
  await slack.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (more: Record<string, string> = {}) =>
  startAppProcess(
    {
      config: path.join(folder, 'slack.yaml'),
      cwd: folder,
      env: sandboxEnvironment(folder, {
        SLACK_API_URL: slack.apiUrl,
        THE_LOOP_URL: 'http://127.0.0.1:1',
        THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
        THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
        LOG_FORMAT: 'json',
        ...more,
      }),
    },
    MAIN,
  );

// Milliseconds after the first sign of life: while Slack is being connected to, and after.
test.each([0, 15, 40, 400])('SIGTERM %i ms after it listens ends it with 0, in time', async (delay) => {
  const app = start();
  await until('it to listen', () => app.log().includes('"listening"'), 25_000);
  await sleep(delay);
  const asked = Date.now();
  await app.stop();
  expect(await app.ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  await until('no connection to Slack', () => slack.connections() === 0);
});

(server === undefined ? test.skip : test)(
  'SIGTERM ends a start that waits for another to migrate with 0, in time',
  async () => {
    const database = await createServerDatabase(server ?? '');
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    // The lock that a replica takes while it migrates (src/store/server.ts).
    await holder.query('SELECT pg_advisory_lock(7041114)');
    const app = start({ DATABASE_URL: database.url });
    await until('it to wait', () => app.log().includes('migrates the database'), 25_000);
    const asked = Date.now();
    await app.stop();
    expect(await app.ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    await holder.end();
    await database.drop();
  },
);

test('SIGTERM ends a start that waits for a server which never answers with 0, in time', async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = z.object({ port: z.number() }).parse(silent.address());
  const app = start({ DATABASE_URL: `postgresql://u@127.0.0.1:${port}/d` });
  const [socket] = await once(silent, 'connection');
  const asked = Date.now();
  await app.stop();
  expect(await app.ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  socket.destroy();
  silent.close();
});
