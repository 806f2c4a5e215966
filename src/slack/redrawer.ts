import type { webApi } from '@slack/bolt';
import type { Logger } from '../eventlog/logger-type.js';
import type { Redraws } from '../store/redraws.js';
import { backoff } from './backoff.js';
import { type ComposeSettings, composeMessage } from './compose.js';
import { slackFailure } from './failure.js';
import { outcomeOf } from './outcome-of.js';
import type { PostPace } from './poster.js';

/** What redrawing needs. */
export type RedrawDeps = {
  redraws: Redraws;
  client: webApi.WebClient;
  botToken: () => string | undefined;
  compose: ComposeSettings;
  pace: PostPace;
  logger: Logger;
};

/** A claim outlives the slowest edit. */
const LEASE_MS = 60_000;

/**
 * Edits the next message whose picture is out of date, if there is one. An edit that fails is made again with whatever
 * holds by then; a message that is gone is left in peace.
 *
 * @returns whether there was one
 */
export async function redrawNext(deps: RedrawDeps): Promise<boolean> {
  const redraw = await deps.redraws.claim(LEASE_MS);
  if (!redraw) return false;
  const { question, answer, tries } = redraw;
  const token = deps.botToken();
  if (token === undefined) {
    await deps.redraws.later(redraw, backoff(tries, deps.pace.slowly));
    return true;
  }
  const { channel, messageTs: ts } = question;
  if (channel === null || ts === null) {
    await deps.redraws.done(redraw);
    return true;
  }
  const { message } = composeMessage(question, deps.compose, outcomeOf(question, answer));
  try {
    await deps.client.chat.update({ token, channel, ts, text: message.text, blocks: message.blocks });
    await deps.redraws.done(redraw);
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind === 'gone' || failure.kind === 'ours') {
      if (failure.kind === 'ours') deps.logger.error('Slack refused an edit of ours', failure);
      await deps.redraws.done(redraw);
    } else {
      const pace = failure.kind === 'blocked' ? deps.pace.slowly : deps.pace.soon;
      const asked = failure.kind === 'later' ? failure.afterMs : undefined;
      await deps.redraws.later(redraw, asked ?? backoff(tries, pace));
    }
  }
  return true;
}
