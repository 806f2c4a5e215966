import path from 'node:path';
import type { z } from 'zod';
import { type LoopDocument, loopDocument, type OurDocument, ourDocument } from './document.js';
import { mergeEnvFile } from './env-file.js';
import { type Env, type Environment, readEnvironment } from './environment.js';
import type { Problem } from './errors.js';
import { locateConfig } from './locate.js';
import type { Source, Variables } from './origin.js';
import type { YamlFile } from './yaml-file.js';

/** Where to look, and how strictly to take what is found. */
export type LoadOptions = {
  /** `--config`. */
  config?: string | undefined;
  env?: Env;
  cwd?: string;
  home?: string;
  /** `--allow-built-in-channel`: for a the-loop that has no Slack channel of its own. */
  allowBuiltInChannel?: boolean;
};

/** Both files and the environment, as they were found and as they were parsed: undefined where they did not parse. */
export type Inputs = {
  cwd: string;
  ourFile: YamlFile | undefined;
  loopFile: YamlFile | undefined;
  ours: OurDocument | undefined;
  loop: LoopDocument | undefined;
  /** What parsed of the two, ours first: ours wins where both say something. */
  sources: readonly Source[];
  variables: Variables;
  environment: Environment | undefined;
  problems: Problem[];
};

function parseDocument<T>(
  schema: z.ZodType<T>,
  found: YamlFile | undefined,
  problems: Problem[],
): T | undefined {
  if (!found) return undefined;
  const parsed = schema.safeParse(found.data);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    problems.push({ file: found.file, path: issue.path.join('.'), problem: issue.message });
  }
  return undefined;
}

/**
 * Finds, reads and parses both configuration files and the environment (contracts/config.md).
 *
 * @throws ConfigError when a file cannot be read at all; what is wrong inside one is in `problems`
 */
export async function readInputs(options: LoadOptions): Promise<Inputs> {
  const processEnv = options.env ?? process.env;
  const cwd = options.cwd ?? process.cwd();
  const look = { cwd, ...(options.home === undefined ? {} : { home: options.home }) };
  const ourFile = await locateConfig({
    ...look,
    named: options.config ?? processEnv.THE_LOOP_SLACK_CONFIG,
    namedBy: options.config === undefined ? 'THE_LOOP_SLACK_CONFIG' : '--config',
    name: 'slack.yaml',
  });
  const envFile = path.join(ourFile ? path.dirname(ourFile.file) : cwd, '.env');
  const env = mergeEnvFile(processEnv, envFile);
  const loopFile = await locateConfig({
    ...look,
    named: env.THE_LOOP_CLI_CONFIG,
    namedBy: 'THE_LOOP_CLI_CONFIG',
    name: 'cli-config.yaml',
  });
  const problems: Problem[] = [];
  const ours = parseDocument(ourDocument, ourFile, problems);
  const loop = parseDocument(loopDocument, loopFile, problems);
  const environment = readEnvironment(env);
  if ('problems' in environment) problems.push(...environment.problems);
  return {
    cwd,
    ourFile,
    loopFile,
    ours,
    loop,
    sources: [
      ...(ourFile && ours ? [{ file: ourFile.file, document: ours }] : []),
      ...(loopFile && loop ? [{ file: loopFile.file, document: loop }] : []),
    ],
    variables: { process: processEnv, merged: env, envFile },
    environment: 'values' in environment ? environment.values : undefined,
    problems,
  };
}
