import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import { wireMessage } from '../wire-message.js';
import { existingMessage, writableChannel } from './access.js';
import { metadata, ts } from './args.js';
import { checkedContent } from './content.js';
import { method } from './method.js';

/** Text without blocks takes the blocks away; a message keeps its metadata unless new ones are given. */
export const chatUpdate = method({
  scopes: ['chat:write'],
  args: z.object({
    channel: z.string(),
    ts,
    text: z.string().optional(),
    blocks: z.unknown().optional(),
    metadata: metadata.optional(),
  }),
  handle: (context, args) => {
    const { workspace, identity, feed } = context;
    const channel = writableChannel(context, args.channel);
    const before = existingMessage(context, channel.id, args.ts);
    if (before.bot_id !== identity.botId) throw new MethodFailure('cant_update_message');
    const content = checkedContent(args);
    const { blocks: _shownBefore, ...kept } = before;
    const after = {
      ...kept,
      ...content,
      ...(args.metadata === undefined ? {} : { metadata: args.metadata }),
      edited: { user: identity.botUserId, ts: workspace.nextTs() },
    };
    workspace.replace(after);
    feed.edited(before, after);
    return { channel: channel.id, ts: after.ts, text: after.text, message: wireMessage(workspace, after) };
  },
});
