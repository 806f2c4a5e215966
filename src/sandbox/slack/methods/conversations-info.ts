import { z } from 'zod';
import { anyKind, scopeFor } from '../scopes.js';
import { requireScope, visibleChannel } from './access.js';
import { method } from './method.js';

export const conversationsInfo = method({
  scopes: anyKind('read'),
  args: z.object({ channel: z.string() }),
  handle: (context, args) => {
    const channel = visibleChannel(context, args.channel);
    requireScope(context, scopeFor(channel.kind, 'read'));
    return {
      channel: {
        id: channel.id,
        name: channel.name,
        is_channel: channel.kind === 'public',
        is_group: channel.kind === 'private',
        is_im: channel.kind === 'im',
        is_mpim: channel.kind === 'mpim',
        is_private: channel.kind !== 'public',
        is_archived: channel.archived,
        is_member: channel.botIsMember,
      },
    };
  },
});
