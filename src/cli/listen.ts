import { type RunningApp, startApp } from '../app.js';
import { loadSettings } from '../config/load.js';
import type { Settings } from '../config/settings.js';
import type { SlackSettings } from '../config/slack-settings.js';
import { createLogger } from '../eventlog/logger.js';
import type { Logger } from '../eventlog/logger-type.js';
import { atMost } from '../time/at-most.js';
import { EXIT, UsageError } from './exit.js';
import { mistakenTokens, neededTokens } from './needed-tokens.js';

/** What `listen` is called with. */
export type ListenOptions = { config?: string | undefined; allowBuiltInChannel?: boolean | undefined };

const TRY_IT = 'To try the app without a Slack workspace, tokens or a configuration: npm run sandbox';

const OFF = {
  'no-section': 'there is no channels.slack section',
  disabled: 'channels.slack.enabled is not true',
  malformed: 'the channels.slack section is malformed',
} as const;

/** The least that a configuration says, shown to someone who has none. */
const EXAMPLE = `channels:
  slack:
    enabled: true
    channel: C0123456789    # the channel's id; invite the bot to it
routing:
  authorizedUsers:
    - slack: U0123456789    # the member id of someone who may answer`;

/** Why the channel is off, and in one line what to do about it. */
export function whyOff({ files }: Settings, reason: keyof typeof OFF): { what: string; fix: string } {
  const what = OFF[reason];
  const { ours } = files;
  if (ours === undefined) {
    const where = '.the-loop/slack.yaml (or the file named by --config or THE_LOOP_SLACK_CONFIG)';
    return {
      what,
      fix: `let npm run -s cli -- config --init write ${where}; then set enabled, channel and who may answer`,
    };
  }
  if (reason === 'disabled') return { what, fix: `set channels.slack.enabled to true in ${ours}` };
  return { what, fix: `set enabled, channel and who may answer in ${ours}` };
}

/**
 * The channel's settings, whether or not its tokens are there.
 *
 * @throws UsageError that says exactly what to write
 */
export function sectionOf(settings: Settings): SlackSettings {
  const { slack } = settings;
  if (slack.kind === 'on') return slack.settings;
  const { what, fix } = whyOff(settings, slack.reason);
  throw new UsageError(
    `nothing to do: ${what}. Fix: ${fix}. The least that is needed:\n\n${EXAMPLE}\n\n${TRY_IT}`,
  );
}

/**
 * The channel's settings, or a clear refusal: nothing is ever half-enabled.
 *
 * @throws UsageError that says exactly what to set
 */
export function channelOf(settings: Settings): SlackSettings {
  const { tokens } = settings;
  const slack = sectionOf(settings);
  const bad = tokens.unsendable();
  if (bad.length > 0) {
    throw new UsageError(
      `${bad.join(', ')}: holds something that is no token (blanks, line breaks or an ellipsis); copy the whole token`,
    );
  }
  const needed = neededTokens(settings, slack);
  if (needed.every(({ token }) => token === undefined)) {
    throw new UsageError(
      `no Slack token: set ${needed.map(({ name }) => name).join(' and ')} in the environment, or in a .env file beside the configuration (README.md, "A real workspace").\n\n${TRY_IT}`,
    );
  }
  const mistaken = mistakenTokens(settings, slack);
  if (mistaken.length > 0) {
    throw new UsageError(
      mistaken.map(({ name, prefix }) => `${name}: must be the token that starts with ${prefix}…`).join('; '),
    );
  }
  return slack;
}

/** Says what is allowed and yet surely not meant, so that nobody waits in vain. */
function warnOfGaps(settings: Settings, slack: SlackSettings, logger: Logger): void {
  const warn = (path: string, problem: string) => logger.warn('configuration', { path, problem });
  for (const { name, token } of neededTokens(settings, slack)) {
    if (token === undefined) warn(name, 'is not set; it is looked for again at every use');
  }
  if (settings.tokens.github() === undefined)
    warn('GITHUB_TOKEN', 'is not set; answers cannot be written on the ticket');
  if (slack.channel === '') warn('channels.slack.channel', 'is not set; nothing can be posted');
  if (slack.authorizedUsers.length === 0)
    warn(
      'channels.slack.authorizedUsers',
      'names no member id, nor does routing.authorizedUsers; nobody may answer (list each there as slack: U0123456789)',
    );
}

/** Resolves with the first SIGTERM or SIGINT; a second one ends the process at once. */
function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(130);
        stopping = true;
        resolve(signal);
      });
    }
  });
}

/** How long a start that is told to stop may go on, in milliseconds. It can wait for a lock or a server for a minute. */
const STARTING_MS = 2_000;

/**
 * The app, once it has started; undefined when it was told to stop first. A start that is cut off is made good by the next.
 *
 * @throws what `starting` throws, unless it was told to stop first
 */
async function unlessStopped(
  starting: Promise<RunningApp>,
  stopped: Promise<unknown>,
): Promise<RunningApp | undefined> {
  const app = await Promise.race([starting, stopped.then(() => undefined)]);
  if (app) return app;
  return (await atMost(STARTING_MS, starting)) ? starting.catch(() => undefined) : undefined;
}

/**
 * Runs the app until it is told to stop.
 *
 * @throws ConfigError, UsageError (exit 2) or StoreError (exit 1) when it cannot start
 */
export async function listen(options: ListenOptions): Promise<void> {
  const settings = await loadSettings({
    config: options.config,
    allowBuiltInChannel: options.allowBuiltInChannel === true,
  });
  const slack = channelOf(settings);
  const logger = createLogger(settings.log);
  for (const { file, path, problem } of settings.warnings)
    logger.warn('configuration', { file, path, problem });
  warnOfGaps(settings, slack, logger);
  const stopped = untilStopped();
  const app = await unlessStopped(startApp(settings, slack, logger), stopped);
  if (!app) {
    logger.info('stopped before it had started');
    process.exit(EXIT.done);
  }
  logger.info('listening', {
    database: app.database,
    source: settings.source.kind,
    read: slack.readMode,
    authorized: slack.authorizedUsers.length,
  });
  logger.info('stopping', { signal: await stopped });
  await app.stop();
  // Whatever a library may still hold open, an operator's stop ends the process.
  process.exit(EXIT.done);
}
