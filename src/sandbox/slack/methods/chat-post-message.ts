import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import type { SlackMessage } from '../model.js';
import { wireMessage } from '../wire-message.js';
import { writableChannel } from './access.js';
import { flag, metadata, ts } from './args.js';
import { checkedContent } from './content.js';
import { type MethodContext, method } from './method.js';

export const chatPostMessage = method({
  scopes: ['chat:write'],
  args: z.object({
    channel: z.string(),
    text: z.string().optional(),
    blocks: z.unknown().optional(),
    thread_ts: ts.optional(),
    reply_broadcast: flag.optional(),
    metadata: metadata.optional(),
    unfurl_links: flag.optional(),
    unfurl_media: flag.optional(),
    mrkdwn: flag.optional(),
  }),
  handle: (context, args) => {
    const { workspace, identity } = context;
    const channel = writableChannel(context, args.channel);
    const content = checkedContent(args);
    const root = args.thread_ts === undefined ? undefined : threadRoot(context, channel.id, args.thread_ts);
    const message = workspace.add({
      channel: channel.id,
      user: identity.botUserId,
      bot_id: identity.botId,
      app_id: identity.appId,
      ...content,
      ...(root === undefined ? {} : { thread_ts: root.ts }),
      ...(root !== undefined && args.reply_broadcast === true ? { subtype: 'thread_broadcast' } : {}),
      ...(args.metadata === undefined ? {} : { metadata: args.metadata }),
    });
    context.feed.posted(message);
    return {
      channel: channel.id,
      ts: message.ts,
      message: wireMessage(workspace, message, { metadata: true }),
    };
  },
});

/** The root of the thread that `ts` belongs to: Slack puts a reply to a reply under the same root. */
function threadRoot(context: MethodContext, channel: string, ts: string): SlackMessage {
  const named = context.workspace.message(channel, ts);
  const root = named?.thread_ts === undefined ? named : context.workspace.message(channel, named.thread_ts);
  if (root === undefined || root.subtype === 'tombstone') throw new MethodFailure('thread_not_found');
  return root;
}
