import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '../helpers/free-port.js';
import { run } from './run.js';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
  await mkdir(path.join(cwd, '.the-loop'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const config = (text: string, name = 'slack.yaml') => writeFile(path.join(cwd, '.the-loop', name), text);
const GOOD = 'channels: { slack: { enabled: true, channel: C0123456789, authorizedUsers: [U0123456789] } }\n';

test('without a configuration it exits 2, says what to write and that the sandbox needs none', async () => {
  const { code, stdout, stderr } = await run(['listen'], { cwd });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('there is no channels.slack section');
  expect(stderr).toContain('.the-loop/slack.yaml');
  expect(stderr).toContain('- slack: U0123456789');
  expect(stderr).toContain('npm run sandbox');
});

test('without tokens it exits 2 and names both variables', async () => {
  await config(GOOD);
  const { code, stderr } = await run(['listen'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('set THE_LOOP_SLACK_BOT_TOKEN and THE_LOOP_SLACK_APP_TOKEN in the environment');
  expect(stderr).toContain('npm run sandbox');
});

test.each([
  [{ THE_LOOP_SLACK_BOT_TOKEN: 'xoxb-…' }, 'THE_LOOP_SLACK_BOT_TOKEN: holds something that is no token'],
  [
    { THE_LOOP_SLACK_BOT_TOKEN: 'xapp-1-a' },
    'THE_LOOP_SLACK_BOT_TOKEN: must be the token that starts with xox',
  ],
  [
    { THE_LOOP_SLACK_APP_TOKEN: 'xoxb-1-a' },
    'THE_LOOP_SLACK_APP_TOKEN: must be the token that starts with xapp-',
  ],
])('a token that is none, or the other one, is named: %j', async (env, message) => {
  await config(GOOD);
  const { code, stderr } = await run(['listen'], { cwd, env });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('poll refuses where nothing is read', async () => {
  await config('channels: { slack: { enabled: true, channel: C0123456789, read: { mode: off } } }');
  const { code, stderr } = await run(['poll'], { cwd, env: { THE_LOOP_SLACK_BOT_TOKEN: 'xoxb-x' } });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('channels.slack.read.mode is off'),
  });
});

test('a malformed section lists every problem and runs nothing', async () => {
  await config('channels: { slack: { enabled: yes please, channel: "#dev", botTokenEnv: xoxb-1 } }');
  const { code, stderr } = await run(['listen'], { cwd, env: { THE_LOOP_SLACK_BOT_TOKEN: 'xoxb-secret' } });
  expect(code).toBe(2);
  expect(stderr).toContain('channels.slack.enabled: must be true or false');
  expect(stderr).toContain('channels.slack.channel: must be a channel id');
  expect(stderr).toContain('channels.slack.botTokenEnv: looks like a token');
  expect(stderr).not.toContain('xoxb-secret');
});

test('a disabled section exits 2 and says so', async () => {
  await config('channels: { slack: { enabled: false } }');
  const { code, stderr } = await run(['listen'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('channels.slack.enabled is not true');
});

test('with the-loop’s own Slack channel on, it refuses, naming file, key and fix', async () => {
  await config(GOOD);
  await config('channels: { slack: { enabled: true } }', 'cli-config.yaml');
  const { code, stderr } = await run(['listen'], { cwd, env: { THE_LOOP_SLACK_BOT_TOKEN: 'xoxb-x' } });
  expect(code).toBe(2);
  expect(stderr).toContain('.the-loop/cli-config.yaml: channels.slack.enabled');
  expect(stderr).toContain('set it to false there');
  expect(stderr).toContain('--allow-built-in-channel');
});

test('a database that does not answer exits 1 with the reason, not the password', async () => {
  await config(GOOD);
  const { code, stderr } = await run(['listen'], {
    cwd,
    env: { THE_LOOP_SLACK_BOT_TOKEN: 'xoxb-x', DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none' },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('the database at DATABASE_URL does not answer');
  expect(stderr).not.toContain('hunter2');
});

test('a health server that is up already keeps nothing alive when the database cannot be opened', async () => {
  await config(GOOD);
  const { code, stderr } = await run(['listen'], {
    cwd,
    env: {
      THE_LOOP_SLACK_BOT_TOKEN: 'xoxb-x',
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none',
      HEALTH_PORT: String(await freePort()),
    },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('health and metrics are served');
  expect(stderr).toContain('the database at DATABASE_URL does not answer');
});

test('a health port in use exits 1 and says which, before anything is opened', async () => {
  await config(GOOD);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stdout, stderr } = await run(['listen'], {
    cwd,
    env: { THE_LOOP_SLACK_BOT_TOKEN: 'xoxb-x', HEALTH_PORT: String(port), LOG_LEVEL: 'error' },
  });
  await new Promise((resolve) => other.close(resolve));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `HEALTH_PORT: port ${port} on 127.0.0.1 is in use; set another one, or stop what listens there\n`,
  );
  expect(await readdir(path.join(cwd, '.the-loop'))).toEqual(['slack.yaml']);
});

test('--help and --version-less misuse: help exits 0 with an example, an unknown option exits 2', async () => {
  const help = await run(['listen', '--help'], { cwd });
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Example:') });
  expect(await run(['listen', '--nonsense'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("unknown option '--nonsense'"),
  });
  expect(await run(['lissen'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('listen'),
  });
});
