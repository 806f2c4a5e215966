import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadSettings } from '../../src/config/load.js';
import { run } from './run.js';

const WRITE_FILE = new URL('../../dist/config/write-file.js', import.meta.url).href;

let cwd: string;
let file: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-cli-'));
  await mkdir(path.join(cwd, '.the-loop'));
  file = path.join(cwd, '.the-loop', 'slack.yaml');
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const WITHOUT_WEBHOOK = `channels:
  slack:
    enabled: true
    events: [decision-pending] # what matters
    authorizedUsers: [U0DANA]
`;
const OLD = `# ours
integrations:
  slack: { webhookUrlEnv: HOOK }
${WITHOUT_WEBHOOK}`;

const NEW = `# ours
channels:
  slack:
    enabled: true
    subscribe: [decision-pending] # what matters

routing:
  authorizedUsers:
    - slack: U0DANA
`;

const CHANGES = [
  'integrations.slack was removed: it is retired, and channels.slack takes its place',
  'channels.slack.events is now called subscribe',
  'channels.slack.authorizedUsers is now routing.authorizedUsers, each member as slack: U…',
];
const said = () => CHANGES.map((change) => `${file}: ${change}\n`).join('');

test('moves the file that the app would read, says what changed, and twice is once', async () => {
  await writeFile(file, OLD);
  expect((await run(['config'], { cwd })).code).toBe(2);
  expect(await run(['migrate-config'], { cwd })).toEqual({ code: 0, stdout: said(), stderr: '' });
  expect(await readFile(file, 'utf8')).toBe(NEW);
  expect(await run(['migrate-config'], { cwd })).toEqual({
    code: 0,
    stdout: `${file}: nothing to change\n`,
    stderr: '',
  });
  expect(await readFile(file, 'utf8')).toBe(NEW);
  expect((await run(['config'], { cwd })).code).toBe(0);
});

test('what the app reads from it is the same before and after', async () => {
  const load = async (text: string) => {
    await writeFile(file, text);
    return (await loadSettings({ config: file, cwd, home: cwd, env: {} })).slack;
  };
  expect(await load(NEW)).toEqual(await load(WITHOUT_WEBHOOK));
});

test('--dry-run prints the file as it would be, and writes nothing', async () => {
  await writeFile(file, OLD);
  const before = await stat(file);
  expect(await run(['migrate-config', '--dry-run', file], { cwd })).toEqual({
    code: 0,
    stdout: NEW,
    stderr: said(),
  });
  expect(await readFile(file, 'utf8')).toBe(OLD);
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
});

test('--json says what was done, and with --dry-run what would be', async () => {
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(['migrate-config', '--json', ...args], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  await writeFile(file, OLD);
  const would = { file, written: false, changes: CHANGES, notes: [], text: NEW };
  expect(await json('--dry-run')).toEqual(would);
  expect(await readFile(file, 'utf8')).toBe(OLD);
  expect(await json()).toEqual({ file, written: true, changes: CHANGES, notes: [] });
  expect(await readFile(file, 'utf8')).toBe(NEW);
  expect(await json()).toEqual({ file, written: false, changes: [], notes: [] });
  expect(await json('--dry-run')).toEqual({ ...would, changes: [] });
});

test('the file keeps its mode and its bytes but for the change, a link stays a link, and nothing is left beside it', async () => {
  const target = path.join(cwd, 'real.yaml');
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  await writeFile(target, windows(OLD));
  await chmod(target, 0o606);
  await symlink(target, file);
  expect((await run(['migrate-config'], { cwd })).code).toBe(0);
  expect(await readFile(target, 'utf8')).toBe(windows(NEW));
  expect((await stat(target)).mode & 0o777).toBe(0o606);
  expect((await lstat(file)).isSymbolicLink()).toBe(true);
  expect((await readdir(cwd)).sort()).toEqual(['.the-loop', 'real.yaml']);
  expect(await readdir(path.join(cwd, '.the-loop'))).toEqual(['slack.yaml']);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('the file keeps its owner and its group', async () => {
  await writeFile(file, OLD);
  await chown(file, 65_534, 65_533);
  await chmod(file, 0o600);
  expect((await run(['migrate-config'], { cwd })).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(NEW);
  const { uid, gid, mode } = await stat(file);
  expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: 65_534, gid: 65_533, mode: 0o600 });
});

asRoot('who may not give a file to its owner does not replace it', async () => {
  await writeFile(file, OLD);
  await chown(file, 65_533, 65_533);
  await chmod(file, 0o644);
  await chmod(path.dirname(file), 0o777);
  await chmod(cwd, 0o755);
  const replaced = await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { replaceFile } from ${JSON.stringify(WRITE_FILE)};
       process.setgroups([]); process.setgid(65534); process.setuid(65534);
       console.log(await replaceFile(${JSON.stringify(file)}, 'x').then(() => 'done', (e) => e.code));`,
    ],
    { encoding: 'utf8' },
  );
  expect(replaced.stdout).toBe('EPERM\n');
  expect(await readFile(file, 'utf8')).toBe(OLD);
  expect(await readdir(path.dirname(file))).toEqual(['slack.yaml']);
});

test('a file that is current is not written at all', async () => {
  await writeFile(file, NEW);
  const before = await stat(file);
  await run(['migrate-config'], { cwd });
  const after = await stat(file);
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test('what stays is said on stderr', async () => {
  await writeFile(file, `${WITHOUT_WEBHOOK}routing: { authorizedUsers: [] }\n`);
  const { code, stdout, stderr } = await run(['migrate-config', '--json'], { cwd });
  expect(code).toBe(0);
  expect(stderr).toMatch(/channels\.slack\.authorizedUsers stays where it is, and decides: .*\n$/);
  expect(JSON.parse(stdout).notes).toEqual([stderr.slice(`${file}: `.length).trimEnd()]);
});

test.each([
  ['no YAML', 'channels:\n  slack: {events: [a}\n', 'line 2: is not YAML here'],
  ['an alias in the way', 'integrations:\n  slack: &a {}\nx: *a\n', 'By hand: remove integrations.slack: it'],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xe9, 0x0a]), 'cannot be read as UTF-8 text'],
])('%s: exit 2, and the file as it was', async (_what, content, problem) => {
  await writeFile(file, content);
  const { code, stdout, stderr } = await run(['migrate-config', file], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(problem);
  expect(await readFile(file)).toEqual(Buffer.from(content));
});

test('no file: exit 2, and what to do', async () => {
  const none = await run(['migrate-config'], { cwd });
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('config --init') });
  const missing = await run(['migrate-config', 'nowhere.yaml'], { cwd });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nowhere.yaml: there is no such file'),
  });
});
