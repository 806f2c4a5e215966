import { setTimeout as sleep } from 'node:timers/promises';
import type { webApi } from '@slack/bolt';
import { z } from 'zod';
import { describeError } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';
import type { Threads, ThreadToRead } from '../store/threads.js';
import { backoff } from './backoff.js';
import type { ChainArgs } from './chain.js';
import { type SlackFailure, slackFailure } from './failure.js';

/** What reading threads again needs. */
export type ReadDeps = {
  threads: Threads;
  client: webApi.WebClient;
  botToken: () => string | undefined;
  /** Takes one message through the same checks as an event. */
  handle: (args: ChainArgs) => Promise<void>;
  logger: Logger;
  /** Threads without traffic for this long are left alone, in milliseconds; undefined reads all. */
  quietAfterMs: number | undefined;
  /** The least time between two calls, in milliseconds. */
  paceMs: number;
};

/** Tier 3 allows `conversations.replies` 50 times a minute (contracts/slack.md, "Rate limits"). */
export const READ_PACE_MS = 1_200;

/** Messages a page; more would only make one answer slower. */
const PAGE = 200;

const replies = z.looseObject({
  messages: z.array(z.looseObject({ ts: z.string() })).default([]),
  response_metadata: z.looseObject({ next_cursor: z.string().optional() }).optional(),
});

/**
 * Reads every bound thread once from where it was read to, the one read longest ago first. Closes the hole that an event
 * falls into which Slack sent while nobody listened, or which was acknowledged and then lost; a message known already is
 * taken in no second time. Without a bound thread Slack is not called.
 *
 * @returns how many threads were read
 */
export async function readThreads(deps: ReadDeps, signal: AbortSignal): Promise<number> {
  const start = await deps.threads.now();
  const since = deps.quietAfterMs === undefined ? undefined : new Date(start.getTime() - deps.quietAfterMs);
  let count = 0;
  while (!signal.aborted) {
    const thread = await deps.threads.claim(start, since);
    if (!thread) return count;
    const token = deps.botToken();
    if (token === undefined) return count;
    const failure = await readThread(deps, token, thread, signal);
    if (!failure) count += 1;
    else
      deps.logger.warn('a thread could not be read, and is read in the next cycle', { code: failure.code });
    const asked = failure?.kind === 'later' ? failure.afterMs : undefined;
    await pause(Math.max(deps.paceMs, asked ?? 0), signal);
  }
  return count;
}

/** Reads one thread, page by page; its place moves on only over messages that were taken in. */
async function readThread(
  deps: ReadDeps,
  token: string,
  thread: ThreadToRead,
  signal: AbortSignal,
): Promise<SlackFailure | undefined> {
  const { channel, threadTs: ts } = thread;
  const oldest = thread.readTs ?? ts;
  let cursor: string | undefined;
  do {
    const page = await repliesPage(deps.client, {
      ...{ token, channel, ts, oldest, limit: PAGE },
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (page.kind === 'failed') return page.failure;
    for (const message of page.messages) {
      // The root comes back on every page, whatever `oldest` says.
      if (message.ts === ts) continue;
      if (signal.aborted) return undefined;
      await deps.handle({ payload: { ...message, type: 'message', channel }, body: {}, context: {} });
      await deps.threads.read(thread, message.ts);
    }
    cursor = page.cursor;
    if (cursor !== undefined) await pause(deps.paceMs, signal);
  } while (cursor !== undefined && !signal.aborted);
  return undefined;
}

type Page =
  | { kind: 'page'; messages: z.infer<typeof replies>['messages']; cursor: string | undefined }
  | { kind: 'failed'; failure: SlackFailure };

async function repliesPage(
  client: webApi.WebClient,
  args: webApi.ConversationsRepliesArguments,
): Promise<Page> {
  try {
    const { messages, response_metadata } = replies.parse(await client.conversations.replies(args));
    return { kind: 'page', messages, cursor: response_metadata?.next_cursor || undefined };
  } catch (error) {
    return { kind: 'failed', failure: slackFailure(error) };
  }
}

/** Reading in cycles. */
export type Reading = {
  /** Reads again soon: a message may have been lost on its way in. */
  soon(): void;
  /** Resolves when reading has ended. */
  done: Promise<void>;
};

/** The wait before a cycle that was asked for, or that follows a failed one; the latter doubles up to the longest. */
const SOON_MS = { first: 2_000, longest: 60_000 };

/** Reads in cycles until `signal` aborts, the first at once. A cycle that fails is logged, and made again soon. */
export function keepReading(deps: ReadDeps, intervalMs: number, signal: AbortSignal): Reading {
  let wakeUp = new AbortController();
  signal.addEventListener('abort', () => wakeUp.abort(), { once: true });
  const run = async () => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await readThreads(deps, signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        deps.logger.error('threads could not be read', { cause: describeError(error) });
      }
      await pause(
        failures > 0 ? Math.min(intervalMs, backoff(failures, SOON_MS)) : intervalMs,
        wakeUp.signal,
      );
      if (wakeUp.signal.aborted) await pause(SOON_MS.first, signal);
      wakeUp = new AbortController();
    }
  };
  return { soon: () => wakeUp.abort(), done: run() };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
