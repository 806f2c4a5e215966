import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The real app, running as `listen` in a process of its own. */
export type AppProcess = {
  /** Resolves with its exit code (null when a signal ended it) once it has ended. */
  ended: Promise<number | null>;
  /** What it wrote on stderr so far, the last 64 KB. */
  log(): string;
  /** Ends it as an operator would, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as a power cut would (SIGKILL), and waits until it has. */
  kill(): Promise<void>;
};

/** How long a stopping app may take, in milliseconds. */
const STOP_MS = 15_000;

/** How much of the log is kept, in characters. */
const KEPT = 65_536;

const MAIN = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** Starts `the-loop-slack listen`, compiled and unchanged, with an environment of its own. */
export function startAppProcess(
  options: { config: string; cwd: string; env: Record<string, string> },
  main: string = MAIN,
): AppProcess {
  const child = spawn(process.execPath, [main, 'listen', '--config', options.config], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk: string) => {
    log = (log + chunk).slice(-KEPT);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  return {
    ended,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
