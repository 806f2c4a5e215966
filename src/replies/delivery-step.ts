import type { EventLog } from '../eventlog/event-log.js';
import type { InboxRow } from '../store/inbox.js';
import type { Steps } from './mirror-step.js';
import type { DeliveryPort } from './ports.js';
import { deliveryDelay } from './schedule.js';

/**
 * Hands a reply to its session if that is still open (R5.4), at most once: a call whose fate is not known is never
 * made again.
 *
 * @returns milliseconds until the next try; undefined when nothing was tried or nothing is left to
 */
export async function stepDelivery(
  deps: { delivery: DeliveryPort; eventLog: EventLog },
  row: InboxRow,
  steps: Steps,
): Promise<number | undefined> {
  const giveUp = async (delivery: 'undeliverable' | 'unknown', reason: string) => {
    await steps.keep({ delivery, deliveryError: reason });
    await deps.eventLog.record({
      event: 'channel.dropped',
      channel: 'slack',
      work_item: row.workItem,
      actor: row.actor,
      reason: 'undeliverable',
    });
    return undefined;
  };
  if (row.delivery === 'sending') return giveUp('unknown', 'the app stopped in the middle of delivering it');
  if (row.delivery !== 'pending' || !row.deliveryDue) return undefined;
  const deliveryTries = row.deliveryTries + 1;
  await steps.keep({ delivery: 'sending', deliveryTries });
  const result = await deps.delivery.deliver(row);
  switch (result.kind) {
    case 'delivered':
      await steps.keep({ delivery: 'delivered', deliveryError: null });
      return undefined;
    case 'undeliverable':
    case 'unknown':
      return giveUp(result.kind, result.reason);
    case 'retry': {
      const delay = deliveryDelay(deliveryTries, result.trouble);
      if (delay === 'given-up') return giveUp('undeliverable', result.reason);
      await steps.keep({ delivery: 'pending', deliveryError: result.reason });
      return Math.max(delay, result.afterMs ?? 0);
    }
  }
}
