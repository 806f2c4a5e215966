import type { webApi } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import type { Logger } from '../eventlog/logger-type.js';
import type { Redraw, Redraws } from '../store/redraws.js';
import type { Job } from '../store/work-loop.js';
import { backoff } from '../time/backoff.js';
import { type ComposeSettings, composeMessage } from './compose.js';
import { type SlackFailure, slackFailure } from './failure.js';
import { outcomeOf } from './outcome-of.js';
import type { PostGate } from './post-gate.js';
import type { PostPace } from './poster.js';

/** What redrawing needs. */
export type RedrawDeps = {
  redraws: Redraws;
  client: webApi.WebClient;
  botToken: () => string | undefined;
  compose: ComposeSettings;
  pace: PostPace;
  /** Edits have a rate limit of their own: one that is met holds every edit back. */
  gate: PostGate;
  logger: Logger;
};

/** Slack will never take this edit: the message is too old to change, or not ours. */
const PERMANENT: ReadonlySet<string> = new Set(['edit_window_closed', 'cant_update_message', 'is_inactive']);

/** A claim outlives the slowest edit: two calls of at most 15 s. */
const LEASE_MS = 35_000;

/** Claims the next message whose picture is out of date, if there is one and Slack's rate allows an edit. */
export async function takeRedraw(deps: RedrawDeps): Promise<Job | undefined> {
  if (deps.gate.wait(performance.now()) > 0) return undefined;
  const redraw = await deps.redraws.claim(LEASE_MS);
  if (!redraw) return undefined;
  deps.gate.take(performance.now());
  return () => draw(deps, redraw);
}

/**
 * Edits a message to what holds by now. An edit that fails is made again with whatever holds by then; a message that is
 * gone is left in peace.
 */
async function draw(deps: RedrawDeps, redraw: Redraw): Promise<void> {
  const { question, answer, tries } = redraw;
  const token = deps.botToken();
  if (token === undefined) {
    return deps.redraws.later(redraw, backoff(tries, deps.pace.slowly));
  }
  const { channel, messageTs: ts } = question;
  if (channel === null || ts === null) {
    return deps.redraws.done(redraw);
  }
  const { message } = composeMessage(question, deps.compose, outcomeOf(question, answer), question.choices);
  const failure = await edit(deps, { token, channel, ts, text: message.text, blocks: message.blocks });
  if (!failure || failure.kind === 'gone' || PERMANENT.has(failure.code)) {
    if (failure) deps.logger.warn('a message can no longer be edited', { code: failure.code });
    return deps.redraws.done(redraw);
  }
  if (failure.kind === 'blocked' && tries === 1) {
    deps.logger.warn('a message could not be edited, and is tried again', { code: failure.code });
  }
  const pace = failure.kind === 'blocked' || failure.kind === 'ours' ? deps.pace.slowly : deps.pace.soon;
  const asked = failure.kind === 'later' ? failure.afterMs : undefined;
  if (asked !== undefined) deps.gate.shut(performance.now() + asked);
  await deps.redraws.later(redraw, asked ?? backoff(tries, pace));
}

/** Edits a message; when Slack refuses our blocks, its text goes alone, so that no control is left that stands for nothing. */
async function edit(
  deps: Pick<RedrawDeps, 'client' | 'logger'>,
  args: { token: string; channel: string; ts: string; text: string; blocks: KnownBlock[] },
): Promise<SlackFailure | undefined> {
  try {
    await deps.client.chat.update(args);
    return undefined;
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind !== 'ours' || args.blocks.length === 0) return failure;
    const { code, pointers } = failure;
    deps.logger.error('Slack refused an edit of ours; the text goes alone', { code, pointers });
    return edit(deps, { ...args, blocks: [] });
  }
}
