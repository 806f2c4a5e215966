import { EVENT_TYPES } from '../channels/catalog.js';
import type { Verbosity } from '../channels/verbosity.js';
import {
  INTERVAL_SECONDS,
  LONG_MESSAGES,
  MAX_CHARS,
  READ_MODES,
  SLACK_DEFAULTS,
  type SlackSection,
  VERBOSITIES,
} from './slack-section.js';

/** How replies are read: pushed over Socket Mode, fetched every so often, or not at all (R4.1 to R4.3). */
export type ReadMode = 'socket' | 'poll' | 'off';

/** `channels.slack`, resolved: every key has a value. */
export type SlackSettings = {
  botTokenEnv: string;
  appTokenEnv: string;
  /** `''` when none is set: then posting fails with a recorded reason (R3.3). */
  channel: string;
  events: readonly string[];
  verbosity: Verbosity;
  /** 200 to 3000: Slack's section limit is the ceiling. */
  maxChars: number;
  longMessages: 'digest' | 'truncate';
  /** Member ids; empty denies everyone (R5.1). */
  authorizedUsers: readonly string[];
  readMode: ReadMode;
  /** 5 or more. */
  intervalSeconds: number;
  reactions: boolean;
};

type Warn = (path: string, problem: string) => void;

function oneOf<T extends string>(allowed: readonly T[], value: string): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

function choice<T extends string>(
  allowed: readonly T[],
  value: string | undefined,
  fallback: { unset: T; unknown: T },
  warn: (problem: string) => void,
): T {
  if (value === undefined) return fallback.unset;
  const known = oneOf(allowed, value);
  if (known === undefined) warn(`must be ${allowed.join(', ')}; taken as ${fallback.unknown}`);
  return known ?? fallback.unknown;
}

function clamp(
  value: number,
  bounds: { low: number; high: number },
  warn: (problem: string) => void,
): number {
  const clamped = Math.min(bounds.high, Math.max(bounds.low, Math.trunc(value)));
  if (clamped !== value)
    warn(`must be a whole number from ${bounds.low} to ${bounds.high}; taken as ${clamped}`);
  return clamped;
}

/**
 * Resolves a section of the right shape: defaults, clamps and fall-backs, each with a warning (contracts/config.md).
 *
 * @param routed member ids from `routing.authorizedUsers[].slack` (13.x), used when the section has no list of its own
 */
export function resolveSlackSettings(
  section: SlackSection,
  routed: readonly string[],
  warn: Warn,
): SlackSettings {
  const at = (key: string) => (problem: string) => warn(`channels.slack.${key}`, problem);
  const events = section.events ?? section.subscribe ?? SLACK_DEFAULTS.events;
  for (const name of events) {
    if (!EVENT_TYPES.has(name)) {
      const key = section.events ? 'events' : 'subscribe';
      at(key)(`${JSON.stringify(name)} is no event we know; known are ${[...EVENT_TYPES.keys()].join(', ')}`);
    }
  }
  return {
    botTokenEnv: section.botTokenEnv ?? SLACK_DEFAULTS.botTokenEnv,
    appTokenEnv: section.appTokenEnv ?? SLACK_DEFAULTS.appTokenEnv,
    channel: section.channel ?? SLACK_DEFAULTS.channel,
    events: [...new Set(events)],
    verbosity: choice(
      VERBOSITIES,
      section.verbosity,
      { unset: SLACK_DEFAULTS.verbosity, unknown: 'normal' },
      at('verbosity'),
    ),
    maxChars: clamp(section.maxChars ?? SLACK_DEFAULTS.maxChars, MAX_CHARS, at('maxChars')),
    longMessages: choice(
      LONG_MESSAGES,
      section.longMessages,
      { unset: SLACK_DEFAULTS.longMessages, unknown: 'digest' },
      at('longMessages'),
    ),
    authorizedUsers: [...new Set(section.authorizedUsers ?? routed)],
    readMode: choice(
      READ_MODES,
      section.read?.mode,
      { unset: SLACK_DEFAULTS.readMode, unknown: 'off' },
      at('read.mode'),
    ),
    intervalSeconds: clamp(
      section.read?.intervalSeconds ?? SLACK_DEFAULTS.intervalSeconds,
      INTERVAL_SECONDS,
      at('read.intervalSeconds'),
    ),
    reactions: section.reactions?.enabled ?? SLACK_DEFAULTS.reactions,
  };
}
