import { z } from 'zod';
import type { OurDocument } from './document.js';
import type { Problem } from './errors.js';
import type { SlackConfig } from './settings.js';
import { LONG_MESSAGES, slackSection } from './slack-section.js';
import { resolveSlackSettings } from './slack-settings.js';

/** The one key that is refused for its value, read on its own so that another mistake does not hide it. */
const longMessages = z.looseObject({ longMessages: z.unknown().optional() });

/** What must be right in our file before anything runs: the section's shape, its enums, nothing retired (R3.4, R6.1). */
export function slackProblems(document: OurDocument, file: string): Problem[] {
  const problems: Problem[] = [];
  if (document.integrations?.slack !== undefined) {
    problems.push({
      file,
      path: 'integrations.slack',
      problem: 'is retired; use channels.slack instead (migrate-config moves an older file forward)',
    });
  }
  const section = document.channels?.slack;
  if (section === undefined) return problems;
  const parsed = slackSection.safeParse(section);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      problems.push({ file, path: ['channels', 'slack', ...issue.path].join('.'), problem: issue.message });
    }
  }
  const written = longMessages.safeParse(section).data?.longMessages;
  if (typeof written === 'string' && !LONG_MESSAGES.some((word) => word === written)) {
    problems.push({ file, path: 'channels.slack.longMessages', problem: 'must be digest or truncate' });
  }
  return problems;
}

/**
 * The second layer: a section that reaches a reader at run time. Whatever its shape, the answer is a whole channel or
 * none: a malformed one is off, with a warning (R6.1).
 *
 * @param routed member ids named by `routing.authorizedUsers[].slack`
 */
export function resolveSlackConfig(
  section: unknown,
  routed: readonly string[],
  warn: (path: string, problem: string) => void,
): SlackConfig {
  if (section === undefined) return { kind: 'off', reason: 'no-section' };
  const parsed = slackSection.safeParse(section);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      warn(['channels', 'slack', ...issue.path].join('.'), `${issue.message}; the channel is off`);
    }
    return { kind: 'off', reason: 'malformed' };
  }
  if (parsed.data.enabled !== true) return { kind: 'off', reason: 'disabled' };
  return { kind: 'on', settings: resolveSlackSettings(parsed.data, routed, warn) };
}
