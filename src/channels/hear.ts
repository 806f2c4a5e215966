import type { Logger } from '../eventlog/logger-type.js';
import type { Heard } from '../loop/record.js';
import { broadcast, type Channel } from './channel.js';
import { eventFromRecord } from './from-record.js';

/** A ref in its one canonical form, and its page if it has one; `malformed` when it is no ref. */
export type ReadRef = (ref: string) => { ref: string; url: string | undefined } | 'malformed';

/** Malformed refs that are told apart in the log; beyond that they are skipped in silence. */
const MOST_NOTED = 100;

/**
 * Takes a record of the-loop's and tells it on every channel that wants it. A record whose work item is no ref is
 * logged and skipped: nothing could be bound to it or answered. An answer that was given elsewhere is passed on too.
 */
export function createHearer(deps: {
  channels: readonly Channel[];
  readRef: ReadRef;
  logger: Logger;
}): (heard: Heard) => Promise<void> {
  const noted = new Set<string>();
  const noteMalformed = ({ event, work_item }: Heard['record']) => {
    if (noted.has(work_item) || noted.size >= MOST_NOTED) return;
    noted.add(work_item);
    deps.logger.warn('a record names no work item we know, and is skipped', {
      event,
      item: work_item.slice(0, 100),
    });
  };
  return async ({ key, record }) => {
    if (record.event === 'session.reply_sent') {
      const said = Date.parse(record.ts);
      if (Number.isNaN(said)) return;
      const item = deps.readRef(record.work_item);
      if (item === 'malformed') return;
      const answer = { workItem: item.ref, actor: record.actor ?? undefined, at: new Date(said) };
      for (const channel of deps.channels) await channel.answeredElsewhere(answer);
      return;
    }
    const item = deps.readRef(record.work_item);
    if (item === 'malformed') {
      noteMalformed(record);
      return;
    }
    await broadcast(deps.channels, eventFromRecord(key, { ...record, work_item: item.ref }, item.url));
  };
}
