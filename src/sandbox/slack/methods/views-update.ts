import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import { method } from './method.js';
import { checkedView, requireFreeExternalId, requireHash, viewArg } from './view-args.js';

/** A view that its reader has closed is `not_found`. */
export const viewsUpdate = method({
  args: z.object({
    view: viewArg,
    view_id: z.string().optional(),
    external_id: z.string().optional(),
    hash: z.string().optional(),
  }),
  handle: ({ views }, args) => {
    const source = checkedView(args.view, 'modal');
    const shown =
      args.view_id === undefined ? views.byExternalId(args.external_id ?? '') : views.get(args.view_id);
    if (shown === undefined) throw new MethodFailure('not_found');
    requireHash(shown, args.hash);
    requireFreeExternalId(views, source, shown);
    return { view: views.update(shown, source).view };
  },
});
