import type { Settings } from '../config/settings.js';
import type { SlackSettings } from '../config/slack-settings.js';

/** A Slack token that the read mode needs, as it is now, and how it must begin. */
export type NeededToken = { name: string; token: string | undefined; prefix: string };

/** The Slack tokens that the read mode needs. */
export function neededTokens(
  { tokens }: Settings,
  { botTokenEnv, appTokenEnv, readMode }: SlackSettings,
): readonly NeededToken[] {
  const bot = { name: botTokenEnv, token: tokens.bot(), prefix: 'xox' };
  return readMode === 'socket' ? [bot, { name: appTokenEnv, token: tokens.app(), prefix: 'xapp-' }] : [bot];
}

/** Those that are set and are of another kind: the two swapped, as a rule. */
export function mistakenTokens(settings: Settings, slack: SlackSettings): readonly NeededToken[] {
  return neededTokens(settings, slack).filter(
    ({ token, prefix }) => token !== undefined && !token.startsWith(prefix),
  );
}
