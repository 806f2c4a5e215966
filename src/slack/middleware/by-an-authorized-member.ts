import { subjectOf } from '../subject.js';
import { bindingOf } from './in-a-bound-thread.js';
import type { DropDeps, Step, StepArgs } from './types.js';

/**
 * Drops what an unlisted member did, and records it. By member id; an empty list denies everyone (R5.1).
 *
 * @param refused called for a drop, to tell the member; a message is dropped in silence
 */
export function byAnAuthorizedMember({
  eventLog,
  authorizedUsers,
  refused,
}: DropDeps & {
  authorizedUsers: readonly string[];
  refused?: ((args: StepArgs) => Promise<void>) | undefined;
}): Step {
  const allowed = new Set(authorizedUsers);
  return async (args) => {
    const actor = subjectOf(args)?.author;
    if (actor !== undefined && allowed.has(actor)) {
      await args.next();
      return;
    }
    await eventLog.record({
      event: 'channel.dropped',
      channel: 'slack',
      work_item: bindingOf(args.context)?.workItem,
      actor,
      reason: 'unauthorized-actor',
    });
    await refused?.(args);
  };
}
