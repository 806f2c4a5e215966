import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { run } from './run.js';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
  await mkdir(path.join(cwd, '.the-loop'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const at = (name: string) => path.join(cwd, '.the-loop', name);

const report = z.object({
  channel: z.string(),
  files: z.object({ ours: z.string().nullable(), loop: z.string().nullable() }),
  settings: z.array(
    z.object({ key: z.string(), value: z.unknown(), origin: z.looseObject({ kind: z.string() }) }),
  ),
  warnings: z.array(z.object({ file: z.string(), path: z.string(), problem: z.string() })),
});

async function json(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run(['config', '--json'], { cwd, env });
  expect(code).toBe(0);
  const said = report.parse(JSON.parse(stdout));
  // People read them on stderr, whatever stdout is.
  const people = await run(['config'], { cwd, env });
  expect(stderr).toBe(people.stderr);
  for (const { file, path: where, problem } of said.warnings)
    expect(stderr).toContain(`${file}: ${where}: ${problem}\n`);
  return said;
}

describe('config', () => {
  test('says where each setting came from: our file, the-loop’s, the process, .env, others, and the default', async () => {
    await writeFile(
      at('slack.yaml'),
      'channels: { slack: { enabled: true, channel: C0123456789, subscribe: [decision-pending], maxChars: 9000 } }',
    );
    await writeFile(
      at('cli-config.yaml'),
      'routing: { authorizedUsers: [{ slack: U0DANA }] }\nservice: { port: 5000 }',
    );
    await writeFile(at('.env'), 'LOG_LEVEL=debug\nLOG_FORMAT=json\n');
    const { settings, channel, files, warnings } = await json({ LOG_FORMAT: 'pretty' });
    const of = (key: string) => settings.find((row) => row.key === key);
    expect(of('channels.slack.channel')).toMatchObject({
      value: 'C0123456789',
      origin: { kind: 'file', file: at('slack.yaml'), path: 'channels.slack.channel' },
    });
    expect(of('channels.slack.events')).toMatchObject({
      value: ['decision-pending'],
      origin: { path: 'channels.slack.subscribe' },
    });
    expect(of('channels.slack.maxChars')?.value).toBe(3000);
    expect(of('channels.slack.authorizedUsers')).toMatchObject({
      value: ['U0DANA'],
      origin: { kind: 'file', file: at('cli-config.yaml'), path: 'routing.authorizedUsers' },
    });
    expect(of('channels.slack.verbosity')).toEqual({
      key: 'channels.slack.verbosity',
      value: 'normal',
      origin: { kind: 'default' },
    });
    expect(of('THE_LOOP_URL')).toMatchObject({
      value: 'http://127.0.0.1:5000',
      origin: { kind: 'derived', from: 'service.host, service.port' },
    });
    expect(of('LOG_LEVEL')).toMatchObject({ value: 'debug', origin: { kind: 'env-file', file: at('.env') } });
    expect(of('LOG_FORMAT')).toMatchObject({ value: 'pretty', origin: { kind: 'environment' } });
    expect(channel).toBe('on');
    expect(files).toEqual({ ours: at('slack.yaml'), loop: at('cli-config.yaml') });
    expect(warnings).toMatchObject([{ path: 'channels.slack.maxChars' }]);
  });

  test('says of tokens and passwords only that they are there', async () => {
    await writeFile(at('slack.yaml'), 'channels: { slack: { enabled: true, botTokenEnv: OPS_BOT } }');
    await writeFile(at('.env'), 'OPS_BOT=xoxb-secret\nGITHUB_TOKEN="ghp_ secret"\n');
    const env = {
      THE_LOOP_SLACK_APP_TOKEN: 'xapp-secret',
      THE_LOOP_TOKEN: 'secret',
      DATABASE_URL: 'postgres://me:secret@db.example:5433/loops?password=secret&sslmode=verify-full',
      THE_LOOP_URL: 'https://loop.example/base?token=secret',
      SLACK_API_URL: 'https://slack.example/api/?token=secret',
      GITHUB_API_URL: 'https://ghe.example/api/v3?token=secret',
    };
    const { settings } = await json(env);
    const values = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({
      OPS_BOT: 'set',
      THE_LOOP_SLACK_APP_TOKEN: 'set',
      GITHUB_TOKEN: 'set, but holds something that is no token',
      GH_TOKEN: 'not set',
      THE_LOOP_TOKEN: 'set',
      DATABASE_URL: 'db.example:5433/loops',
      THE_LOOP_URL: 'https://loop.example/base',
      SLACK_API_URL: 'https://slack.example/api/',
    });
    const people = await run(['config'], { cwd, env });
    expect(JSON.stringify(settings) + people.stdout + people.stderr).not.toContain('secret');
    expect(people.stdout).toMatch(/^OPS_BOT +set +\.the-loop\/\.env$/m);
    expect(people.stdout).toMatch(
      /^channels\.slack\.enabled +true +\.the-loop\/slack\.yaml: channels\.slack\.enabled$/m,
    );
  });

  test.each(['postgres:bob:hunter2@db.example.com/x', 'postgres:bob:hunter2'])(
    '%s is refused, here and where the database is opened, and not repeated',
    async (url) => {
      for (const command of ['config', 'threads']) {
        const { code, stdout, stderr } = await run([command], { cwd, env: { DATABASE_URL: url } });
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain('DATABASE_URL: must be a URL that starts with postgres:// or postgresql://');
        expect(stderr).not.toMatch(/hunter2|bob/);
      }
    },
  );

  test.each([
    [['config', '--config', '']],
    [['config', '--init', '--config', '']],
    [['listen', '--config', '']],
    [['sandbox', '--config', '']],
    [['migrate-config', '']],
  ])('%j names no file', async (args) => {
    const { code, stdout, stderr } = await run(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^(--config:|the argument) names no file\n$/);
  });

  test('no control character of a value, a warning or a path reaches the terminal', async () => {
    await writeFile(
      at('slack.yaml'),
      'state: { root: "a\\e[2Jb\\u009b1m" }\nchannels: { slack: { enabled: true, events: ["x\\u009b2J"] } }\n',
    );
    const shown = await run(['config'], { cwd });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('a [2Jb 1m') });
    const refused = await run(['config', '--config', 'no\x1b[2J\nfile'], { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('no [2J file: there is no') });
    const moved = await run(['migrate-config', 'no\x1b[2Jfile'], { cwd });
    expect(moved).toMatchObject({ code: 2, stderr: expect.stringContaining('no [2Jfile: there is no') });
    const all = [shown, refused, moved].map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(all.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  test('warns on stderr, of the-loop’s own channel too, and shows the settings all the same', async () => {
    await writeFile(at('slack.yaml'), 'channels: { slack: { evnets: [] } }');
    await writeFile(at('cli-config.yaml'), 'channels: { slack: { enabled: true } }');
    const { code, stdout, stderr } = await run(['config'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('channels.slack.enabled');
    expect(stderr).toContain(`${at('cli-config.yaml')}: channels.slack.enabled: is true`);
    expect(stderr).toContain('did you mean channels.slack.events?');
    expect(stderr).toContain('channels.slack.enabled is not true');
    expect((await json()).warnings.map((warning) => warning.path)).toEqual([
      'channels.slack.enabled',
      'channels.slack.evnets',
    ]);
  });

  test('with a wrong configuration exits 2, lists every problem, and prints nothing else', async () => {
    await writeFile(
      at('slack.yaml'),
      'channels: { slack: { enabled: 1, channel: "#dev" } }\nintegrations: { slack: {} }',
    );
    const { code, stdout, stderr } = await run(['config'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ')[1]),
    ).toEqual(['integrations.slack', 'channels.slack.enabled', 'channels.slack.channel']);
  });
});

describe('config --init', () => {
  test('writes a file that the app reads, once, and never over another', async () => {
    await rm(path.join(cwd, '.the-loop'), { recursive: true });
    const first = await run(['config', '--init'], { cwd });
    expect(first).toEqual({ code: 0, stdout: `${at('slack.yaml')} was written\n`, stderr: '' });
    expect(await json()).toMatchObject({
      channel: 'disabled',
      files: { ours: at('slack.yaml') },
      warnings: [],
    });
    await writeFile(at('slack.yaml'), 'mine');
    const second = await run(['config', '--init'], { cwd });
    expect(second).toEqual({
      code: 2,
      stdout: '',
      stderr: `${at('slack.yaml')} is there already, and was left as it is; name another with --config\n`,
    });
    expect(await readFile(at('slack.yaml'), 'utf8')).toBe('mine');
  });

  test('names the schema of this installation for an editor', async () => {
    await run(['config', '--init'], { cwd });
    const [, schema = ''] =
      /^# yaml-language-server: \$schema=(.+)$/m.exec(await readFile(at('slack.yaml'), 'utf8')) ?? [];
    expect(JSON.parse(await readFile(schema, 'utf8')).title).toBe('the-loop-slack');
  });

  test('writes where --config says, or the variable', async () => {
    const named = await run(['config', '--init', '--json', '--config', 'a/b/c.yaml'], { cwd });
    expect(JSON.parse(named.stdout)).toEqual({ written: path.join(cwd, 'a/b/c.yaml') });
    const env = { THE_LOOP_SLACK_CONFIG: 'd.yaml' };
    expect((await run(['config', '--init'], { cwd, env })).stdout).toBe(
      `${path.join(cwd, 'd.yaml')} was written\n`,
    );
  });

  test('says which file it comes before', async () => {
    const here = path.join(cwd, 'project');
    await mkdir(here);
    await writeFile(at('slack.yaml'), 'state: {}');
    const { code, stderr } = await run(['config', '--init'], { cwd: here, env: { HOME: cwd } });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${at('slack.yaml')} is not read here any more: the new file comes before it\n`,
    });
  });

  test('says when it cannot write', async () => {
    await writeFile(path.join(cwd, 'file'), '');
    const { code, stdout, stderr } = await run(['config', '--init', '--config', 'file/slack.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/slack\.yaml: cannot be written \(Error (?:ENOTDIR|EEXIST)\); check the folder/);
  });
});
