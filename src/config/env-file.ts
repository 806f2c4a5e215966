import { readFileSync, statSync } from 'node:fs';
import { parse } from 'dotenv';
import type { Env } from './environment.js';
import { ConfigError } from './errors.js';

/**
 * The variables as they are now: the process's own, and under them those of a `.env` file, read again whenever it
 * changed, so that a token written into it after the start is found (R3.1: tokens are read at call time).
 *
 * @returns a function that looks one variable up; empty counts as not set
 */
export function createEnvLookup(env: Env, file: string | undefined): (name: string) => string | undefined {
  let seen = '';
  let values: Env = {};
  const refresh = () => {
    if (file === undefined) return;
    try {
      const stat = statSync(file, { throwIfNoEntry: false });
      const stamp = stat ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : '';
      if (stamp === seen) return;
      values = stat ? parse(readFileSync(file)) : {};
      seen = stamp;
    } catch {
      // Being written, or made unreadable: what was read last holds until it can be read again.
    }
  };
  return (name) => {
    refresh();
    return env[name] || values[name] || undefined;
  };
}

function readOrRefuse(file: string): Env {
  try {
    return parse(readFileSync(file));
  } catch (cause) {
    throw new ConfigError(
      [{ file, path: '', problem: 'cannot be read; check that it is a file and readable' }],
      { cause },
    );
  }
}

/**
 * Every variable as it is now, for the checks at load.
 *
 * @throws ConfigError when the file is there and cannot be read
 */
export function mergeEnvFile(env: Env, file: string | undefined): Env {
  if (file === undefined || !statSync(file, { throwIfNoEntry: false })) return env;
  const written = readOrRefuse(file);
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  return { ...written, ...Object.fromEntries(set) };
}
