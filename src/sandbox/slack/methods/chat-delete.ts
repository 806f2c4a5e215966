import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import { removeMessage } from '../remove-message.js';
import { existingMessage, writableChannel } from './access.js';
import { ts } from './args.js';
import { method } from './method.js';

export const chatDelete = method({
  scopes: ['chat:write'],
  args: z.object({ channel: z.string(), ts }),
  handle: (context, args) => {
    const channel = writableChannel(context, args.channel);
    const message = existingMessage(context, channel.id, args.ts);
    if (message.bot_id !== context.identity.botId) throw new MethodFailure('cant_delete_message');
    removeMessage(context.workspace, context.feed, message);
    return { channel: channel.id, ts: message.ts };
  },
});
