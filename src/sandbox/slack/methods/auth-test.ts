import { z } from 'zod';
import { method } from './method.js';

export const authTest = method({
  args: z.object({}),
  handle: ({ identity }) => ({
    url: `https://${identity.team.domain}.slack.invalid/`,
    team: identity.team.name,
    team_id: identity.team.id,
    user: identity.botName,
    user_id: identity.botUserId,
    bot_id: identity.botId,
    is_enterprise_install: false,
  }),
});
