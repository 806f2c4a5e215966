import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import { startAppProcess } from '../../src/sandbox/app-process.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { until } from '../helpers/until.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

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

const start = () =>
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
