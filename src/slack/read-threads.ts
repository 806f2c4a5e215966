import type { webApi } from '@slack/bolt';
import { z } from 'zod';
import { describeError } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';
import type { Threads, ThreadToRead } from '../store/threads.js';
import { pause } from '../time/pause.js';
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

/** What one cycle did. */
export type CycleResult = {
  /** How many threads were read. */
  read: number;
  /** Why each of the others was not: Slack's code, the network's, or `OURS`. */
  failed: readonly string[];
  /** Those of the others that can be read soon: what stood in the way passes by itself. */
  again: readonly ThreadToRead[];
};

/** Why a thread was not read when that is a failure of ours, which the log names. */
export const OURS = 'error';

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
 * falls into which Slack sent while nobody listened, or which was acknowledged and then lost; what was taken in
 * before is passed over. Without a bound thread Slack is not called.
 *
 * @param between called before each thread, for what does not wait for the whole cycle
 * @returns how many threads were read, and why others were not
 * @throws what the database does when it cannot say which thread is next
 */
export async function readThreads(
  deps: ReadDeps,
  signal: AbortSignal,
  between: () => Promise<void> = async () => undefined,
): Promise<CycleResult> {
  const start = await deps.threads.now();
  const since = deps.quietAfterMs === undefined ? undefined : new Date(start.getTime() - deps.quietAfterMs);
  let read = 0;
  const failed: string[] = [];
  const again: ThreadToRead[] = [];
  while (!signal.aborted) {
    await between();
    const thread = await deps.threads.claim(start, since);
    if (!thread) break;
    const token = deps.botToken();
    if (token === undefined) break;
    const failure = await readAtPace(deps, token, thread, signal);
    if (!failure) read += 1;
    else {
      failed.push(failure.code);
      if (failure.passes) again.push(thread);
    }
  }
  return { read, failed, again };
}

/**
 * Reads these threads, up to the first that cannot be: what stands in its way is Slack itself or the database, as a rule.
 * That one comes last the next time, so that it does not hold up the rest.
 */
export async function readAgain(
  deps: ReadDeps,
  threads: readonly ThreadToRead[],
  signal: AbortSignal,
): Promise<CycleResult> {
  for (const [read, thread] of threads.entries()) {
    const token = deps.botToken();
    if (token === undefined || signal.aborted) return { read, failed: [], again: threads.slice(read) };
    const failure = await readAtPace(deps, token, thread, signal);
    if (!failure) continue;
    const rest = threads.slice(read + 1);
    return { read, failed: [failure.code], again: failure.passes ? [...rest, thread] : rest };
  }
  return { read: threads.length, failed: [], again: [] };
}

/** Why a thread was not read, and whether that passes by itself. */
type Unread = { code: string; passes: boolean };

function unread({ code, kind }: SlackFailure): Unread {
  return { code, passes: kind === 'later' || kind === 'unsure' };
}

/** Reads one thread, and waits until the next may be read: as long as Slack asks for, if it does. */
async function readAtPace(
  deps: ReadDeps,
  token: string,
  thread: ThreadToRead,
  signal: AbortSignal,
): Promise<Unread | undefined> {
  try {
    const failure = await readThread(deps, token, thread, signal);
    const asked = failure?.kind === 'later' ? failure.afterMs : undefined;
    if (failure) {
      const when = unread(failure).passes ? 'soon' : 'in the next cycle';
      deps.logger.warn(`a thread could not be read, and is read ${when}`, { code: failure.code });
    }
    await pause(Math.max(deps.paceMs, asked ?? 0), signal);
    return failure && unread(failure);
  } catch (error) {
    // One message that cannot be taken in does not keep the other threads from being read.
    deps.logger.error('a thread could not be read, and is read soon', { cause: describeError(error) });
    await pause(deps.paceMs, signal);
    return { code: OURS, passes: true };
  }
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
    // The root comes back on every page, whatever `oldest` says.
    const said = page.messages.filter((message) => message.ts !== ts);
    const taken = await deps.threads.taken(
      channel,
      said.map((message) => message.ts),
    );
    for (const [at, message] of said.entries()) {
      if (signal.aborted) return undefined;
      const isNew = !taken.has(message.ts);
      if (isNew)
        await deps.handle({ payload: { ...message, type: 'message', channel }, body: {}, context: {} });
      // A run of those that were taken before is passed at its end: most threads hold nothing else.
      if (isNew || at === said.length - 1) await deps.threads.read(thread, message.ts);
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
