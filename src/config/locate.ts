import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Env } from './environment.js';
import { readNamedYamlFile, readYamlFile, type YamlFile } from './yaml-file.js';

/**
 * Finds a configuration file: the one named outright (which must exist), else `.the-loop/NAME` here, else in the home
 * folder (contracts/config.md).
 *
 * @throws ConfigError when a named file is missing or a file is not YAML
 */
export async function locateConfig(options: {
  named: string | undefined;
  namedBy: string;
  name: string;
  cwd: string;
  home?: string;
}): Promise<YamlFile | undefined> {
  const { named, name, cwd } = options;
  if (named !== undefined && named !== '') {
    return readNamedYamlFile(path.resolve(cwd, named), options.namedBy);
  }
  const here = path.resolve(cwd, '.the-loop', name);
  return (
    (await readYamlFile(here)) ??
    (await readYamlFile(path.join(options.home ?? homedir(), '.the-loop', name)))
  );
}

/**
 * Our configuration file, without reading it: the one that `THE_LOOP_SLACK_CONFIG` names, else the first that is there.
 *
 * @returns its whole path; undefined when there is none
 */
export function findConfig(options: { env?: Env; cwd?: string; home?: string } = {}): string | undefined {
  const { env = process.env, cwd = process.cwd(), home = homedir() } = options;
  if (env.THE_LOOP_SLACK_CONFIG) return path.resolve(cwd, env.THE_LOOP_SLACK_CONFIG);
  const places = [cwd, home].map((folder) => path.resolve(folder, '.the-loop', 'slack.yaml'));
  return places.find((file) => existsSync(file));
}
