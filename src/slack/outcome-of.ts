import type { Outcome } from '#blocks/outcome.js';
import type { MirrorState } from '../store/inbox.js';
import type { PostedQuestion } from '../store/questions.js';
import type { ClosingAnswer } from '../store/redraws.js';

type Answered = Extract<Outcome, { kind: 'answered' }>;

const TICKET: Record<MirrorState, Answered['ticket']['state']> = {
  pending: 'pending',
  posting: 'pending',
  // Someone must mend the setup first: the reason is shown, until the comment is written after all.
  blocked: 'failed',
  mirrored: 'written',
  skipped: 'none',
  failed: 'failed',
};

/** What a question's message says about its answer; undefined while it has none. */
export function outcomeOf(question: PostedQuestion, answer: ClosingAnswer | undefined): Outcome | undefined {
  if (answer) {
    const { choice, choiceLabel, delivery, mirror } = answer;
    return {
      kind: 'answered',
      choice: choice === null || choiceLabel === null ? undefined : { number: choice, label: choiceLabel },
      member: answer.actor,
      ticket: { state: TICKET[mirror], url: answer.mirrorUrl ?? undefined },
      delivery: delivery === 'undeliverable' ? 'undelivered' : delivery === 'sending' ? 'pending' : delivery,
      reason: answer.deliveryError ?? answer.mirrorError ?? undefined,
    };
  }
  switch (question.question) {
    case 'elsewhere':
      return { kind: 'elsewhere', actor: question.closedBy ?? undefined };
    case 'superseded':
      return { kind: 'superseded' };
    default:
      return undefined;
  }
}
