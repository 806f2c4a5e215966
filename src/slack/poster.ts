import type { webApi } from '@slack/bolt';
import type { EventLog } from '../eventlog/event-log.js';
import type { Logger } from '../eventlog/logger-type.js';
import type { Bindings } from '../store/bindings.js';
import type { Outbox, OutboxRow } from '../store/outbox.js';
import { backoff } from './backoff.js';
import { type ComposeSettings, composeMessage } from './compose.js';
import type { SlackFailure } from './failure.js';
import { postMessage } from './post.js';
import type { PostGate } from './post-gate.js';

/** What posting needs. */
export type PosterDeps = {
  outbox: Outbox;
  bindings: Bindings;
  client: webApi.WebClient;
  botToken: () => string | undefined;
  botTokenEnv: string;
  channel: string;
  compose: ComposeSettings;
  pace: PostPace;
  eventLog: EventLog;
  logger: Logger;
  /** Called when a message was found that had been posted before: it may have been answered meanwhile. */
  readSoon: () => void;
  gate: PostGate;
};

/** A claim outlives the slowest post: two look-ups of two pages and two posts, each call at most 15 s. */
const LEASE_MS = 95_000;

/** When a row is tried again, in milliseconds: each pair is the first wait and the longest that doubling reaches. */
export type PostPace = {
  /** After passing trouble. */
  soon: { first: number; longest: number };
  /** While the setup is wrong: someone must mend it first. */
  slowly: { first: number; longest: number };
  /** Before a post whose answer was lost is looked for in Slack. */
  lookAfter: number;
};

/** The pace for a real Slack. */
export const POST_PACE: PostPace = {
  soon: { first: 1_000, longest: 60_000 },
  slowly: { first: 2_000, longest: 300_000 },
  lookAfter: 2_000,
};

/** Names the channel in our records. */
const CHANNEL = 'slack';

/**
 * Posts the next due outbox row, if there is one.
 *
 * @returns whether there was one
 */
export async function postNext(deps: PosterDeps): Promise<boolean> {
  if (deps.gate.wait(Date.now()) > 0) return false;
  const row = await deps.outbox.claim(LEASE_MS);
  if (!row) return false;
  const token = deps.botToken();
  if (token === undefined) {
    await giveBack(
      deps,
      row,
      `no bot token: ${deps.botTokenEnv} is not set`,
      backoff(row.attempts, deps.pace.slowly),
    );
    return true;
  }
  if (deps.channel === '' && row.channel === null) {
    await giveBack(
      deps,
      row,
      'no channel: channels.slack.channel is not set',
      backoff(row.attempts, deps.pace.slowly),
    );
    return true;
  }
  const channel = row.channel ?? deps.channel;
  const threadTs = row.threadTs ?? (await deps.bindings.byWorkItem(channel, row.workItem))?.threadTs;
  const { message, ask, choices } = composeMessage(row, deps.compose);
  deps.gate.pass(Date.now());
  const outcome = await postMessage(
    { client: deps.client, token, logger: deps.logger },
    {
      id: row.id,
      channel,
      threadTs,
      message,
      resumed: row.resumed,
      since: row.createdAt,
    },
  );
  if (outcome.kind === 'failed') {
    await afterFailure(deps, row, outcome.failure);
    return true;
  }
  const { messageTs, threadTs: thread, opensThread } = outcome;
  await deps.outbox.posted(row, { channel, messageTs, threadTs: thread, opensThread, ask, choices });
  if (row.resumed) deps.readSoon();
  await deps.eventLog.record({
    event: 'channel.posted',
    channel: CHANNEL,
    work_item: row.workItem,
    event_type: row.eventType,
    thread,
  });
  return true;
}

async function afterFailure(deps: PosterDeps, row: OutboxRow, failure: SlackFailure): Promise<void> {
  switch (failure.kind) {
    case 'later':
      if (failure.afterMs !== undefined) deps.gate.shut(Date.now() + failure.afterMs);
      return giveBack(deps, row, failure.code, failure.afterMs ?? backoff(row.attempts, deps.pace.soon));
    case 'blocked':
    case 'gone':
      return giveBack(deps, row, failure.code, backoff(row.attempts, deps.pace.slowly));
    case 'unsure':
      await deps.outbox.unsure(
        row,
        failure.code,
        Math.max(deps.pace.lookAfter, backoff(row.attempts, deps.pace.soon)),
      );
      return recordFailure(deps, row, failure.code);
    case 'ours':
      await deps.outbox.fail(row, failure.code);
      return recordFailure(deps, row, failure.code);
  }
}

async function giveBack(deps: PosterDeps, row: OutboxRow, error: string, delayMs: number): Promise<void> {
  // A resumed row that could not even be looked up stays in doubt.
  if (row.resumed) await deps.outbox.unsure(row, error, delayMs);
  else await deps.outbox.retryLater(row, error, delayMs);
  await recordFailure(deps, row, error);
}

/** Records a failure when it is a new one: a channel that stays shut is said once, not every minute. */
async function recordFailure(deps: PosterDeps, row: OutboxRow, error: string): Promise<void> {
  if (row.lastError === error) return;
  await deps.eventLog.record({
    event: 'channel.post_failed',
    channel: CHANNEL,
    work_item: row.workItem,
    event_type: row.eventType,
    error,
  });
}
