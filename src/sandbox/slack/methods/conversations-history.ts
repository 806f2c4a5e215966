import { z } from 'zod';
import { LIMITS } from '#blocks/limits.js';
import { anyKind } from '../scopes.js';
import { wireMessage } from '../wire-message.js';
import { readableChannel } from './access.js';
import { flag, integer, moment } from './args.js';
import { method } from './method.js';
import { pageOf, within } from './paging.js';

/** What stands in the channel itself, newest first: roots and broadcast replies, no other replies. */
export const conversationsHistory = method({
  scopes: anyKind('history'),
  args: z.object({
    channel: z.string(),
    cursor: z.string().optional(),
    limit: integer.min(1).max(LIMITS.page.history).default(LIMITS.page.historyDefault),
    oldest: moment.optional(),
    latest: moment.optional(),
    inclusive: flag.optional(),
    include_all_metadata: flag.optional(),
  }),
  handle: (context, args) => {
    const { workspace } = context;
    const channel = readableChannel(context, args.channel);
    const shown = workspace
      .messages(channel.id)
      .filter((message) => message.thread_ts === undefined || message.subtype === 'thread_broadcast')
      .filter((message) => within(message, args))
      .toReversed();
    const page = pageOf(shown, { cursor: args.cursor, limit: args.limit, direction: 'down' });
    const metadata = args.include_all_metadata === true;
    return {
      messages: page.messages.map((message) => wireMessage(workspace, message, { metadata })),
      has_more: page.nextCursor !== '',
      pin_count: 0,
      ...(page.nextCursor === '' ? {} : { response_metadata: { next_cursor: page.nextCursor } }),
    };
  },
});
