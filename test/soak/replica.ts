import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const PRELOAD = new URL('preload.mjs', import.meta.url).href;

/** How much of the log is kept, in characters. */
const KEPT = 65_536;

/** The real app as a process of its own: one replica. */
export type Replica = {
  readonly pid: number;
  /** How it ended, once it has. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Whether it has ended. */
  over(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** The end of what it wrote on stderr. */
  log(): string;
};

/**
 * Starts `the-loop-slack listen`, compiled and unchanged.
 *
 * @param options.quickened whether the paces that are kept for Slack's sake are changed (paces.mjs)
 */
export function startReplica(options: {
  config: string;
  folder: string;
  env: Record<string, string>;
  quickened: boolean;
}): Replica {
  const { config, folder: cwd, env, quickened } = options;
  const child = spawn(process.execPath, ['--import', PRELOAD, MAIN, 'listen', '--config', config], {
    cwd,
    env: { ...env, SOAK_QUICKENED: quickened ? '1' : '0' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let log = '';
  let over = false;
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    log = (log + chunk).slice(-KEPT);
  });
  const ended: Replica['ended'] = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      over = true;
      resolve({ code, signal });
    });
  });
  return {
    pid: child.pid ?? 0,
    ended,
    over: () => over,
    kill: (signal) => {
      child.kill(signal);
    },
    log: () => log,
  };
}

/** The most memory that a process has held so far (`VmHWM`), in bytes. Linux only. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  if (found === undefined) throw new Error(`process ${pid} has no VmHWM`);
  return Number(found) * 1024;
}

/** Processor time that a process has used so far, in seconds. Linux only. */
export async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
