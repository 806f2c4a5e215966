import type { Problem } from './errors.js';
import type { Traced } from './origin.js';
import type { SlackSettings } from './slack-settings.js';
import type { Tokens } from './tokens.js';

/**
 * The Slack channel's settings, or why it is off: nothing is ever half-enabled (design, invariant 6).
 * - `no-section`: there is no `channels.slack`
 * - `disabled`: `enabled` is not true
 * - `malformed`: the section has the wrong shape (only when read leniently)
 */
export type SlackConfig =
  | { kind: 'on'; settings: SlackSettings }
  | { kind: 'off'; reason: 'no-section' | 'disabled' | 'malformed' };

/** Everything the app is told, resolved. Paths are absolute. */
export type Settings = {
  slack: SlackConfig;
  /** Control keywords beside the-loop's own. */
  keywords: readonly string[];
  stateRoot: string;
  /** Where our `channel.*` records go, beside the-loop's own. */
  eventLogPath: string;
  source: { kind: 'stream'; url: string } | { kind: 'log'; path: string };
  loopUrl: string;
  databaseUrl: string | undefined;
  /** Thread bindings that are kept, the newest. */
  bindingCap: number;
  /** Where the embedded database lives when `databaseUrl` is not set. */
  embeddedDir: string;
  githubApiUrl: string | undefined;
  slackApiUrl: string | undefined;
  /** Where health and metrics are served; undefined for nowhere. */
  health: { host: string; port: number } | undefined;
  log: { level: 'error' | 'warn' | 'info' | 'debug'; format: 'json' | 'pretty' };
  tokens: Tokens;
  /** The-loop's own file, when its built-in Slack channel is on there (and was allowed to be). */
  builtInChannel: string | undefined;
  /** The files that were read, for people. */
  files: { ours: string | undefined; loop: string | undefined };
  warnings: readonly Problem[];
  /** Every setting and where it came from; tokens and passwords as presence only. */
  traced: readonly Traced[];
};
