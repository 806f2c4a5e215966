import path from 'node:path';
import { describeError } from '../eventlog/describe-error.js';
import type { Env } from './environment.js';
import { ConfigError } from './errors.js';
import { SCHEMA_FILE } from './schema.js';
import { configTemplate } from './template.js';
import { createFile } from './write-file.js';

/** What became of it: the file was written, or something stands there and was left alone. */
export type Initialised = { kind: 'written' | 'exists'; file: string };

/** The schema as a file names it: a path from its folder when both are in the same project, else the whole path. */
function schemaFrom(folder: string, cwd: string): string {
  const inside = (file: string) => !path.relative(cwd, file).startsWith('..');
  if (!inside(SCHEMA_FILE) || !inside(folder)) return SCHEMA_FILE;
  return path.relative(folder, SCHEMA_FILE).split(path.sep).join('/');
}

/**
 * Writes a commented configuration where the app looks for one: `config`, else `THE_LOOP_SLACK_CONFIG`, else
 * `.the-loop/slack.yaml`.
 *
 * @throws ConfigError when nothing can be written there
 */
export async function initConfig(options: {
  config: string | undefined;
  env?: Env;
  cwd?: string;
}): Promise<Initialised> {
  const env = options.env ?? process.env;
  const cwd = options.cwd ?? process.cwd();
  const named = options.config ?? (env.THE_LOOP_SLACK_CONFIG || path.join('.the-loop', 'slack.yaml'));
  const file = path.resolve(cwd, named);
  try {
    const created = await createFile(file, configTemplate(schemaFrom(path.dirname(file), cwd)));
    return { kind: created ? 'written' : 'exists', file };
  } catch (cause) {
    const problem = `cannot be written (${describeError(cause)}); check the folder, or name another file with --config`;
    throw new ConfigError([{ file, path: '', problem }], { cause });
  }
}
