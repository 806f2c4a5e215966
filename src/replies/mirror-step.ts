import type { EventLog } from '../eventlog/event-log.js';
import type { InboxChange, InboxRow } from '../store/inbox.js';
import type { MirrorPort, MirrorResult } from './ports.js';
import { mirrorDelay } from './schedule.js';

/** How the steps of a row are kept; see `Inbox.update`. What is noted is in the row at once, and kept with what is kept next. */
export type Steps = {
  /** For what came of an outside call, and is found out anew when it is lost. */
  note(change: InboxChange): void;
  /** Before an outside call. */
  keep(change?: InboxChange): Promise<void>;
};

/** Whether the ticket is still to be written. */
export function mirrorIsOpen(row: InboxRow): boolean {
  return row.mirror === 'pending' || row.mirror === 'posting' || row.mirror === 'blocked';
}

/**
 * Writes a reply on its ticket if that is still open (R5.2). A write whose answer was never seen is looked for first,
 * so that no answer stands there twice.
 *
 * @returns milliseconds until the next try; undefined when nothing was tried or nothing is left to
 */
export async function stepMirror(
  deps: { mirror: MirrorPort; eventLog: EventLog },
  row: InboxRow,
  steps: Steps,
): Promise<number | undefined> {
  if (!mirrorIsOpen(row) || !row.mirrorDue) return undefined;
  if (row.mirror === 'posting') {
    const found = await deps.mirror.find(row);
    if (found.kind === 'found') return settle(deps, row, steps, { kind: 'mirrored', url: found.url });
    // Not known to be absent, so not written: it stays in doubt.
    if (found.kind === 'retry') return settle(deps, row, steps, { kind: 'unknown', reason: found.reason });
  }
  await steps.keep({ mirror: 'posting' });
  return settle(deps, row, steps, await deps.mirror.write(row));
}

async function settle(
  deps: { eventLog: EventLog },
  row: InboxRow,
  steps: Steps,
  result: MirrorResult,
): Promise<number | undefined> {
  const { workItem: work_item, actor } = row;
  // The member was told while the ticket was still being tried: what was said then no longer holds.
  const tellAgain = row.toldAt === null ? {} : { toldAt: null };
  const failed = async (reason: string, change: InboxChange) => {
    steps.note({ ...change, mirrorError: reason });
    // Said once, not at every try.
    if (row.mirrorError === reason) return;
    await deps.eventLog.record({
      event: 'channel.mirror_failed',
      channel: 'slack',
      work_item,
      error: reason,
    });
  };
  switch (result.kind) {
    case 'mirrored':
      steps.note({
        mirror: 'mirrored',
        mirrorUrl: result.url,
        mirrorError: null,
        ...tellAgain,
      });
      await deps.eventLog.record({ event: 'channel.mirrored', channel: 'slack', work_item, actor });
      return undefined;
    case 'skipped':
      steps.note({ mirror: 'skipped' });
      await deps.eventLog.record({
        event: 'channel.mirror_skipped',
        channel: 'slack',
        work_item,
        reason: result.reason,
      });
      return undefined;
    case 'refused':
      await failed(result.reason, { mirror: 'failed', ...tellAgain });
      return undefined;
    case 'retry':
      await failed(result.reason, { mirror: 'pending' });
      return result.afterMs ?? mirrorDelay(row.attempts);
    case 'blocked':
      await failed(result.reason, { mirror: 'blocked' });
      return mirrorDelay(row.attempts);
    case 'unknown':
      await failed(result.reason, { mirror: 'posting' });
      return mirrorDelay(row.attempts);
  }
}
