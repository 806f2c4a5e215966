import type { webApi } from '@slack/bolt';
import type { Message } from '#blocks/message.js';
import type { Logger } from '../eventlog/logger-type.js';
import { type SlackFailure, slackFailure } from './failure.js';
import { findPosted, METADATA_TYPE } from './find-posted.js';

/** A message to post for an outbox row. `resumed`: an earlier attempt may have posted it. */
export type PostRequest = {
  id: string;
  channel: string;
  /** Undefined: the message opens the work item's thread. */
  threadTs: string | undefined;
  message: Message;
  resumed: boolean;
  since: Date;
};

type Content = { text: string; blocks?: Message['blocks'] };

/** What came of a post. `opensThread`: the message is the root of its thread. */
export type PostOutcome =
  | { kind: 'posted'; messageTs: string; threadTs: string; opensThread: boolean }
  | { kind: 'failed'; failure: SlackFailure };

/**
 * Posts through Slack's Web API, once: a request that may have been posted is looked up first. When the thread's root
 * was deleted, the message opens a new thread.
 */
export async function postMessage(
  deps: { client: webApi.WebClient; token: string; logger: Logger },
  request: PostRequest,
): Promise<PostOutcome> {
  const { client, token, logger } = deps;
  const { id, channel, threadTs, message } = request;
  const posted = (messageTs: string, thread: string | undefined): PostOutcome => ({
    kind: 'posted',
    messageTs,
    threadTs: thread ?? messageTs,
    opensThread: thread === undefined,
  });
  const send = async (content: Content, thread: string | undefined): Promise<PostOutcome> => {
    const answer = await client.chat.postMessage({
      token,
      channel,
      ...content,
      ...(thread === undefined ? {} : { thread_ts: thread }),
      metadata: { event_type: METADATA_TYPE, event_payload: { id } },
      unfurl_links: false,
      unfurl_media: false,
    });
    return answer.ts === undefined
      ? { kind: 'failed', failure: { kind: 'unsure', code: 'no_ts_in_answer' } }
      : posted(answer.ts, thread);
  };
  const postIn = async (thread: string | undefined): Promise<PostOutcome> => {
    if (request.resumed) {
      const found = await findPosted(client, token, { channel, threadTs: thread, id, since: request.since });
      if (found !== undefined) return posted(found, thread);
    }
    try {
      return await send(message, thread);
    } catch (error) {
      const failure = slackFailure(error);
      if (failure.kind !== 'ours') throw error;
      const { code, pointers } = failure;
      logger.error('Slack refused blocks of ours; the text goes alone', { code, pointers });
      return send({ text: message.text }, thread);
    }
  };
  try {
    return await postIn(threadTs);
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind !== 'gone' || threadTs === undefined) return { kind: 'failed', failure };
  }
  try {
    return await postIn(undefined);
  } catch (error) {
    return { kind: 'failed', failure: slackFailure(error) };
  }
}
