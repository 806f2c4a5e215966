import { z } from 'zod';
import { escapeText } from '#blocks/escape.js';
import { editIgnored } from '#blocks/lines.js';
import type { EventLog } from '../../eventlog/event-log.js';
import { answerText, chosenItem, namesAnItem } from '../../replies/choice.js';
import { plainText } from '../../replies/plain-text.js';
import type { Answers } from '../../store/answers.js';
import type { Questions } from '../../store/questions.js';
import { type Incoming, readIncoming } from '../incoming.js';
import { bindingOf } from '../middleware/in-a-bound-thread.js';
import { turnOf } from '../middleware/in-turn.js';
import type { StepArgs } from '../middleware/types.js';
import type { Whisper } from '../whisper.js';
import { afterTakenIn } from './taken-in.js';

/** What taking replies needs. */
export type ReplyDeps = {
  answers: Answers;
  questions: Questions;
  eventLog: EventLog;
  whisper: Whisper;
  /** Whether a text holds one of the-loop's control keywords. */
  holdsKeyword: (text: string) => boolean;
  /** Whether an edit, by its event's id, was not seen before: Slack may send one twice. */
  isNewEdit: (eventId: string) => boolean;
  /** Where the work item's page is. */
  itemUrl: (workItem: string) => string | undefined;
  /** Called when a reply was taken in, and when it closed a question. */
  wake: () => void;
  redraw: () => void;
};

const envelope = z.looseObject({ event_id: z.string() });

/** A reply's text with its files named and linked, so that none is dropped in silence. */
function withFiles({ files }: Incoming, text: string): string {
  const lines = files.map(({ name, permalink }) =>
    permalink === undefined ? `📎 ${escapeText(name)}` : `📎 <${permalink}|${escapeText(name)}>`,
  );
  return [...(text === '' ? [] : [text]), ...lines].join('\n');
}

/**
 * Takes an accepted reply into the inbox, once per Slack message however often Slack sends it (R4.6). A reply that names
 * an item of the newest question its writer can have seen gets the item's words; the first answer closes the question.
 * Edits and deletions change nothing: what was answered stays answered.
 */
export function onReply(deps: ReplyDeps): (args: StepArgs) => Promise<void> {
  return async ({ payload, body, context }) => {
    const incoming = readIncoming(payload);
    const binding = bindingOf(context);
    if (!incoming || !binding || incoming.author === undefined) return;
    const { kind, channel, ts: messageTs, author: actor } = incoming;
    const { workItem, threadTs } = binding;
    const place = { user: actor, channel, threadTs };
    if (kind === 'edit') {
      const sent = envelope.safeParse(body);
      if (sent.success && !deps.isNewEdit(sent.data.event_id)) return;
      const dropped = {
        event: 'channel.dropped',
        channel: 'slack',
        work_item: workItem,
        actor,
        reason: 'edited',
      } as const;
      await deps.eventLog.record(dropped);
      await deps.whisper(place, editIgnored());
      return;
    }
    if (kind !== 'reply') return;
    const typed = plainText(incoming.text);
    const question = await deps.questions.newestBefore({
      ...{ workItem, channel, threadTs, ts: messageTs },
      namesAnItem: namesAnItem(typed),
    });
    const choice = question ? chosenItem(typed, question.choices) : undefined;
    const text = withFiles(incoming, choice ? escapeText(answerText(typed, choice.label)) : incoming.text);
    const answer = { kind: 'reply' as const, channel, messageTs, threadTs, workItem, actor, text, choice };
    await turnOf(context);
    const taken = await deps.answers.take(answer, question?.id);
    if (taken.kind !== 'taken') return;
    await afterTakenIn(deps, place, { workItem, actor, first: taken.first, words: typed });
  };
}
