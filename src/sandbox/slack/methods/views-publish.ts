import { z } from 'zod';
import { failureWithMessages } from '../errors.js';
import { method } from './method.js';
import { checkedView, requireFreeExternalId, requireHash, viewArg } from './view-args.js';

export const viewsPublish = method({
  args: z.object({ user_id: z.string(), view: viewArg, hash: z.string().optional() }),
  handle: ({ workspace, views }, args) => {
    const source = checkedView(args.view, 'home');
    if (workspace.user(args.user_id) === undefined) {
      throw failureWithMessages('invalid_arguments', ['must be a valid user [json-pointer:/user_id]']);
    }
    const before = views.homeOf(args.user_id);
    requireHash(before, args.hash);
    requireFreeExternalId(views, source, before);
    return { view: views.publish(args.user_id, source).view };
  },
});
