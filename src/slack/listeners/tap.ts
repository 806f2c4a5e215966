import { escapeText } from '#blocks/escape.js';
import { noLongerOpen } from '#blocks/lines.js';
import { alreadyAnswered } from '#blocks/outcome.js';
import { answerText } from '../../replies/choice.js';
import type { StepArgs } from '../middleware/types.js';
import { besidePress, choiceOf, readPress } from '../press.js';
import type { ReplyDeps } from './reply.js';
import { afterTakenIn } from './taken-in.js';

/**
 * Takes a tap on a choice, through the same inbox as a typed reply. The first answer wins in the database; a tap on a
 * control that no longer stands for an open question of this very message never acts, and its member is told.
 */
export function onTap(deps: ReplyDeps): (args: StepArgs) => Promise<void> {
  return async ({ body }) => {
    const press = readPress(body);
    const chosen = press && choiceOf(press);
    const place = press && besidePress(press);
    if (!press || !chosen || !place) return;
    const { channel, user: actor } = place;
    const question = await deps.questions.posted(chosen.questionId);
    const isHere = question?.channel === channel && question.messageTs === press.messageTs;
    const item = question?.choices.find(({ number }) => number === chosen.number);
    if (!question || !isHere || !item || question.threadTs === null) {
      await deps.whisper(place, noLongerOpen());
      return;
    }
    const { workItem, threadTs } = question;
    const text = escapeText(answerText(String(item.number), item.label));
    const answer = {
      kind: 'tap' as const,
      channel,
      messageTs: press.actionTs,
      threadTs,
      workItem,
      actor,
      text,
      choice: item,
    };
    const taken = await deps.answers.take(answer, question.id);
    if (taken.kind === 'too-late') {
      await deps.whisper(place, taken.by === undefined ? noLongerOpen() : alreadyAnswered(taken.by));
    }
    if (taken.kind === 'unbound') await deps.whisper(place, noLongerOpen());
    if (taken.kind !== 'taken') return;
    await afterTakenIn(deps, place, { workItem, actor, first: taken.first, words: item.label });
  };
}
