import type { webApi } from '@slack/bolt';
import type { Logger } from '../eventlog/logger-type.js';
import { slackFailure } from './failure.js';

/** A line that one member sees, in a channel or a thread. `text` is mrkdwn. */
export type Whisper = (
  to: { user: string; channel: string; threadTs: string | undefined },
  text: string,
) => Promise<void>;

/** Ephemeral lines through the Web API. They are a courtesy: one that Slack does not take is logged, and stops nothing. */
export function createWhisper(deps: {
  client: webApi.WebClient;
  botToken: () => string | undefined;
  logger: Logger;
}): Whisper {
  return async ({ user, channel, threadTs }, text) => {
    const token = deps.botToken();
    if (token === undefined) return;
    try {
      const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
      await deps.client.chat.postEphemeral({ token, channel, user, text, ...thread });
    } catch (error) {
      deps.logger.warn('a line for one member could not be shown', { code: slackFailure(error).code });
    }
  };
}
