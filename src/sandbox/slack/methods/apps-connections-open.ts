import { z } from 'zod';
import { method } from './method.js';

export const appsConnectionsOpen = method({
  token: 'app',
  scopes: ['connections:write'],
  args: z.object({}),
  handle: ({ socketUrl }) => ({ url: socketUrl() }),
});
