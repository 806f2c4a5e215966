import type { ChannelEvent } from './event.js';

/** A record of the-loop's that may be told to people, reduced to what the telling needs. */
export type TellableRecord =
  | {
      event: 'session.awaiting_input';
      work_item: string;
      question: string;
      actor?: string | undefined;
      comment_url?: string | undefined;
    }
  | { event: 'graph.escalated'; work_item: string; node: string; attempts: number; repeated: boolean }
  | { event: 'graph.parked'; work_item: string; node: string }
  | { event: 'graph.completed'; work_item: string; node: string };

/** A node's name in a code span; it comes from outside, so it can neither close the span nor break the line. */
function code(name: string): string {
  const plain = name.replace(/[`\s]+/g, ' ').trim();
  return plain === '' ? 'a step' : `\`${plain.slice(0, 100)}\``;
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
  const base = { key, workItem: record.work_item, url: itemUrl };
  switch (record.event) {
    case 'session.awaiting_input':
      return {
        ...base,
        type: 'session.awaiting_input',
        text: record.question,
        url: record.comment_url ?? itemUrl,
        actor: record.actor,
      };
    case 'graph.escalated': {
      const times = record.attempts === 1 ? 'once' : `${record.attempts} times`;
      const again = record.repeated ? ', each time in the same way' : '';
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
