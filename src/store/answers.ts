import { randomUUID } from 'node:crypto';
import { z } from 'zod';
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
 * - `unbound`: its thread was let go (`pruneBindings`), and with it what is known of its answers; nothing was written
 * - `too-late`: a tap on a question that is closed; it is kept, so that it is known when it comes again, and goes nowhere.
 *   `by` is the member who answered, if one did
 */
export type Taken =
  | { kind: 'taken'; first: boolean }
  | { kind: 'duplicate' }
  | { kind: 'unbound' }
  | { kind: 'too-late'; by: string | undefined };

/** Takes answers in: one wins a question, whoever else taps or types at that moment, on whichever replica. */
export type Answers = { take(answer: Answer, questionId: string | undefined): Promise<Taken> };

/** The answers over the database. */
export function createAnswers(prisma: PrismaClient): Answers {
  return {
    take: (answer, questionId) =>
      answer.kind === 'reply' ? takeReply(prisma, answer, questionId) : takeTap(prisma, answer, questionId),
  };
}

const taken = z.tuple([z.object({ bound: z.boolean(), taken: z.boolean(), closed: z.boolean() })]);

/** A typed reply counts whether or not it closes a question, so it is taken in by one statement. */
async function takeReply(
  prisma: PrismaClient,
  answer: Answer,
  questionId: string | undefined,
): Promise<Taken> {
  const { channel, messageTs, threadTs, workItem, actor, text, choice } = answer;
  const label = choice === undefined ? null : storable(choice.label);
  const rows: unknown = await prisma.$queryRaw`
    -- Held, so that it is not let go between this look and the row: an answer that was taken before would be new.
    WITH bound AS (
      SELECT 1 FROM thread_bindings WHERE channel = ${channel} AND thread_ts = ${threadTs} FOR UPDATE),
    reply AS (
      INSERT INTO inbox (channel, message_ts, thread_ts, work_item, actor, text, kind, choice, choice_label)
      SELECT ${channel}::text, ${messageTs}::text, ${threadTs}::text, ${workItem}::text, ${actor}::text,
        ${storable(text)}::text, 'reply'::inbox_kind, ${choice?.number ?? null}::int, ${label}::text FROM bound
      ON CONFLICT DO NOTHING RETURNING id),
    closed AS (
      UPDATE outbox SET question = 'answered', answered_by = reply.id,
        redraw_at = statement_timestamp(), redraw_version = redraw_version + 1, redraw_tries = 0
      FROM reply WHERE outbox.id = ${questionId ?? null}::uuid AND question = 'open' RETURNING outbox.id),
    traffic AS (
      UPDATE thread_bindings SET last_traffic_at = statement_timestamp()
      FROM reply WHERE channel = ${channel} AND thread_ts = ${threadTs})
    SELECT EXISTS (SELECT 1 FROM bound) AS bound, EXISTS (SELECT 1 FROM reply) AS taken, EXISTS (SELECT 1 FROM closed) AS closed`;
  const [row] = taken.parse(rows);
  if (!row.bound) return { kind: 'unbound' };
  return row.taken ? { kind: 'taken', first: row.closed } : { kind: 'duplicate' };
}

/** A tap counts only when it closes its question; whoever else taps or types at that moment, one wins. */
function takeTap(prisma: PrismaClient, tap: Answer, questionId: string | undefined): Promise<Taken> {
  return prisma.$transaction(async (tx): Promise<Taken> => {
    const { choice, ...entry } = tap;
    const id = randomUUID();
    const bound = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM thread_bindings WHERE channel = ${entry.channel} AND thread_ts = ${entry.threadTs} FOR UPDATE`;
    if (bound.length === 0) return { kind: 'unbound' };
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
    if (closed === 0) {
      const now = new Date();
      await tx.inboxItem.update({
        where: { id },
        data: { mirror: 'skipped', delivery: 'undeliverable', seenAt: now, toldAt: now, settledAt: now },
      });
      return { kind: 'too-late', by: await winner(tx, questionId) };
    }
    await tx.$executeRaw`
      UPDATE thread_bindings SET last_traffic_at = statement_timestamp()
      WHERE channel = ${entry.channel} AND thread_ts = ${entry.threadTs}`;
    return { kind: 'taken', first: true };
  });
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
