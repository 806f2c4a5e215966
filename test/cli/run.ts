import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What a command left: its exit code and what it wrote. */
export type Ran = { code: number | null; stdout: string; stderr: string };

/** Runs the compiled command line in `cwd`, with no variable of this shell but PATH. `npm test` compiles first. */
export async function run(
  args: readonly string[],
  options: {
    cwd: string;
    env?: Record<string, string>;
    input?: string;
    /** Sends it SIGTERM. */
    stop?: AbortSignal | undefined;
  },
): Promise<Ran> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH ?? '', HOME: options.cwd, ...options.env },
  });
  options.stop?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  child.stdin.end(options.input ?? '');
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
