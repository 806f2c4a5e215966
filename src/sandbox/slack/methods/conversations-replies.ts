import { z } from 'zod';
import { LIMITS } from '#blocks/limits.js';
import { MethodFailure } from '../errors.js';
import { anyKind } from '../scopes.js';
import { wireMessage } from '../wire-message.js';
import { readableChannel } from './access.js';
import { flag, integer, moment, ts } from './args.js';
import { method } from './method.js';
import { pageOf, within } from './paging.js';

/**
 * A thread, oldest first. The root stands first on every page, whatever `oldest` says and besides the
 * `limit`, which is what a client must be ready for.
 */
export const conversationsReplies = method({
  scopes: anyKind('history'),
  args: z.object({
    channel: z.string(),
    ts,
    cursor: z.string().optional(),
    limit: integer.min(1).max(LIMITS.page.replies).default(LIMITS.page.replies),
    oldest: moment.optional(),
    latest: moment.optional(),
    inclusive: flag.optional(),
    include_all_metadata: flag.optional(),
  }),
  handle: (context, args) => {
    const { workspace } = context;
    const channel = readableChannel(context, args.channel);
    const named = workspace.message(channel.id, args.ts);
    const root = named?.thread_ts === undefined ? named : workspace.message(channel.id, named.thread_ts);
    if (root === undefined) throw new MethodFailure('thread_not_found');
    const replies = workspace.replies(channel.id, root.ts).filter((reply) => within(reply, args));
    const page = pageOf(replies, { cursor: args.cursor, limit: args.limit, direction: 'up' });
    const metadata = args.include_all_metadata === true;
    return {
      messages: [root, ...page.messages].map((message) => wireMessage(workspace, message, { metadata })),
      has_more: page.nextCursor !== '',
      ...(page.nextCursor === '' ? {} : { response_metadata: { next_cursor: page.nextCursor } }),
    };
  },
});
