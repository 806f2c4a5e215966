import path from 'node:path';
import { z } from 'zod';
import { builtInProblem, isBuiltInChannelOn } from './built-in.js';
import type { LoopDocument, OurDocument } from './document.js';
import { createEnvLookup } from './env-file.js';
import { ConfigError, type Problem } from './errors.js';
import { type Inputs, type LoadOptions, readInputs } from './inputs.js';
import { resolveKeywords } from './keywords.js';
import { misspeltKeys } from './misspelt.js';
import { firstSaid } from './origin.js';
import { readService, serviceProblem } from './service.js';
import type { Settings } from './settings.js';
import { resolveSlackConfig, slackProblems } from './slack-config.js';
import { slackSection } from './slack-section.js';
import { resolveSlackSettings } from './slack-settings.js';
import { tokenPaths } from './token-values.js';
import { createTokens } from './tokens.js';
import { traceAll } from './trace.js';

/** The-loop's own `state.root` when nothing says otherwise. */
const DEFAULT_ROOT = '.the-loop';

function members(document: OurDocument | LoopDocument): string[] | undefined {
  return document.routing?.authorizedUsers?.flatMap((user) =>
    typeof user === 'object' && user.slack ? [user.slack] : [],
  );
}

/** The sections of the-loop's file that we read; the others are not ours to judge. */
const shared = z.object({
  state: z.unknown(),
  eventLog: z.unknown(),
  service: z.unknown(),
  routing: z.unknown(),
});

/** Tokens in a file, but where the value is refused anyway. */
function tokenProblems(file: string, data: unknown, problems: readonly Problem[]): Problem[] {
  const refused = new Set(problems.flatMap((problem) => (problem.file === file ? [problem.path] : [])));
  return tokenPaths(data)
    .filter((where) => !refused.has(where))
    .map((where) => ({
      file,
      path: where,
      problem: 'holds what looks like a token; put the token in an environment variable, never in a file',
    }));
}

/** What is wrong in a single file, the built-in channel apart. */
function fileProblems({ ours, ourFile, sources, variables }: Inputs): Problem[] {
  const problems = ours && ourFile ? slackProblems(ours, ourFile.file) : [];
  const service = variables.merged.THE_LOOP_URL ? undefined : serviceProblem(readService(sources));
  if (service) problems.push(service);
  return problems;
}

/** Keys that are surely ours, misspelt: they have no effect, and nobody would know. */
function slips(file: string, data: unknown): Problem[] {
  return misspeltKeys(data).map(({ path: where, nearest }) => ({
    file,
    path: where,
    problem: `is no key that is known here, and has no effect; did you mean ${nearest}?`,
  }));
}

/**
 * Reads both configuration files and the environment, and checks everything before anything runs.
 *
 * @throws ConfigError with every problem, each with its file, its path and what would be right
 */
export async function loadSettings(options: LoadOptions = {}): Promise<Settings> {
  const inputs = await readInputs(options);
  const { cwd, ourFile, loopFile, ours, sources, variables, environment } = inputs;
  const problems = [...inputs.problems, ...fileProblems(inputs)];
  if (ourFile) problems.push(...tokenProblems(ourFile.file, ourFile.data, problems));
  if (loopFile)
    problems.push(...tokenProblems(loopFile.file, shared.safeParse(loopFile.data).data, problems));
  const builtInChannel = isBuiltInChannelOn(inputs.loop) ? loopFile?.file : undefined;
  if (builtInChannel !== undefined && options.allowBuiltInChannel !== true)
    problems.push(builtInProblem(builtInChannel));
  if (problems.length > 0 || !environment) throw new ConfigError(problems);

  const warnings = ourFile ? slips(ourFile.file, ourFile.data) : [];
  const warnAt = (file: string | undefined) => (where: string, problem: string) => {
    warnings.push({ file: file ?? '', path: where, problem });
  };
  const said = {
    members: firstSaid(sources, 'routing.authorizedUsers', members),
    keywords: firstSaid(sources, 'routing.control.keywords', ({ routing }) => routing?.control?.keywords),
    root: firstSaid(sources, 'state.root', ({ state }) => state?.root),
    log: firstSaid(sources, 'eventLog.path', ({ eventLog }) => eventLog?.path),
  };
  const service = readService(sources);
  const stateRoot = path.resolve(cwd, said.root?.value ?? DEFAULT_ROOT);
  const routed = said.members?.value ?? [];
  const written = ours?.channels?.slack;
  const slack = resolveSlackConfig(written, routed, warnAt(ourFile?.file));
  const section = slackSection.parse(written ?? {});
  const resolved =
    slack.kind === 'on' ? slack.settings : resolveSlackSettings(section, routed, () => undefined);
  const loopUrl = (environment.THE_LOOP_URL ?? service.url).replace(/\/+$/, '');
  const settings = {
    slack,
    keywords: resolveKeywords(said.keywords?.value, (problem) =>
      warnAt(said.keywords?.origin.file)('routing.control.keywords', problem),
    ),
    stateRoot,
    eventLogPath: said.log ? path.resolve(cwd, said.log.value) : path.join(stateRoot, 'logs', 'events.jsonl'),
    source:
      environment.THE_LOOP_EVENT_LOG === undefined
        ? ({ kind: 'stream', url: loopUrl } as const)
        : ({ kind: 'log', path: path.resolve(cwd, environment.THE_LOOP_EVENT_LOG) } as const),
    loopUrl,
    databaseUrl: environment.DATABASE_URL,
    bindingCap: environment.THE_LOOP_SLACK_BINDING_CAP,
    embeddedDir: path.join(stateRoot, 'local', 'slack'),
    githubApiUrl: environment.GITHUB_API_URL,
    slackApiUrl: environment.SLACK_API_URL,
    health:
      environment.HEALTH_PORT === undefined
        ? undefined
        : { host: environment.HEALTH_HOST, port: environment.HEALTH_PORT },
    log: {
      level: environment.LOG_LEVEL,
      format: environment.LOG_FORMAT ?? (process.stderr.isTTY ? ('pretty' as const) : ('json' as const)),
    },
    tokens: createTokens(createEnvLookup(variables.process, variables.envFile), {
      bot: resolved.botTokenEnv,
      app: resolved.appTokenEnv,
    }),
    files: { ours: ourFile?.file, loop: loopFile?.file },
    warnings,
    builtInChannel,
  };
  const traced = traceAll({ settings, slack: resolved, section, service, environment, variables, said });
  return { ...settings, traced };
}
