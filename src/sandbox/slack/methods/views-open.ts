import { z } from 'zod';
import { MethodFailure } from '../errors.js';
import type { Triggers } from '../triggers.js';
import { method } from './method.js';
import { checkedView, requireFreeExternalId, viewArg } from './view-args.js';

/** A view that is refused does not use its trigger up. */
export const viewsOpen = method({
  args: z.object({ trigger_id: z.string(), view: viewArg }),
  handle: ({ views, triggers }, args) => {
    const source = checkedView(args.view, 'modal');
    requireFreeExternalId(views, source);
    return { view: views.open(redeemed(triggers, args.trigger_id), source).view };
  },
});

/** The member whose interaction made this trigger. */
function redeemed(triggers: Triggers, id: string): string {
  const result = triggers.redeem(id);
  switch (result.kind) {
    case 'good':
      return result.user;
    case 'expired':
      throw new MethodFailure('expired_trigger_id');
    case 'exchanged':
      throw new MethodFailure('exchanged_trigger_id');
    case 'unknown':
      throw new MethodFailure('invalid_trigger_id');
  }
}
