import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from '../eventlog/describe-error.js';
import { StoreError } from './errors.js';

const holderSchema = z.object({
  pid: z.number().int().positive(),
  started: z.string(),
  command: z.string(),
  since: z.string(),
});

/** Who holds the embedded database: `started` tells a process from a later one with the same pid. */
export type LockHolder = z.infer<typeof holderSchema>;

/** A held lock. `release` is safe to call twice. */
export type ProcessLock = { release(): Promise<void> };

/** How long a take-over may take before another process may call it abandoned, in milliseconds. */
const TAKEOVER_MS = 10_000;

/**
 * What Linux says of a process: its start time, so that a reused pid is not mistaken for the holder, and whether it is
 * dead and only waits to be reaped, as in a container without an init. Both unknown where there is no /proc.
 */
async function processState(pid: number): Promise<{ started: string; dead: boolean }> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command name (field 2) may hold spaces, so count from its closing bracket: state is field 3, start time 22.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { started: fields[19] ?? '', dead: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return { started: '', dead: false };
  }
}

async function isAlive(holder: LockHolder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  const { started, dead } = await processState(holder.pid);
  if (dead) return false;
  return started === '' || holder.started === '' || started === holder.started;
}

/**
 * Reads who holds the lock in `dir`.
 *
 * @returns `free` (no lock file, or its process is gone) or `held` with the holder
 */
export async function readLock(
  dir: string,
): Promise<{ kind: 'free' } | { kind: 'held'; holder: LockHolder }> {
  const holder = await readHolder(path.join(dir, 'lock'));
  return holder && (await isAlive(holder)) ? { kind: 'held', holder } : { kind: 'free' };
}

async function readHolder(file: string): Promise<LockHolder | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    // Not a lock of ours, which are written whole: damaged, so nobody holds it.
    return { pid: 2 ** 30, started: 'unreadable', command: '', since: '' };
  }
}

/** Deletes the lock of a dead process; one process at a time, so that a fresh lock is never taken for the stale one. */
async function removeStale(file: string): Promise<void> {
  const mutex = `${file}.takeover`;
  try {
    await mkdir(mutex);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const age = await stat(mutex).then(
      (s) => Date.now() - s.mtimeMs,
      () => 0,
    );
    if (age > TAKEOVER_MS) await rm(mutex, { recursive: true, force: true });
    await sleep(20);
    return;
  }
  try {
    const holder = await readHolder(file);
    if (holder && !(await isAlive(holder))) await unlink(file);
  } finally {
    await rmdir(mutex);
  }
}

/**
 * Creates a file with its content in one step, so that nobody ever reads half of it.
 *
 * @throws an error with the code `EEXIST` when the file is there
 */
async function createWhole(file: string, content: string): Promise<void> {
  const own = `${file}.${process.pid}.${randomUUID()}`;
  await writeFile(own, content, { mode: 0o600 });
  try {
    await link(own, file);
  } finally {
    await unlink(own);
  }
}

/**
 * Takes the lock file `dir/lock`, which names this process. PGlite lets a second process open the same data directory
 * without a word and both corrupt it (contracts/toolchain.md), so whoever opens one holds this first.
 *
 * @throws StoreError `locked`, naming the holder's pid and command, when a living process has it
 */
export async function takeProcessLock(dir: string, command: string): Promise<ProcessLock> {
  await mkdir(dir, { recursive: true });
  const file = path.join(dir, 'lock');
  const self: LockHolder = {
    pid: process.pid,
    started: (await processState(process.pid)).started,
    command,
    since: new Date().toISOString(),
  };
  for (;;) {
    try {
      await createWhole(file, JSON.stringify(self));
      let held = true;
      return {
        async release() {
          if (!held) return;
          held = false;
          await rm(file, { force: true });
        },
      };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const holder = await readHolder(file);
    if (holder && (await isAlive(holder))) {
      throw new StoreError(
        'locked',
        `the embedded database in ${dir} is held by process ${holder.pid} (${holder.command}, since ${holder.since}); stop that process, or set DATABASE_URL to a Postgres server that several processes can share`,
      );
    }
    await removeStale(file);
  }
}
