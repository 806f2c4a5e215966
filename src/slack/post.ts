import type { webApi } from '@slack/bolt';
import type { Message } from '#blocks/message.js';
import type { Logger } from '../eventlog/logger-type.js';
import { type SlackFailure, slackFailure } from './failure.js';
import { findPosted, METADATA_TYPE } from './find-posted.js';
import { type PostGate, taken } from './post-gate.js';

/** A message to post for an outbox row. `resumed`: an earlier attempt may have posted it. */
export type PostRequest = {
  id: string;
  channel: string;
  /**
   * The threads it belongs in, the first before the second: where it was meant to go, and where the work item's thread is now.
   * The next is taken when the root of one is gone; after the last, the message opens the work item's thread.
   */
  threads: readonly string[];
  message: Message;
  resumed: boolean;
  /** The `ts` of an older message in the first thread, after which it is looked for. */
  after: string | undefined;
  /** When the row was last known not to be in Slack, and earlier by as much as our clock may be ahead of Slack's. */
  since: Date;
  /** Asked before each call: whether the row is still ours, for as long as a call may take. */
  isOurs: () => Promise<boolean>;
};

type Content = { text: string; blocks?: Message['blocks'] };

/**
 * What came of a post. `opensThread`: the message is the root of its thread. `lost`: it may be in Slack, among more
 * messages than are looked through, so it was not posted again.
 */
export type PostOutcome =
  | { kind: 'posted'; messageTs: string; threadTs: string; opensThread: boolean }
  | { kind: 'failed'; failure: SlackFailure }
  | { kind: 'lost' }
  /** Another worker has the row: nothing was done since. */
  | { kind: 'taken-over' };

class TakenOver extends Error {}

/** A call that Slack did not take, sorted. */
class CallFailed extends Error {
  readonly failure: SlackFailure;

  constructor(cause: unknown) {
    super('a Slack call failed', { cause });
    this.failure = slackFailure(cause);
  }
}

/** How a post in doubt is looked for: at most so many pages of messages, each as soon as `gate` lets it through. */
export type Looking = { pages: number; gate: PostGate };

/**
 * Posts through Slack's Web API, once: a request that may have been posted is looked up first. When the thread's root
 * was deleted, the message goes into the thread that took its place, or opens a new one.
 */
export async function postMessage(
  deps: { client: webApi.WebClient; token: string; logger: Logger; looking: Looking },
  request: PostRequest,
): Promise<PostOutcome> {
  const { client, token, logger, looking } = deps;
  const { id, channel, message, since } = request;
  const call = async <T>(make: () => Promise<T>): Promise<T> => {
    if (!(await request.isOurs())) throw new TakenOver();
    return make().catch((error: unknown) => {
      throw new CallFailed(error);
    });
  };
  const look = async <T>(make: () => Promise<T>): Promise<T> => {
    await taken(looking.gate);
    return call(make);
  };
  const posted = (messageTs: string, thread: string | undefined): PostOutcome => ({
    kind: 'posted',
    messageTs,
    threadTs: thread ?? messageTs,
    opensThread: thread === undefined,
  });
  const send = async (content: Content, thread: string | undefined): Promise<PostOutcome> => {
    const answer = await call(() =>
      client.chat.postMessage({
        token,
        channel,
        ...content,
        ...(thread === undefined ? {} : { thread_ts: thread }),
        metadata: { event_type: METADATA_TYPE, event_payload: { id } },
        unfurl_links: false,
        unfurl_media: false,
      }),
    );
    return answer.ts === undefined
      ? { kind: 'failed', failure: { kind: 'unsure', code: 'no_ts_in_answer' } }
      : posted(answer.ts, thread);
  };
  const post = async (thread: string | undefined): Promise<PostOutcome> => {
    try {
      return await send(message, thread);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.failure.kind !== 'ours') throw error;
      const { code, pointers } = error.failure;
      logger.error('Slack refused blocks of ours; the text goes alone', { code, pointers });
      return send({ text: message.text }, thread);
    }
  };
  /** What `work` gives; undefined where the thread is not there any more. */
  const unlessGone = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      if (error instanceof CallFailed && error.failure.kind === 'gone') return undefined;
      throw error;
    });
  const find = async (threadTs: string | undefined): Promise<PostOutcome | 'absent' | 'closed'> => {
    const after = threadTs === request.threads[0] ? request.after : undefined;
    const where = { channel, threadTs, id, after, since };
    const search = await findPosted(client, token, where, looking.pages, look);
    switch (search.kind) {
      case 'found':
        return posted(search.ts, threadTs);
      case 'unfinished':
        return { kind: 'lost' };
      case 'absent':
        return search.closed ? 'closed' : 'absent';
    }
  };
  try {
    // The earlier attempt went into the first place, or, with its thread gone or closed, into one after it.
    for (const place of request.resumed ? [...request.threads, undefined] : []) {
      const found = await unlessGone(find(place));
      if (found === 'absent' && place === request.threads[0]) break;
      if (typeof found === 'object') return found;
    }
    for (const thread of request.threads) {
      const done = await unlessGone(post(thread));
      if (done !== undefined) return done;
    }
    return await post(undefined);
  } catch (error) {
    if (error instanceof CallFailed) return { kind: 'failed', failure: error.failure };
    if (error instanceof TakenOver) return { kind: 'taken-over' };
    throw error;
  }
}
