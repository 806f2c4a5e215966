import { z } from 'zod';
import { existingMessage, visibleChannel } from './access.js';
import { ts } from './args.js';
import { method } from './method.js';

export const chatGetPermalink = method({
  args: z.object({ channel: z.string(), message_ts: ts }),
  handle: (context, args) => {
    const channel = visibleChannel(context, args.channel);
    const message = existingMessage(context, channel.id, args.message_ts);
    const thread = message.thread_ts === undefined ? '' : `?thread_ts=${message.thread_ts}&cid=${channel.id}`;
    const host = `${context.identity.team.domain}.slack.invalid`;
    const permalink = `https://${host}/archives/${channel.id}/p${message.ts.replace('.', '')}${thread}`;
    return { channel: channel.id, permalink };
  },
});
