import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Done, Target } from './points.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const PRELOAD = new URL('preload.mjs', import.meta.url).href;

const told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('armed') }),
  z.object({ kind: z.literal('began'), name: z.string() }),
  z.object({ kind: z.literal('done'), name: z.string(), changed: z.boolean() }),
]);

/** A process that lives for seconds has nothing of compiling its code twice: this halves what a start costs. */
const SHORT_LIVED = ['--liftoff-only', '--no-opt'];

/** The real app in a process of its own, with every way out of it wrapped (preload.mjs). */
export type AppChild = {
  /** How it ended; undefined while it runs. */
  ended(): string | undefined;
  /** From now on it counts anew, and is killed at `target`; never without one. */
  arm(target: Target | undefined): Promise<void>;
  /** What it did since it was armed or started. */
  done(): readonly Done[];
  /** Milliseconds since it last changed anything; 0 while a call is under way. */
  quietFor(): number;
  /** What it wrote on stderr, the last lines. */
  said(): string;
  /** Stops it as an operator would; resolves when it has ended. */
  stop(): Promise<void>;
};

/** Starts the app. `target`: where it is killed, counted from its start. */
export function startChild(options: {
  cwd: string;
  config: string;
  env: Record<string, string>;
  target?: Target | undefined;
}): AppChild {
  const { cwd, config, env, target } = options;
  const child: ChildProcess = spawn(
    process.execPath,
    [...SHORT_LIVED, '--import', PRELOAD, MAIN, 'listen', '--config', config],
    {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...env, ...(target ? { CRASH_TARGET: JSON.stringify(target) } : {}) },
    },
  );
  let stderr = '';
  let ended: string | undefined;
  let done: Done[] = [];
  let underWay = 0;
  let changedAt = Date.now();
  let armed = () => {};
  child.stderr?.on('data', (data) => {
    stderr = `${stderr}${data}`.slice(-2_000);
  });
  const over = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      ended = signal ?? `exit ${code}`;
      armed();
      resolve();
    });
  });
  child.on('message', (message) => {
    const event = told.parse(message);
    if (event.kind === 'armed') {
      done = [];
      armed();
      return;
    }
    const isCall = !/^(?:INSERT|UPDATE|DELETE|COMMIT)/.test(event.name);
    if (isCall) underWay += event.kind === 'began' ? 1 : -1;
    if (event.kind === 'done') done.push({ name: event.name, changed: event.changed });
    if (isCall || (event.kind === 'done' && event.changed)) changedAt = Date.now();
  });
  return {
    ended: () => ended,
    arm: (next) =>
      new Promise((resolve) => {
        armed = resolve;
        // A process that is gone is not armed: whoever waits for what it does will see that it ended.
        if (ended !== undefined || !child.connected) return resolve();
        child.send({ target: next ?? null }, (error) => {
          if (error) resolve();
        });
      }),
    done: () => done,
    quietFor: () => (underWay > 0 ? 0 : Date.now() - changedAt),
    said: () => stderr,
    async stop() {
      child.kill('SIGTERM');
      await over;
    },
  };
}
