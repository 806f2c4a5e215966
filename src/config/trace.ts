import type { Environment } from './environment.js';
import {
  type Origin,
  type Said,
  type Traced,
  traceSlack,
  traceTokens,
  traceVariable,
  type Variables,
} from './origin.js';
import type { Service } from './service.js';
import type { Settings } from './settings.js';
import type { SlackSection } from './slack-section.js';
import type { SlackSettings } from './slack-settings.js';

/** What was resolved, and what it was resolved from. */
export type Resolved = {
  settings: Omit<Settings, 'traced'>;
  /** The section's settings, whether or not the channel is on. */
  slack: SlackSettings;
  section: SlackSection;
  service: Service;
  environment: Environment;
  variables: Variables;
  said: {
    members: Said<string[]> | undefined;
    keywords: Said<unknown> | undefined;
    root: Said<string> | undefined;
    log: Said<string> | undefined;
  };
};

/** Every setting with where it came from, in the order of docs/config/cli/channels-options.md. */
export function traceAll(resolved: Resolved): Traced[] {
  const { settings, slack, section, service, environment, variables, said } = resolved;
  const row = (key: string, value: unknown, from: Said<unknown> | undefined, otherwise: Origin): Traced => ({
    key,
    value,
    origin: from?.origin ?? otherwise,
  });
  const byDefault: Origin = { kind: 'default' };
  const derived = (from: string): Origin => ({ kind: 'derived', from });
  const variable = (name: string, value: unknown, origin: Origin = byDefault) =>
    traceVariable(name, variables, { value, origin });
  return [
    ...traceSlack(slack, section, settings.files.ours ?? '', said.members),
    row('routing.control.keywords', settings.keywords, said.keywords, byDefault),
    row('state.root', settings.stateRoot, said.root, byDefault),
    row('eventLog.path', settings.eventLogPath, said.log, derived('state.root')),
    row('service.host', service.host, service.said.host, byDefault),
    row('service.port', service.port, service.said.port, byDefault),
    variable('THE_LOOP_URL', settings.loopUrl, derived('service.host, service.port')),
    variable('THE_LOOP_EVENT_LOG', null, { kind: 'unset' }),
    variable('DATABASE_URL', `embedded, in ${settings.embeddedDir}`, derived('state.root')),
    variable('THE_LOOP_SLACK_BINDING_CAP', environment.THE_LOOP_SLACK_BINDING_CAP),
    variable('GITHUB_API_URL', 'https://api.github.com'),
    variable('SLACK_API_URL', 'https://slack.com/api/'),
    variable('HEALTH_PORT', null, { kind: 'unset' }),
    variable('HEALTH_HOST', environment.HEALTH_HOST),
    variable('LOG_LEVEL', settings.log.level),
    variable('LOG_FORMAT', settings.log.format),
    ...traceTokens({ bot: slack.botTokenEnv, app: slack.appTokenEnv }, variables),
  ];
}
