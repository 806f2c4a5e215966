import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The local Slack, ticket and the-loop in a process of their own. `ask` has it do a command of `world-process.js`. */
export async function startWorld() {
  const child = fork(fileURLToPath(new URL('world-process.js', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  let last = 0;
  const waiting = new Map();
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  });
  const ask = (command, options) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ id: last, command, options });
    });
  return {
    ask,
    async close() {
      const gone = once(child, 'exit');
      child.send({ id: 0, command: 'close' });
      await gone;
    },
  };
}

/** A folder with the app's configuration in it. */
export async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-bench-'));
  const config = path.join(folder, 'slack.yaml');
  await mkdir(path.join(folder, '.the-loop', 'logs'), { recursive: true });
  await writeFile(
    config,
    'channels: { slack: { enabled: true, channel: C0SANDBOX, authorizedUsers: [U0ALICE] } }\nstate: { root: .the-loop }\n',
  );
  return {
    ...{ folder, config },
    embeddedDir: path.join(folder, '.the-loop', 'local', 'slack'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The process that runs the app's file below `pid`: npm starts a shell, which starts it. */
async function appBelow(pid) {
  const stats = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
        return {
          pid: Number(name),
          parent: Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]),
          command,
        };
      }),
  );
  const below = (parent) =>
    stats.filter((stat) => stat.parent === parent).flatMap((stat) => [stat, ...below(stat.pid)]);
  return below(pid).find(({ command }) => command.startsWith('node\0') && command.includes('main.js'))?.pid;
}

/**
 * Starts the app, compiled and unchanged, in a process of its own.
 *
 * @param options.npm whether by `npm start`, as a user does
 */
export function startApp({ config, folder }, env, { npm = false } = {}) {
  const [command, args] = npm
    ? ['npm', ['start', '--silent', '--', '--config', config]]
    : [process.execPath, [MAIN, 'listen', '--config', config]];
  const child = spawn(command, args, {
    cwd: npm ? ROOT : folder,
    env: { PATH: process.env.PATH, HOME: folder, LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: npm,
  });
  let log = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-65_536);
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const pid = async () => (npm ? await appBelow(child.pid) : child.pid);
  return {
    log: () => log,
    pid,
    /** Resident memory now and at its most, in MB. Linux only. */
    async memory() {
      const status = await readFile(`/proc/${await pid()}/status`, 'utf8');
      const mb = (field) =>
        Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1024);
      return { now: mb('VmRSS'), most: mb('VmHWM') };
    },
    /** Milliseconds of processor time so far. Linux only. */
    async processorMs() {
      const stat = await readFile(`/proc/${await pid()}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
    },
    async stop() {
      const own = await pid();
      if (own !== undefined) process.kill(own, 'SIGTERM');
      const timer = setTimeout(() => own !== undefined && process.kill(own, 'SIGKILL'), 15_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
