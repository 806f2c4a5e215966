import type { Logger } from '../eventlog/logger-type.js';
import type { Heard } from '../loop/record.js';
import { broadcast, type Channel } from './channel.js';
import { eventFromRecord } from './from-record.js';

/** Where a work item's page is: undefined when it has none, `malformed` when the ref is none. */
export type ItemPage = (ref: string) => { url: string | undefined } | 'malformed';

/**
 * Takes a record of the-loop's and tells it on every channel that wants it. A record whose work item is no ref is
 * logged and skipped: nothing could be bound to it or answered. An answer that was given elsewhere is passed on too.
 */
export function createHearer(deps: {
  channels: readonly Channel[];
  itemPage: ItemPage;
  logger: Logger;
}): (heard: Heard) => Promise<void> {
  return async ({ key, record }) => {
    if (record.event === 'session.reply_sent') {
      const said = Date.parse(record.ts);
      if (Number.isNaN(said)) return;
      const answer = { workItem: record.work_item, actor: record.actor ?? undefined, at: new Date(said) };
      for (const channel of deps.channels) await channel.answeredElsewhere(answer);
      return;
    }
    const page = deps.itemPage(record.work_item);
    if (page === 'malformed') {
      deps.logger.warn('a record names no work item we know, and is skipped', { event: record.event });
      return;
    }
    await broadcast(deps.channels, eventFromRecord(key, record, page.url));
  };
}
