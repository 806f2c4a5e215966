import { z } from 'zod';
import { SKEW_MS } from '../time/skew.js';
import type { PrismaClient } from './generated/client.js';
import { WAIT_MS, whilePosting } from './posting.js';
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
  /**
   * The newest question of a thread that was there when something was written at `ts`, open or not: a reply that is read
   * late answers what its writer saw. Waits for a question of the work item that is being posted, 20 s at most, or 60 s for
   * a reply that `namesAnItem` and says nothing without it; when it is not known by then whether that is in Slack, none: its
   * writer may have seen it, and the one before is not what they mean. Should it turn out to be there, the answer closes it
   * then (`Outbox.posted`).
   */
  newestBefore(where: {
    workItem: string;
    channel: string;
    threadTs: string;
    ts: string;
    namesAnItem: boolean;
  }): Promise<Pick<PostedQuestion, 'id' | 'choices'> | undefined>;
  /** The same question by its id once its post has ended, or after 60 s: a message can be pressed before its row says where it is. */
  posted(id: string): Promise<PostedQuestion | undefined>;
  /** The open questions of a channel, newest first, and how many there are in all. */
  waiting(channel: string, most: number): Promise<{ questions: PostedQuestion[]; all: number }>;
  /** Closes what a work item was asked up to `at`: somebody answered on another surface. */
  closeElsewhere(workItem: string, actor: string | undefined, at: Date): Promise<number>;
};

const storedChoices = z.array(z.object({ number: z.number(), label: z.string(), marker: z.string() }));

const uuid = z.uuid();

const newest = z.tuple([
  z.object({
    posting: z.boolean(),
    question: z.object({ id: z.string(), choices: storedChoices }).nullable(),
  }),
]);

const counted = z.array(z.object({ id: z.string(), all: z.number() }));

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
  const byId = async (id: string): Promise<PostedQuestion | undefined> => {
    if (!uuid.safeParse(id).success) return undefined;
    const row = await prisma.outboxItem.findUnique({ where: { id } });
    return row && row.via === via ? asQuestion(row) : undefined;
  };
  return {
    byId,
    async posted(id) {
      const question = await byId(id);
      if (!question || question.messageTs !== null) return question;
      await whilePosting(prisma, { id }, WAIT_MS.forOneInDoubt);
      return byId(id);
    },
    async newestBefore({ workItem, channel, threadTs, ts, namesAnItem }) {
      const written = new Date(Number(ts) * 1000 + SKEW_MS);
      const look = async () => {
        const rows: unknown = await prisma.$queryRaw`
          SELECT EXISTS (
              SELECT 1 FROM outbox
              WHERE via = ${via} AND work_item = ${workItem} AND status = 'posting' AND question IS NOT NULL
                AND created_at <= ${written}) AS posting,
            (SELECT jsonb_build_object('id', newest.id, 'choices', newest.choices) FROM (
              SELECT id, choices FROM outbox
              WHERE via = ${via} AND work_item = ${workItem} AND status = 'posted' AND question IS NOT NULL
                AND channel = ${channel} AND thread_ts = ${threadTs} AND message_ts::numeric < ${ts}::numeric
              ORDER BY message_ts::numeric DESC LIMIT 1) AS newest) AS question`;
        return newest.parse(rows)[0];
      };
      const { posting, question } = await look();
      if (!posting) return question ?? undefined;
      const most = namesAnItem ? WAIT_MS.forOneInDoubt : WAIT_MS.forAPost;
      await whilePosting(prisma, { via, workItem, asks: true, until: written }, most);
      const then = await look();
      return then.posting ? undefined : (then.question ?? undefined);
    },
    async waiting(channel, most) {
      const rows: unknown = await prisma.$queryRaw`
        SELECT id::text AS id, count(*) OVER ()::int AS "all" FROM outbox
        WHERE via = ${via} AND channel = ${channel} AND status = 'posted' AND question = 'open'
        ORDER BY seq DESC LIMIT ${most}`;
      const newest = counted.parse(rows);
      const questions = await prisma.outboxItem.findMany({
        where: { id: { in: newest.map(({ id }) => id) } },
        orderBy: { seq: 'desc' },
      });
      return { questions: questions.map(asQuestion), all: newest[0]?.all ?? 0 };
    },
    async closeElsewhere(workItem, actor, at) {
      return prisma.$executeRaw`
        UPDATE outbox SET closed_by = ${actor ?? ''},
          -- An answer of ours that is on its way: whether it opens the question again must know of this one.
          question = CASE WHEN question = 'open' THEN 'elsewhere' ELSE question END,
          redraw_at = statement_timestamp(), redraw_version = redraw_version + 1, redraw_tries = 0
        WHERE via = ${via} AND work_item = ${workItem} AND said_at <= ${at}
          AND (question = 'open'
            OR question = 'answered' AND closed_by IS NULL
              AND EXISTS (SELECT 1 FROM inbox WHERE inbox.id = outbox.answered_by AND inbox.settled_at IS NULL))`;
    },
  };
}
