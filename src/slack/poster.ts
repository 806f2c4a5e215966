import type { webApi } from '@slack/bolt';
import type { EventLog } from '../eventlog/event-log.js';
import type { Logger } from '../eventlog/logger-type.js';
import type { Bindings } from '../store/bindings.js';
import type { Outbox, OutboxRow } from '../store/outbox.js';
import type { Place } from '../store/threads.js';
import type { Job } from '../store/work-loop.js';
import { writeDown } from '../store/write-down.js';
import { backoff } from '../time/backoff.js';
import { SKEW_MS } from '../time/skew.js';
import { type ComposeSettings, composeMessage } from './compose.js';
import type { SlackFailure } from './failure.js';
import { type Looking, postMessage } from './post.js';
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
  /** Called when a message stood in Slack for a while before its thread was known here: it may have been answered meanwhile. */
  readSoon: (place: Place) => void;
  gate: PostGate;
  looking: Looking;
  /** The rows that this process's workers have in hand, which they share. */
  underWay: Set<string>;
};

/**
 * A claim outlives a single call, at most 15 s, and is renewed before each that follows: so when a replica dies with a
 * question in hand, another posts it within 20 s, and never while the first may still be posting.
 */
const LEASE_MS = 20_000;

/** How long a claim counts as fresh: a call that starts by then ends within the lease. */
const FRESH_MS = 2_000;

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

/** The pages that a post in doubt is looked for in: 10,000 messages. */
export const LOOK_THROUGH = 50;

/** What a row is called of which nobody knows whether it is in Slack; see `fixFor`. */
const IN_DOUBT = 'in_doubt';

/** Names the channel in our records. */
const CHANNEL = 'slack';

/** Claims the next due outbox row, if there is one and Slack's rate allows a post. The work on it posts it. */
export async function takePost(deps: PosterDeps): Promise<Job | undefined> {
  if (!deps.gate.take(performance.now())) return undefined;
  const claimedAt = performance.now();
  const row = await deps.outbox.claim(LEASE_MS, deps.underWay).catch((error: unknown) => {
    deps.gate.giveBack();
    throw error;
  });
  if (!row) {
    deps.gate.giveBack();
    return undefined;
  }
  deps.underWay.add(row.id);
  return () => post(deps, row, claimedAt).finally(() => deps.underWay.delete(row.id));
}

async function post(deps: PosterDeps, row: OutboxRow, claimedAt: number): Promise<void> {
  const token = deps.botToken();
  if (token === undefined) {
    const reason = `no bot token: ${deps.botTokenEnv} is not set`;
    return giveBack(deps, row, reason, backoff(row.attempts, deps.pace.slowly));
  }
  if (deps.channel === '' && row.channel === null) {
    const reason = 'no channel: channels.slack.channel is not set';
    return giveBack(deps, row, reason, backoff(row.attempts, deps.pace.slowly));
  }
  const channel = row.channel ?? deps.channel;
  // A line that belongs in a thread goes to the one that took its place when the root is gone: it must not open another,
  // or answers to the newer question would be read nowhere.
  const bound = (await deps.bindings.byWorkItem(channel, row.workItem))?.threadTs;
  const threads = [...new Set([row.threadTs, bound])].filter((ts) => ts !== null && ts !== undefined);
  const { message, ask, choices } = composeMessage(row, deps.compose);
  let freshUntil = claimedAt + FRESH_MS;
  const isOurs = async () => {
    if (performance.now() < freshUntil) return true;
    freshUntil = performance.now() + FRESH_MS;
    return deps.outbox.renew(row, LEASE_MS);
  };
  const after =
    row.resumed && threads[0] !== undefined
      ? await deps.outbox.newestIn(row, channel, threads[0])
      : undefined;
  const { client, logger, looking } = deps;
  const { id, resumed } = row;
  const since = new Date(row.dueAt.getTime() - SKEW_MS);
  const outcome = await postMessage(
    { client, token, logger, looking },
    { id, channel, threads, message, resumed, after, since, isOurs },
  );
  if (outcome.kind === 'taken-over') return;
  if (outcome.kind === 'lost') return leaveInDoubt(deps, row);
  if (outcome.kind === 'failed') return afterFailure(deps, row, outcome.failure);
  const { messageTs, threadTs: thread, opensThread } = outcome;
  const at = { channel, messageTs, threadTs: thread, opensThread, ask, choices };
  let tries = 0;
  await writeDown(() => {
    tries += 1;
    return deps.outbox.posted(row, at);
  });
  if (row.resumed || tries > 1) deps.readSoon({ channel, threadTs: thread });
  await deps.eventLog.record({
    event: 'channel.posted',
    channel: CHANNEL,
    work_item: row.workItem,
    event_type: row.eventType,
    thread,
  });
}

async function afterFailure(deps: PosterDeps, row: OutboxRow, failure: SlackFailure): Promise<void> {
  switch (failure.kind) {
    case 'later':
      if (failure.afterMs !== undefined) deps.gate.shut(performance.now() + failure.afterMs);
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

/** Nobody but a person can say whether it is in Slack: looking again would find as little, and holds up what comes after. */
async function leaveInDoubt(deps: PosterDeps, row: OutboxRow): Promise<void> {
  const which = { post: row.id, work_item: row.workItem };
  deps.logger.error('a post may be in Slack: look there, then outbox retry or outbox drop', which);
  await deps.outbox.fail(row, IN_DOUBT);
  await recordFailure(deps, row, IN_DOUBT);
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
