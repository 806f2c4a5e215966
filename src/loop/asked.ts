import { type LoopRecord, MAX_RECORD_BYTES, parseRecord } from './record.js';

/** What the wait for a human is recorded with. `commentUrl` is undefined when the question is not on a ticket. */
export type Asking = {
  workItem: string;
  question: string;
  actor: string;
  commentUrl: string | undefined;
};

/** Bytes that a record needs beside its question: the ref, the actor, the comment's address. */
const REST_BYTES = 8 * 1024;

/** Whether a question's record stays within what every reader of the event log takes. */
export function isRecordable(question: string): boolean {
  return Buffer.byteLength(JSON.stringify(question)) <= MAX_RECORD_BYTES - REST_BYTES;
}

/**
 * The wait for a human as the-loop's own `ask` records it (contracts/the-loop.md, "Events out"), and as it is heard again
 * from the stream or the log: with the same key.
 *
 * @throws RangeError for a question that is not {@link isRecordable}
 */
export function recordOfAsking({ workItem, question, actor, commentUrl }: Asking): {
  raw: Readonly<Record<string, unknown>>;
  key: string;
  record: Extract<LoopRecord, { event: 'session.awaiting_input' }>;
} {
  const raw = {
    ts: new Date().toISOString(),
    source: 'ask',
    event: 'session.awaiting_input',
    level: 'info',
    pid: process.pid,
    work_item: workItem,
    // Half a character has no form in UTF-8, and a reader would hash another text.
    question: question.toWellFormed(),
    actor,
    ...(commentUrl === undefined ? {} : { comment_url: commentUrl }),
    comment_posted: commentUrl !== undefined,
  };
  const parsed = parseRecord(raw);
  if (parsed.kind !== 'record' || parsed.record.event !== 'session.awaiting_input')
    throw new RangeError('a question that is no record');
  return { raw, key: parsed.key, record: parsed.record };
}
