import type { Channel } from '../channels/channel.js';
import type { Outbox } from '../store/outbox.js';

/** The Slack channel as the broadcast sees it: events it subscribes to go into its outbox (R2.1). */
export function createSlackChannel(options: {
  events: readonly string[];
  outbox: Outbox;
  /** Called when a row was written, so that it need not wait for the next look. */
  wake: () => void;
}): Channel {
  const wanted = new Set(options.events);
  return {
    name: 'slack',
    wants: (type) => wanted.has(type),
    async accept({ key, workItem, type, text, url, actor }) {
      if (await options.outbox.put({ key, workItem, eventType: type, text, url, actor })) options.wake();
    },
  };
}
