import { keywordRecorded } from '#blocks/lines.js';
import type { ReplyDeps } from './reply.js';

/** An answer that is in the inbox. `first`: it closed its question. `words`: plain text that may hold a keyword. */
type TakenIn = { workItem: string; actor: string; first: boolean; words: string };

/**
 * What follows once an answer, typed or tapped, is in the inbox: it is on record, its workers are woken, and a member who
 * wrote a control keyword is told that it runs nothing.
 */
export async function afterTakenIn(
  deps: Pick<ReplyDeps, 'eventLog' | 'wake' | 'redraw' | 'holdsKeyword' | 'whisper' | 'itemUrl'>,
  place: { user: string; channel: string; threadTs: string | undefined },
  { workItem, actor, first, words }: TakenIn,
): Promise<void> {
  await deps.eventLog.record({
    event: 'channel.reply_received',
    channel: 'slack',
    work_item: workItem,
    actor,
  });
  deps.wake();
  if (first) deps.redraw();
  if (deps.holdsKeyword(words)) await deps.whisper(place, keywordRecorded(deps.itemUrl(workItem)));
}
