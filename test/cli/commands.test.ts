import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { CHANNEL, decided, ITEM, makeRig, type Rig, SENTINELS } from '../e2e/rig.js';
import { until } from '../helpers/until.js';
import { type Ran, run } from './run.js';

const LONG = 180_000;
const PATIENT = 60_000;
const ROOT = new URL('../../', import.meta.url);

let rig: Rig;
beforeAll(async () => {
  rig = await makeRig({
    slackSection: `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE],
      events: [session.awaiting_input, decision-pending] } }\nstate: { root: .the-loop }\n`,
  });
}, LONG);
afterAll(() => rig.close());

const cli = (...args: string[]): Promise<Ran> =>
  run([...args, '--config', 'slack.yaml'], { cwd: rig.folder, env: rig.env });
const inSlack = () => rig.slack.messages(CHANNEL);

describe('post', () => {
  test(
    'tells Slack an event with the work item’s page, or with the page that is named',
    async () => {
      const told = await cli(
        'post',
        '--event',
        'decision-pending',
        '--work-item',
        ITEM,
        '--text',
        'Merge it?',
      );
      expect(told).toMatchObject({ code: 0, stdout: `${ITEM}: decision-pending handed to slack\n` });
      const [first] = inSlack();
      expect(first?.text).toContain('Merge it?');
      expect(JSON.stringify(first)).toContain('https://github.com/octo/app/issues/7');
      const url = 'https://ci.example/run/5';
      const options = ['--event', 'decision-pending', '--work-item', ITEM, '--text-file', '-', '--url', url];
      const again = await run(['post', ...options, '--json', '--config', 'slack.yaml'], {
        cwd: rig.folder,
        env: rig.env,
        input: 'And this one?',
      });
      expect(JSON.parse(again.stdout)).toEqual({
        workItem: ITEM,
        event: 'decision-pending',
        channels: ['slack'],
      });
      expect(inSlack()).toHaveLength(2);
      expect(JSON.stringify(inSlack()[1])).toContain(url);
    },
    LONG,
  );

  test(
    'an event that the channel is not subscribed to posts nothing and says so',
    async () => {
      const before = inSlack().length;
      const told = await cli('post', '--event', 'pr-review-pending', '--work-item', ITEM, '--text', 'x');
      expect(told).toMatchObject({
        code: 0,
        stdout: `${ITEM}: nothing is posted: channels.slack.events does not name pr-review-pending\n`,
      });
      expect(inSlack()).toHaveLength(before);
    },
    LONG,
  );

  test.each([
    ['--event', 'nonsense', 'must be one of session.awaiting_input, decision-pending, '],
    ['--work-item', 'github:octo', 'github:owner/repo#15'],
    ['--url', 'ftp://x/y', 'must be an http or https URL'],
    ['--text', ' ', '--text: it is empty'],
  ])(
    '%s %s is refused, and what would be right is said',
    async (option, value, said) => {
      const good = { '--event': 'decision-pending', '--work-item': ITEM, '--text': 'x' };
      const { code, stdout, stderr } = await cli(
        'post',
        ...Object.entries({ ...good, [option]: value }).flat(),
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(said);
    },
    LONG,
  );

  test.each([
    ['--text', `Is ${SENTINELS.bot} right?`],
    ['--text', `Is ${SENTINELS.github} right?`],
    ['--text-file', `Is ${SENTINELS.app} right?`],
    ['--url', `https://ci.example/run?token=${SENTINELS.loop}`],
  ])(
    '%s that would publish a token of ours is refused, without repeating it: %s',
    async (option, value) => {
      const before = inSlack().length;
      const file = path.join(rig.folder, 'text.md');
      await writeFile(file, value);
      const given = option === '--text-file' ? [option, file] : [option, value];
      const text = option === '--url' ? ['--text', 'x'] : [];
      const about = ['--event', 'decision-pending', '--work-item', ITEM];
      const { code, stdout, stderr } = await cli('post', ...about, ...text, ...given);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`${option}: holds a token of this app`);
      for (const token of Object.values(SENTINELS)) expect(stderr).not.toContain(token);
      expect((await cli('outbox', '--json')).stdout).toBe('[]\n');
      expect(inSlack()).toHaveLength(before);
    },
    LONG,
  );

  test(
    'without a channel it exits 2 and says what to write',
    async () => {
      const options = ['--event', 'decision-pending', '--work-item', ITEM, '--text', 'x'];
      const cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
      const { code, stderr } = await run(['post', ...options], { cwd });
      await rm(cwd, { recursive: true });
      expect(code).toBe(2);
      expect(stderr).toContain('there is no channels.slack section');
    },
    LONG,
  );
});

describe('outbox', () => {
  test(
    'lists what waits and what to do about it; drops one, makes one due, and refuses the rest',
    async () => {
      rig.slack.changeChannel(CHANNEL, { botIsMember: false });
      for (const text of ['One?', 'Two?'])
        await cli('post', '--event', 'decision-pending', '--work-item', ITEM, '--text', text);
      const shown = await cli('outbox');
      expect(shown.code).toBe(0);
      const [head, first, second, blank, fix] = shown.stdout.split('\n');
      expect(head).toMatch(/^ID +STATE +AGE +TRIES +NEXT TRY +EVENT +WORK ITEM +ERROR$/);
      expect(first).toMatch(
        /^[0-9a-f]{8} {2}pending +\d+ (?:s|min) +\d+ +(?:in \d+ s|now) +decision-pending {2}github:octo\/app#7 {2}not_in_channel$/,
      );
      expect(second).toContain('decision-pending');
      expect([blank, fix]).toEqual([
        '',
        expect.stringMatching(/^not_in_channel: invite the bot: .*\/invite/),
      ]);

      const listed = JSON.parse((await cli('outbox', 'list', '--json')).stdout);
      expect(listed).toMatchObject([
        { state: 'pending', error: 'not_in_channel', fix: expect.stringContaining('/invite') },
        { event: 'decision-pending' },
      ]);
      const [{ id: one }, { id: two }] = listed;
      expect(await cli('outbox', 'drop', one.slice(0, 8))).toMatchObject({
        code: 0,
        stdout: `${one.slice(0, 8)} is given up: it is never posted\n`,
      });
      const due = await cli('outbox', 'retry', two, '--json');
      expect(JSON.parse(due.stdout)).toEqual({ id: two, changed: 'done' });
      expect(JSON.parse((await cli('outbox', '--json')).stdout)).toHaveLength(1);

      expect(await cli('outbox', 'retry', 'ffffffff-ffff')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(
          'no post has an id that begins with ffffffff-ffff (four characters at least); outbox lists them',
        ),
      });
      expect(await cli('outbox', 'retry')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('outbox retry ID'),
      });
      expect(await cli('outbox', 'rety', two)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('list, retry, drop'),
      });
      expect(await cli('outbox', 'list', two)).toMatchObject({ code: 2 });

      await cli('outbox', 'drop', two);
      expect((await cli('outbox')).stdout).toBe('Nothing waits: everything told is in Slack.\n');
      rig.slack.changeChannel(CHANNEL, { botIsMember: true });
    },
    LONG,
  );
});

test(
  'needs no token to look, and says what a missing one holds up',
  async () => {
    const { THE_LOOP_SLACK_BOT_TOKEN: _, ...env } = rig.env;
    const looking = (...args: string[]) => run([...args, '--config', 'slack.yaml'], { cwd: rig.folder, env });
    const told = await looking('post', '--event', 'decision-pending', '--work-item', ITEM, '--text', 'Late?');
    expect(told.code).toBe(0);
    const [waiting] = JSON.parse((await looking('outbox', '--json')).stdout);
    expect(waiting).toMatchObject({
      error: 'no bot token: THE_LOOP_SLACK_BOT_TOKEN is not set',
      fix: expect.stringContaining('set that variable where listen runs'),
    });
    await looking('outbox', 'drop', waiting.id);
  },
  LONG,
);

describe('beside a running app that holds the embedded database', () => {
  beforeAll(() => rig.start(), LONG);
  afterAll(() => rig.stop());

  test(
    'the commands go through it',
    async () => {
      const { threadTs } = await rig.ask('Which?', 'github:octo/app#8');
      await decided(rig, rig.reply(threadTs, 'Both.'), PATIENT);
      const shown = await cli('replies');
      expect(shown.stdout).toMatch(/^AGE +WORK ITEM +MEMBER +KIND +TICKET +SESSION +DETAIL\n/);
      expect(shown.stdout).toMatch(
        /\n\d+ (?:s|min) +github:octo\/app#8 {2}U0ALICE {2}reply +mirrored +delivered +http\S+\n$/,
      );
      expect(JSON.parse((await cli('replies', '--work-item', ITEM, '--json')).stdout)).toEqual([]);
      expect(await cli('replies', '--work-item', 'app#8')).toMatchObject({ code: 2, stdout: '' });
      expect((await cli('threads')).stdout).toMatch(
        /^WORK ITEM +THREAD +LAST TRAFFIC +OPEN\ngithub:octo\/app#8 {2}C0SANDBOX\/[\d.]+ {2}\d+ (?:s|min) ago +-\n/,
      );

      const before = inSlack().length;
      await cli('post', '--event', 'decision-pending', '--work-item', ITEM, '--text', 'Through the door?');
      await until('the app to post it', () => inSlack().length === before + 1, PATIENT);
    },
    LONG,
  );

  test(
    'migrate names the holder, which has migrated',
    async () => {
      const { code, stdout, stderr } = await cli('migrate');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(`is held by process ${process.pid} (the-loop-slack listen`);
      expect(stderr).toContain('brought it up to date when it opened it');
    },
    LONG,
  );
});

test(
  'migrate needs no configuration, says what it applied, and then that there is nothing to apply',
  async () => {
    const cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
    const names = (await readdir(new URL('prisma/migrations/', ROOT)))
      .filter((name) => /^\d/.test(name))
      .sort();
    const where = `embedded (${path.join(cwd, '.the-loop', 'local', 'slack')})`;
    const first = await run(['migrate', '--json'], { cwd });
    expect(JSON.parse(first.stdout)).toEqual({ database: where, applied: names });
    expect(first.code).toBe(0);
    expect(await run(['migrate'], { cwd })).toMatchObject({
      code: 0,
      stdout: `nothing to apply: ${where}\n`,
    });
    await rm(cwd, { recursive: true });
  },
  LONG,
);

test(
  'the version is the package’s own',
  async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')));
    for (const flag of ['--version', '-V']) {
      expect(await run([flag], { cwd: tmpdir() })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    }
  },
  LONG,
);

test(
  'manifest prints the package’s own, wherever it is called',
  async () => {
    const yaml = await readFile(new URL('manifest.yml', ROOT), 'utf8');
    const cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
    await mkdir(path.join(cwd, 'x'));
    await writeFile(path.join(cwd, 'manifest.yml'), 'somebody else’s');
    expect(await run(['manifest'], { cwd })).toEqual({ code: 0, stdout: yaml, stderr: '' });
    expect(JSON.parse((await run(['manifest', '--json'], { cwd })).stdout)).toEqual(parse(yaml));
    await rm(cwd, { recursive: true });
  },
  LONG,
);
