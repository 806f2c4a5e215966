import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../helpers/free-port.js';

const run = promisify(execFile);

/** A Postgres server of the test's own, which it may restart as it likes. */
export type OwnServer = {
  url: string;
  start(): Promise<void>;
  /** `fast` rolls everybody back and says goodbye; `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  remove(): Promise<void>;
};

/** Prepares a server in a folder of its own; undefined, and a line that says so, where Postgres is not installed. */
export async function ownServer(): Promise<OwnServer | undefined> {
  const base = '/usr/lib/postgresql';
  const [newest] = (await readdir(base).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) {
    process.stderr.write('no Postgres in /usr/lib/postgresql: its restarts are skipped\n');
    return undefined;
  }
  const bin = path.join(base, newest, 'bin');
  const data = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-postgres-'));
  const port = await freePort();
  // Postgres refuses to run as root.
  const root = process.getuid?.() === 0;
  const as = async (program: string, args: string[]) => {
    const [command, ...rest] = root
      ? [
          'setpriv',
          '--reuid=postgres',
          '--regid=postgres',
          '--clear-groups',
          path.join(bin, program),
          ...args,
        ]
      : [path.join(bin, program), ...args];
    await run(command ?? program, rest, { cwd: data });
  };
  if (root) await run('chown', ['postgres', data]);
  await chmod(data, 0o700);
  await as('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust']);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () =>
      as('pg_ctl', [
        '-D',
        data,
        '-w',
        '-l',
        path.join(data, 'log'),
        '-o',
        `-h 127.0.0.1 -p ${port} -k ${data}`,
        'start',
      ]),
    stop: (mode) => as('pg_ctl', ['-D', data, '-w', '-m', mode, 'stop']),
    remove: () => rm(data, { recursive: true, force: true }),
  };
}
