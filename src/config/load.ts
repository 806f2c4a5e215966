import path from 'node:path';
import type { z } from 'zod';
import { type LoopDocument, loopDocument, type OurDocument, ourDocument } from './document.js';
import { createEnvLookup, mergeEnvFile } from './env-file.js';
import { type Env, readEnvironment } from './environment.js';
import { ConfigError, type Problem } from './errors.js';
import { resolveKeywords } from './keywords.js';
import { locateConfig } from './locate.js';
import type { Settings } from './settings.js';
import { resolveSlackConfig, slackProblems } from './slack-config.js';
import { createTokens } from './tokens.js';
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

/** The-loop's own service address when nothing says otherwise. */
const DEFAULT_SERVICE = { host: '127.0.0.1', port: 4114 };

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

/** YAML 1.1, which the-loop may read, takes more words for yes than YAML 1.2: anything that is not plainly no counts. */
function isOn(enabled: unknown): boolean {
  if (enabled === undefined || enabled === null || enabled === false) return false;
  return !(typeof enabled === 'string' && /^(?:no|n|off|false|)$/i.test(enabled.trim()));
}

function builtInProblem(file: string): Problem {
  return {
    file,
    path: 'channels.slack.enabled',
    problem:
      'is true: the-loop’s own Slack channel would post every question and act on every answer too; set it to false there (this app replaces it), or pass --allow-built-in-channel for a the-loop that has none',
  };
}

/** Where the-loop's service listens: what `THE_LOOP_URL` says, else `service.host` and `service.port`. */
function loopUrl(
  named: string | undefined,
  ours: OurDocument | undefined,
  loop: LoopDocument | undefined,
): string {
  if (named !== undefined) return named.replace(/\/+$/, '');
  const host = ours?.service?.host ?? loop?.service?.host ?? DEFAULT_SERVICE.host;
  const port = ours?.service?.port ?? loop?.service?.port ?? DEFAULT_SERVICE.port;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}

/** What is wrong with the address that `service.host` and `service.port` make; undefined when it is one. */
function serviceProblem(url: string, file: string): Problem | undefined {
  const host = URL.canParse(url) ? new URL(url) : undefined;
  if (host && host.pathname === '/' && host.username === '' && host.search === '') return undefined;
  return { file, path: 'service.host', problem: 'must be a host name or an address, and nothing else' };
}

function routedMembers(document: OurDocument | LoopDocument | undefined): string[] | undefined {
  return document?.routing?.authorizedUsers?.flatMap((user) =>
    user.slack === undefined ? [] : [user.slack],
  );
}

/**
 * Reads both configuration files and the environment, and checks everything before anything runs.
 *
 * @throws ConfigError with every problem, each with its file, its path and what would be right
 */
export async function loadSettings(options: LoadOptions = {}): Promise<Settings> {
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
  const warnings: Problem[] = [];
  const ours = parseDocument(ourDocument, ourFile, problems);
  const loop = parseDocument(loopDocument, loopFile, problems);
  const environment = readEnvironment(env);
  if ('problems' in environment) problems.push(...environment.problems);
  if (ourFile && ours) problems.push(...slackProblems(ours, ourFile.file));
  if (loopFile && isOn(loop?.channels?.slack?.enabled) && options.allowBuiltInChannel !== true) {
    problems.push(builtInProblem(loopFile.file));
  }
  if (problems.length > 0 || 'problems' in environment) throw new ConfigError(problems);
  const url = loopUrl(environment.values.THE_LOOP_URL, ours, loop);
  const badService =
    environment.values.THE_LOOP_URL === undefined
      ? serviceProblem(url, (ours?.service?.host === undefined ? loopFile : ourFile)?.file ?? '')
      : undefined;
  if (badService) throw new ConfigError([badService]);

  const warnAt = (file: string) => (where: string, problem: string) => {
    warnings.push({ file, path: where, problem });
  };
  const { values } = environment;
  const stateRoot = path.resolve(cwd, ours?.state?.root ?? loop?.state?.root ?? '.the-loop');
  const eventLog = ours?.eventLog?.path ?? loop?.eventLog?.path;
  const keywords = ours?.routing?.control?.keywords ?? loop?.routing?.control?.keywords;
  const keywordFile = ours?.routing?.control?.keywords === undefined ? loopFile : ourFile;
  const slack = resolveSlackConfig(
    ours?.channels?.slack,
    routedMembers(ours) ?? routedMembers(loop) ?? [],
    warnAt(ourFile?.file ?? ''),
  );
  const names =
    slack.kind === 'on'
      ? { bot: slack.settings.botTokenEnv, app: slack.settings.appTokenEnv }
      : { bot: 'THE_LOOP_SLACK_BOT_TOKEN', app: 'THE_LOOP_SLACK_APP_TOKEN' };
  return {
    slack,
    keywords: resolveKeywords(keywords, (problem) =>
      warnAt(keywordFile?.file ?? '')('routing.control.keywords', problem),
    ),
    stateRoot,
    eventLogPath:
      eventLog === undefined ? path.join(stateRoot, 'logs', 'events.jsonl') : path.resolve(cwd, eventLog),
    source:
      values.THE_LOOP_EVENT_LOG === undefined
        ? { kind: 'stream', url }
        : { kind: 'log', path: path.resolve(cwd, values.THE_LOOP_EVENT_LOG) },
    loopUrl: url,
    databaseUrl: values.DATABASE_URL,
    bindingCap: values.THE_LOOP_SLACK_BINDING_CAP,
    embeddedDir: path.join(stateRoot, 'local', 'slack'),
    githubApiUrl: values.GITHUB_API_URL,
    slackApiUrl: values.SLACK_API_URL,
    log: { level: values.LOG_LEVEL, format: values.LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json') },
    tokens: createTokens(createEnvLookup(processEnv, envFile), names),
    files: { ours: ourFile?.file, loop: loopFile?.file },
    warnings,
  };
}
