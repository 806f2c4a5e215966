import { randomUUID } from 'node:crypto';
import type { PrismaClient } from './generated/client.js';
import type { InboxEntry } from './inbox.js';
import { storable } from './text.js';

/** An accepted answer, typed or tapped. For a tap, `messageTs` is the press's own timestamp. */
export type Answer = InboxEntry & {
  kind: 'reply' | 'tap';
  choice?: { number: number; label: string } | undefined;
};

/**
 * What became of an answer.
 * - `taken`: it is in the inbox; `first` when it is the one that closed the question
 * - `duplicate`: Slack sent it before; nothing was written
 * - `too-late`: a tap on a question that is closed; nothing was written. `by` is the member who answered, if one did
 */
export type Taken =
  | { kind: 'taken'; first: boolean }
  | { kind: 'duplicate' }
  | { kind: 'too-late'; by: string | undefined };

/** Takes answers in: one wins a question, whoever else taps or types at that moment, on whichever replica. */
export type Answers = { take(answer: Answer, questionId: string | undefined): Promise<Taken> };

/** The answers over the database. */
export function createAnswers(prisma: PrismaClient): Answers {
  return {
    take: (answer, questionId) =>
      prisma.$transaction(async (tx): Promise<Taken> => {
        const { choice, ...entry } = answer;
        const id = randomUUID();
        const { count } = await tx.inboxItem.createMany({
          data: [
            {
              ...entry,
              id,
              text: storable(entry.text),
              choice: choice?.number ?? null,
              choiceLabel: choice === undefined ? null : storable(choice.label),
            },
          ],
          skipDuplicates: true,
        });
        if (count === 0) return { kind: 'duplicate' };
        const closed =
          questionId === undefined
            ? 0
            : await tx.$executeRaw`
                UPDATE outbox SET question = 'answered', answered_by = ${id}::uuid,
                  redraw_at = statement_timestamp(), redraw_version = redraw_version + 1, redraw_tries = 0
                WHERE id = ${questionId}::uuid AND question = 'open'`;
        if (closed === 0 && answer.kind === 'tap') {
          await tx.inboxItem.delete({ where: { id } });
          return { kind: 'too-late', by: await winner(tx, questionId) };
        }
        await tx.threadBinding.updateMany({
          where: { channel: entry.channel, threadTs: entry.threadTs },
          data: { lastTrafficAt: new Date() },
        });
        return { kind: 'taken', first: closed > 0 };
      }),
  };
}

/** The member whose answer closed a question. */
async function winner(
  tx: Pick<PrismaClient, 'outboxItem' | 'inboxItem'>,
  questionId: string | undefined,
): Promise<string | undefined> {
  if (questionId === undefined) return undefined;
  const question = await tx.outboxItem.findUnique({
    where: { id: questionId },
    select: { answeredBy: true },
  });
  if (!question?.answeredBy) return undefined;
  const answer = await tx.inboxItem.findUnique({
    where: { id: question.answeredBy },
    select: { actor: true },
  });
  return answer?.actor;
}
