import { EVENT_TYPES } from '../channels/catalog.js';
import type { Channel } from '../channels/channel.js';
import type { Outbox } from '../store/outbox.js';
import type { Questions } from '../store/questions.js';

/** The Slack channel as the broadcast sees it: events it subscribes to go into its outbox (R2.1). */
export function createSlackChannel(options: {
  events: readonly string[];
  outbox: Outbox;
  questions: Questions;
  /** Called when a row was written, so that it need not wait for the next look. */
  wake: () => void;
  redraw: () => void;
}): Channel {
  const wanted = new Set(options.events);
  return {
    name: 'slack',
    wants: (type) => wanted.has(type),
    async accept({ key, workItem, type, text, url, actor, at: saidAt }) {
      const asks = EVENT_TYPES.get(type)?.asks === true;
      const entry = { key, workItem, eventType: type, text, url, actor, saidAt, asks };
      if (await options.outbox.put(entry)) options.wake();
    },
    async answeredElsewhere({ workItem, actor, at }) {
      // Ours come back on the stream too: they closed their question when they were taken in.
      if (actor?.startsWith('slack:')) return;
      if ((await options.questions.closeElsewhere(workItem, actor, at)) > 0) options.redraw();
    },
  };
}
