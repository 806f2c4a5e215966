import { readFileSync, statSync } from 'node:fs';
import { parse } from 'dotenv';
import type { Env } from './environment.js';

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
    const stat = statSync(file, { throwIfNoEntry: false });
    const stamp = stat ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : '';
    if (stamp === seen) return;
    seen = stamp;
    values = stat ? parse(readFileSync(file)) : {};
  };
  return (name) => {
    refresh();
    return env[name] || values[name] || undefined;
  };
}

/** Every variable as it is now, for the checks at load. */
export function mergeEnvFile(env: Env, file: string | undefined): Env {
  if (file === undefined || !statSync(file, { throwIfNoEntry: false })) return env;
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  return { ...parse(readFileSync(file)), ...Object.fromEntries(set) };
}
