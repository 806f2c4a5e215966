import { homedir } from 'node:os';
import path from 'node:path';
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
