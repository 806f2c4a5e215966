import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import { writableChannel } from './access.js';
import { ts } from './args.js';
import { checkedContent } from './content.js';
import { method } from './method.js';

/** The local workspace keeps no member lists: every known user counts as in the channel. */
export const chatPostEphemeral = method({
  scopes: ['chat:write'],
  args: z.object({
    channel: z.string(),
    user: z.string(),
    text: z.string().optional(),
    blocks: z.unknown().optional(),
    thread_ts: ts.optional(),
  }),
  handle: (context, args) => {
    const channel = writableChannel(context, args.channel);
    if (context.workspace.user(args.user) === undefined) throw new MethodFailure('user_not_in_channel');
    const ephemeral = context.workspace.addEphemeral({
      channel: channel.id,
      user: args.user,
      ...checkedContent(args),
      ...(args.thread_ts === undefined ? {} : { thread_ts: args.thread_ts }),
    });
    return { message_ts: ephemeral.ts };
  },
});
