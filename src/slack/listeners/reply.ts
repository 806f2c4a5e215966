import type { EventLog } from '../../eventlog/event-log.js';
import type { Inbox } from '../../store/inbox.js';
import { readIncoming } from '../incoming.js';
import { bindingOf } from '../middleware/in-a-bound-thread.js';
import type { MessageMiddleware } from '../middleware/types.js';

/**
 * Takes an accepted reply into the inbox, once per Slack message however often Slack sends it (R4.6). Edits and
 * deletions change nothing: what was answered stays answered.
 *
 * @param deps.wake called when a row was written
 */
export function onReply(deps: { inbox: Inbox; eventLog: EventLog; wake: () => void }): MessageMiddleware {
  const { inbox, eventLog, wake } = deps;
  return async ({ payload, context }) => {
    const incoming = readIncoming(payload);
    const binding = bindingOf(context);
    if (!incoming || !binding || incoming.author === undefined) return;
    const { kind, channel, ts: messageTs, author: actor, text } = incoming;
    const { workItem, threadTs } = binding;
    if (kind === 'edit') {
      await eventLog.record({
        event: 'channel.dropped',
        channel: 'slack',
        work_item: workItem,
        actor,
        reason: 'edited',
      });
      return;
    }
    if (kind !== 'reply') return;
    if (!(await inbox.put({ channel, messageTs, threadTs, workItem, actor, text }))) return;
    await eventLog.record({ event: 'channel.reply_received', channel: 'slack', work_item: workItem, actor });
    wake();
  };
}
