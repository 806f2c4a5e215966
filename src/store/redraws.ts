import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';
import type { DeliveryState, MirrorState } from './inbox.js';
import { createQuestions, type PostedQuestion } from './questions.js';
import { bounded, LONGEST_WAIT_MS } from './waits.js';

/** The answer that closed a question, as far as it has come. */
export type ClosingAnswer = {
  actor: string;
  choice: number | null;
  choiceLabel: string | null;
  mirror: MirrorState;
  mirrorUrl: string | null;
  mirrorError: string | null;
  delivery: DeliveryState;
  deliveryError: string | null;
};

/** A message whose picture in Slack is out of date. `version` tells whether it changed again meanwhile. */
export type Redraw = {
  question: PostedQuestion;
  answer: ClosingAnswer | undefined;
  version: number;
  tries: number;
};

/** Messages to be edited. Drawing one twice is harmless: an edit says how things stand, not what to change. */
export type Redraws = {
  claim(leaseMs: number): Promise<Redraw | undefined>;
  /** The picture of `version` is in Slack; due again at once when things changed while it was drawn. */
  done(redraw: Redraw): Promise<void>;
  later(redraw: Redraw, delayMs: number): Promise<void>;
};

const claimed = z.array(z.object({ id: z.string(), version: z.number(), tries: z.number() }));

/** The redraws over the database, of the channel called `via`. */
export function createRedraws(prisma: PrismaClient, via: string): Redraws {
  const questions = createQuestions(prisma, via);
  return {
    async claim(leaseMs) {
      const rows: unknown = await prisma.$queryRaw`
        UPDATE outbox SET redraw_at = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond',
          redraw_tries = redraw_tries + 1
        WHERE id = (
          SELECT id FROM outbox
          WHERE via = ${via} AND status = 'posted' AND (redraw_at <= statement_timestamp()
            OR redraw_at > statement_timestamp() + ${LONGEST_WAIT_MS}::int * interval '1 millisecond')
          ORDER BY redraw_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id::text AS id, redraw_version AS version, redraw_tries AS tries`;
      const [claim] = claimed.parse(rows);
      if (!claim) return undefined;
      const question = await questions.byId(claim.id);
      if (!question) return undefined;
      const answer = question.answeredBy
        ? ((await prisma.inboxItem.findUnique({ where: { id: question.answeredBy } })) ?? undefined)
        : undefined;
      return { question, answer, version: claim.version, tries: claim.tries };
    },
    async done({ question, version }) {
      await prisma.$executeRaw`
        UPDATE outbox SET redraw_tries = 0,
          redraw_at = CASE WHEN redraw_version = ${version}::int THEN NULL ELSE statement_timestamp() END
        WHERE id = ${question.id}::uuid`;
    },
    async later({ question }, delayMs) {
      await prisma.$executeRaw`
        UPDATE outbox SET redraw_at = statement_timestamp() + ${bounded(delayMs)}::int * interval '1 millisecond'
        WHERE id = ${question.id}::uuid`;
    },
  };
}
