import { withoutLogin } from '../store/database-url.js';
import type { LoopDocument, OurDocument } from './document.js';
import type { Env } from './environment.js';
import { SLACK_DEFAULTS, type SlackSection } from './slack-section.js';
import type { SlackSettings } from './slack-settings.js';
import { isSendable, type TokenNames, tokenVariables } from './tokens.js';

/** Where a setting came from. `derived`: made of other settings, which are named. `unset`: there is none, and no default. */
export type Origin =
  | { kind: 'default' }
  | { kind: 'unset' }
  | { kind: 'derived'; from: string }
  | { kind: 'file'; file: string; path: string }
  | { kind: 'environment'; name: string }
  | { kind: 'env-file'; file: string; name: string };

/** One resolved setting, for people: never a token, never a password. */
export type Traced = { key: string; value: unknown; origin: Origin };

/** One of the two configuration files, read and checked. */
export type Source = { file: string; document: OurDocument | LoopDocument };

/** What a file says, and where. */
export type Said<T> = { value: T; origin: Origin & { kind: 'file' } };

/** The first source that says something at `path`: ours stands before the-loop's. */
export function firstSaid<T>(
  sources: readonly Source[],
  path: string,
  read: (document: OurDocument | LoopDocument) => T | null | undefined,
): Said<T> | undefined {
  for (const { file, document } of sources) {
    const value = read(document);
    if (value !== undefined && value !== null) return { value, origin: { kind: 'file', file, path } };
  }
  return undefined;
}

const DEFAULT: Origin = { kind: 'default' };

/** The process's variables and those of the `.env` file, to tell which said what. */
export type Variables = { process: Env; merged: Env; envFile: string };

function variableOrigin(name: string, { process, merged, envFile }: Variables): Origin | undefined {
  if (process[name]) return { kind: 'environment', name };
  return merged[name] ? { kind: 'env-file', file: envFile, name } : undefined;
}

/** A variable of ours, resolved: its own value, else what it falls back on. */
export function traceVariable(
  name: string,
  variables: Variables,
  fallback: { value: unknown; origin?: Origin },
): Traced {
  const origin = variableOrigin(name, variables);
  if (!origin) return { key: name, value: fallback.value, origin: fallback.origin ?? DEFAULT };
  return { key: name, value: shown(name, variables.merged[name] ?? ''), origin };
}

/** A value as it may be shown: an address without its login and its query, which can hold a secret. */
function shown(name: string, value: string): string {
  if (name === 'DATABASE_URL') return withoutLogin(value);
  if (!name.endsWith('_URL') || !URL.canParse(value)) return value;
  const { origin, pathname } = new URL(value);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}

/** Each token's variable, and whether one is there: presence only. */
export function traceTokens(names: TokenNames, variables: Variables): Traced[] {
  return tokenVariables(names).map((name) => {
    const value = variables.merged[name];
    const state = !value
      ? 'not set'
      : isSendable(value)
        ? 'set'
        : 'set, but holds something that is no token';
    return { key: name, value: state, origin: variableOrigin(name, variables) ?? { kind: 'unset' } };
  });
}

/** Every key of `channels.slack`, resolved, with the spelling that said it. */
export function traceSlack(
  settings: SlackSettings,
  section: SlackSection,
  file: string,
  routed: Said<string[]> | undefined,
): Traced[] {
  const row = (key: string, value: unknown, said: unknown, path = key): Traced => ({
    key: `channels.slack.${key}`,
    value,
    origin: said === undefined ? DEFAULT : { kind: 'file', file, path: `channels.slack.${path}` },
  });
  const events = section.events === undefined ? section.subscribe : section.events;
  const members = row('authorizedUsers', settings.authorizedUsers, section.authorizedUsers);
  return [
    row('enabled', section.enabled ?? SLACK_DEFAULTS.enabled, section.enabled),
    row('botTokenEnv', settings.botTokenEnv, section.botTokenEnv),
    row('appTokenEnv', settings.appTokenEnv, section.appTokenEnv),
    row('channel', settings.channel, section.channel),
    row('events', settings.events, events, section.events === undefined ? 'subscribe' : 'events'),
    row('verbosity', settings.verbosity, section.verbosity),
    row('maxChars', settings.maxChars, section.maxChars),
    row('longMessages', settings.longMessages, section.longMessages),
    members.origin.kind === 'default' && routed ? { ...members, origin: routed.origin } : members,
    row('read.mode', settings.readMode, section.read?.mode),
    row('read.intervalSeconds', settings.intervalSeconds, section.read?.intervalSeconds),
    row('reactions.enabled', settings.reactions, section.reactions?.enabled),
  ];
}
