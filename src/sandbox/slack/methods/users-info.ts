import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import { method } from './method.js';

export const usersInfo = method({
  scopes: ['users:read'],
  args: z.object({ user: z.string() }),
  handle: ({ workspace, identity }, args) => {
    const user = workspace.user(args.user);
    if (user === undefined) throw new MethodFailure('user_not_found');
    return {
      user: {
        id: user.id,
        team_id: identity.team.id,
        name: user.name,
        real_name: user.name,
        deleted: false,
        is_bot: user.isBot,
        profile: { display_name: user.name, real_name: user.name },
      },
    };
  },
});
