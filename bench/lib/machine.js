import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

function commit() {
  try {
    const run = (...args) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return {
      of: run('rev-parse', '--short', 'HEAD').trim(),
      changed: run('status', '--porcelain', 'src', 'blocks', 'prisma').trim() !== '',
    };
  } catch {
    return undefined;
  }
}

/** What a figure was measured on. */
export function machine() {
  const cpus = os.cpus();
  return {
    cores: cpus.length,
    cpu: cpus[0]?.model.trim() ?? '',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    os: `${os.type()} ${os.release()}`,
    node: process.version,
    commit: commit(),
    at: new Date().toISOString(),
  };
}

/** The load average of the last minute: how many processes wanted a core, ours included. */
export const load = () => Math.round(os.loadavg()[0] * 100) / 100;

/** The version of an installed package, looked up from `from`. */
export function versionOf(name, from) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, from), 'utf8')).version;
}
