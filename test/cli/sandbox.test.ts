import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { run } from './run.js';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
  await writeFile(path.join(cwd, 'ask.md'), 'Which one should I take?\n\n1. Coerce\n2. Refuse\n');
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const round = (...more: string[]) =>
  run(['sandbox', '--headless', '--ask', 'ask.md', '--answer', '2', ...more], { cwd });

test('a round by an authorized member exits 0 and shows what each side got', async () => {
  const { code, stdout, stderr } = await round();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({
    posted: {
      channel: 'C0SANDBOX',
      thread_ts: null,
      text: expect.stringContaining('Which one should I take?'),
    },
    mirror: { body: expect.stringContaining('<!-- the-loop:agent-comment -->') },
    delivered: { ref: 'github:octo/app#7', text: '2: Refuse', actor: 'slack:U0ALICE', comment: false },
  });
  expect(report.mirror.body).toMatch(/^> 2: Refuse$/m);
  expect(report.posted.blocks[0].type).toBe('context');
  expect(stdout).not.toMatch(/xoxb-|xapp-|ghp_/);
});

test('a round by someone unlisted exits 1 with nothing mirrored or delivered', async () => {
  const { code, stdout, stderr } = await round('--as', 'U0MALLORY');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'the answer was not delivered: unauthorized-actor\n' });
  expect(JSON.parse(stdout)).toMatchObject({
    mirror: null,
    delivered: null,
    events: expect.arrayContaining([
      expect.objectContaining({ event: 'channel.dropped', reason: 'unauthorized-actor', actor: 'U0MALLORY' }),
    ]),
  });
});

test('--config tries a user’s own settings: an empty list denies even U0ALICE', async () => {
  await writeFile(path.join(cwd, 'own.yaml'), 'channels: { slack: { enabled: true, verbosity: quiet } }');
  const { code, stdout } = await round('--config', 'own.yaml');
  expect(code).toBe(1);
  expect(JSON.parse(stdout).posted.text).toBe('Waiting for an answer · octo/app#7');
});

test('--config with its own members: the first of them replies', async () => {
  await writeFile(
    path.join(cwd, 'own.yaml'),
    'channels: { slack: { enabled: true, authorizedUsers: [U0123456789] } }',
  );
  const { code, stdout } = await round('--config', 'own.yaml');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).delivered.actor).toBe('slack:U0123456789');
});

test('--config with a file that is not there says so', async () => {
  const { code, stderr } = await round('--config', 'nowhere.yaml');
  expect(code).toBe(2);
  expect(stderr).toContain('nowhere.yaml: there is no such file (named by --config)');
});

test('--config with a mistake ends as listen would, with its words', async () => {
  await writeFile(path.join(cwd, 'bad.yaml'), 'channels: { slack: { enabled: true, channel: "#dev" } }');
  const { code, stdout, stderr } = await round('--config', 'bad.yaml');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('channels.slack.channel: must be a channel id');
});

test.each([
  [['--headless', '--answer', '2'], 'give --ask FILE and --answer TEXT'],
  [['--headless', '--ask', '/dev/null', '--answer', '2'], '--ask: /dev/null is empty'],
  [['--headless', '--ask', 'nowhere.md', '--answer', '2'], '--ask: nowhere.md cannot be read'],
  [['--headless', '--ask', 'ask.md', '--answer', ' '], '--answer: must hold some text'],
  [
    ['--headless', '--ask', 'ask.md', '--answer', '2', '--as', 'bob'],
    '--as: bob is not in the workspace; its members are U0ALICE, U0MALLORY',
  ],
  [['--answer', '2'], '--answer goes with --headless'],
])('sandbox %j exits 2 and says what would be right', async (args, message) => {
  const { code, stderr } = await run(['sandbox', ...args], { cwd });
  expect({ code, said: stderr.includes(message) ? message : stderr }).toEqual({ code: 2, said: message });
});

test('at the terminal, what is typed is a reply, and what each side gets is printed', async () => {
  const { code, stdout } = await run(['sandbox'], { cwd, input: 'two\n/as U0MALLORY nine\n/quit\n' });
  expect(code).toBe(0);
  expect(stdout).toContain('Slack · a new thread');
  expect(stdout).toContain('/ask TEXT');
  expect(stdout).toMatch(/the session · an answer from slack:U0ALICE\n {4}two/);
  expect(stdout).toContain('Slack · :white_check_mark: on the reply');
  expect(stdout).toContain('the app · dropped the reply of U0MALLORY: unauthorized-actor');
});
