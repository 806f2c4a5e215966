import type { Env } from './environment.js';

/** Variables that the sandbox's app shares with the shell: how processes start, and how much they say. */
const SHARED = ['PATH', 'SystemRoot', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'LOG_LEVEL'];

/** The Postgres server that the shell names, if it does: the sandbox makes a database of its own there. */
export function sandboxServer(env: Env = process.env): string | undefined {
  return env.DATABASE_URL || undefined;
}

/**
 * The environment of the app inside the sandbox: what it needs from the shell, and nothing that could point it at a real
 * Slack, GitHub or the-loop, or give it a real token.
 *
 * @param home the folder that stands in for the user's home
 */
export function sandboxEnvironment(
  home: string,
  own: Record<string, string>,
  env: Env = process.env,
): Record<string, string> {
  const shared = SHARED.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(shared), HOME: home, USERPROFILE: home, ...own };
}
