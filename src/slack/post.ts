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

/** What came of a post. `opensThread`: the message is the root of its thread. */
export type PostOutcome =
  | { kind: 'posted'; messageTs: string; threadTs: string; opensThread: boolean }
  | { kind: 'failed'; failure: SlackFailure };

/** Posts through Slack's Web API, once: a request that may have been posted is looked up first. */
export async function postMessage(
  deps: { client: webApi.WebClient; token: string; logger: Logger },
  request: PostRequest,
): Promise<PostOutcome> {
  const { client, token, logger } = deps;
  const { id, channel, threadTs, message } = request;
  const posted = (messageTs: string): PostOutcome => ({
    kind: 'posted',
    messageTs,
    threadTs: threadTs ?? messageTs,
    opensThread: threadTs === undefined,
  });
  const send = async (content: { text: string; blocks?: Message['blocks'] }): Promise<PostOutcome> => {
    const answer = await client.chat.postMessage({
      token,
      channel,
      ...content,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
      metadata: { event_type: METADATA_TYPE, event_payload: { id } },
      unfurl_links: false,
      unfurl_media: false,
    });
    return answer.ts === undefined
      ? { kind: 'failed', failure: { kind: 'unsure', code: 'no_ts_in_answer' } }
      : posted(answer.ts);
  };
  try {
    if (request.resumed) {
      const found = await findPosted(client, token, { channel, threadTs, id, since: request.since });
      if (found) return posted(found.messageTs);
    }
    return await send(message);
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind !== 'ours') return { kind: 'failed', failure };
    logger.error('Slack refused blocks of ours; the text goes alone', {
      code: failure.code,
      pointers: failure.pointers,
    });
    try {
      return await send({ text: message.text });
    } catch (again) {
      return { kind: 'failed', failure: slackFailure(again) };
    }
  }
}
