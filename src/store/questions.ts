import { z } from 'zod';
import type { PrismaClient } from './generated/client.js';
import { storable } from './text.js';

/** An item the author offered: its number in the message, its whole plain words, and its mark as the author wrote it. */
export type StoredChoice = { number: number; label: string; marker: string };

/** Whether a posted question still takes an answer; null on what is no question. */
export type QuestionState = 'open' | 'answered' | 'elsewhere' | 'superseded' | null;

/** A posted message and the question in it. */
export type PostedQuestion = {
  id: string;
  workItem: string;
  eventType: string;
  text: string;
  url: string | null;
  actor: string | null;
  channel: string | null;
  messageTs: string | null;
  threadTs: string | null;
  question: QuestionState;
  ask: string | null;
  choices: readonly StoredChoice[];
  /** The inbox row that answered it. */
  answeredBy: string | null;
  /** Who answered elsewhere. */
  closedBy: string | null;
  createdAt: Date;
};

/** The posted questions. */
export type Questions = {
  byId(id: string): Promise<PostedQuestion | undefined>;
  /** The newest question in a thread that still takes an answer. */
  newestOpen(channel: string, threadTs: string): Promise<PostedQuestion | undefined>;
  /** The open questions of a channel, newest first, and how many there are in all. */
  waiting(channel: string, most: number): Promise<{ questions: PostedQuestion[]; all: number }>;
  /** Closes what a work item was asked up to `at`: somebody answered on another surface. */
  closeElsewhere(workItem: string, actor: string | undefined, at: Date): Promise<number>;
};

const storedChoices = z.array(z.object({ number: z.number(), label: z.string(), marker: z.string() }));

const uuid = z.uuid();

type Row = Omit<PostedQuestion, 'choices'> & { choices: unknown };

function asQuestion(row: Row): PostedQuestion {
  return { ...row, choices: storedChoices.parse(row.choices) };
}

/** Choices as they are stored: text that Postgres takes. */
export function storableChoices(choices: readonly StoredChoice[]): StoredChoice[] {
  return choices.map(({ number, label, marker }) => ({
    number,
    label: storable(label),
    marker: storable(marker),
  }));
}

/** The questions over the database, of the channel called `via`. */
export function createQuestions(prisma: PrismaClient, via: string): Questions {
  return {
    async byId(id) {
      if (!uuid.safeParse(id).success) return undefined;
      const row = await prisma.outboxItem.findUnique({ where: { id } });
      return row && row.via === via ? asQuestion(row) : undefined;
    },
    async newestOpen(channel, threadTs) {
      const where = { via, channel, threadTs, status: 'posted' as const, question: 'open' as const };
      const row = await prisma.outboxItem.findFirst({ where, orderBy: { seq: 'desc' } });
      return row ? asQuestion(row) : undefined;
    },
    async waiting(channel, most) {
      const where = { via, channel, status: 'posted' as const, question: 'open' as const };
      const [rows, all] = await Promise.all([
        prisma.outboxItem.findMany({ where, orderBy: { seq: 'desc' }, take: most }),
        prisma.outboxItem.count({ where }),
      ]);
      return { questions: rows.map(asQuestion), all };
    },
    async closeElsewhere(workItem, actor, at) {
      return prisma.$executeRaw`
        UPDATE outbox SET question = 'elsewhere', closed_by = ${actor ?? null},
          redraw_at = statement_timestamp(), redraw_version = redraw_version + 1, redraw_tries = 0
        WHERE via = ${via} AND work_item = ${workItem} AND question = 'open' AND said_at <= ${at}`;
    },
  };
}
