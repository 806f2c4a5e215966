import type { LoopRecord } from '../loop/record.js';
import type { ChannelEvent } from './event.js';

/** A record of the-loop's that may be told to people. */
export type TellableRecord = Exclude<LoopRecord, { event: 'session.reply_sent' }>;

/** A node's name in a code span; it comes from outside, so it can neither close the span nor break the line. */
function code(name: string): string {
  const plain = name.replace(/[`\s]+/g, ' ').trim();
  return plain === '' ? 'a step' : `\`${plain.slice(0, 100)}\``;
}

function timesOf(attempts: number): string {
  return attempts === 1 ? 'once' : `${attempts} times`;
}

/**
 * The event that a record becomes (contracts/the-loop.md, "Records our app uses").
 *
 * @param key the record's key
 * @param itemUrl the work item's page, or undefined when it has none
 */
export function eventFromRecord(
  key: string,
  record: TellableRecord,
  itemUrl: string | undefined,
): ChannelEvent {
  const said = Date.parse(record.ts);
  const base = {
    key,
    workItem: record.work_item,
    url: itemUrl,
    at: Number.isNaN(said) ? undefined : new Date(said),
  };
  switch (record.event) {
    case 'session.awaiting_input':
      return {
        ...base,
        type: 'session.awaiting_input',
        text: record.question,
        url: record.comment_url ?? itemUrl,
        actor: record.actor ?? undefined,
      };
    case 'graph.escalated': {
      const times = timesOf(record.attempts ?? 1);
      const again = record.repeated === true ? ', each time in the same way' : '';
      return {
        ...base,
        type: 'conflict-escalated',
        text: `${code(record.node)} was tried ${times} without success${again}.`,
      };
    }
    case 'graph.parked':
      return {
        ...base,
        type: 'decision-pending',
        text: `Work is parked at ${code(record.node)} until someone decides.`,
      };
    case 'graph.completed':
      return {
        ...base,
        type: 'work-item-complete',
        text: `${code(record.node)} is done: the work item is complete.`,
      };
  }
}
