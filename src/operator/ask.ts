import type { ChannelEvent } from '../channels/event.js';
import { eventFromRecord } from '../channels/from-record.js';
import { appendRecord } from '../eventlog/append-record.js';
import { describeError } from '../eventlog/describe-error.js';
import { recordOfAsking } from '../loop/asked.js';
import { StoreError } from '../store/errors.js';
import { DoorError } from './errors.js';
import type { Told } from './operator.js';

export { isRecordable } from '../loop/asked.js';

/** Where a question stands on its ticket. `left`: characters that did not fit in the comment. */
export type OnTicket =
  | { kind: 'written'; url: string; left: number }
  | { kind: 'no-ticket' }
  | { kind: 'failed'; reason: string };

/** What is asked: recordable (`isRecordable`), about a work item in its canonical form. */
export type Question = { workItem: string; itemUrl: string | undefined; text: string; actor: string };

/** What asking needs. */
export type AskDeps = {
  writeOnTicket: () => Promise<OnTicket>;
  eventLogPath: string;
  /** Hands the question to the channels that want it; undefined when none does. */
  tell: ((event: ChannelEvent) => Promise<Told>) | undefined;
  /** How long `tell` may take, in milliseconds. */
  tellingMs: number;
  /** Somebody wants it to end: no channel is waited for any more. */
  signal: AbortSignal;
};

/** What became of a question, place by place. A `problem` is for people and holds no text of the question. */
export type Asked = {
  ticket: OnTicket;
  recorded: { ok: true } | { ok: false; problem: string };
  channels: { ok: true; names: string[] } | { ok: false; problem: string };
};

/**
 * Asks: on the ticket first, then in the event log as the-loop does, then on the channels, under the key that the record
 * has when it is heard again (R1.2, R2.3). Whatever fails, the next place is gone to all the same: nothing asked is lost.
 */
export async function askEverywhere(deps: AskDeps, question: Question): Promise<Asked> {
  const { workItem, itemUrl, text, actor } = question;
  const ticket = await deps.writeOnTicket();
  const commentUrl = ticket.kind === 'written' ? ticket.url : undefined;
  const { raw, key, record } = recordOfAsking({ workItem, question: text, actor, commentUrl });
  const recorded = await appendRecord(deps.eventLogPath, raw).then(
    () => ({ ok: true as const }),
    (error: unknown) => ({ ok: false as const, problem: describeError(error) }),
  );
  if (deps.tell === undefined) return { ticket, recorded, channels: { ok: true, names: [] } };
  const channels = await soon(deps.tell(eventFromRecord(key, record, itemUrl)), deps).then(
    (told) => ({ ok: true as const, names: told.channels }),
    (error: unknown) => ({ ok: false as const, problem: problemOf(error) }),
  );
  return { ticket, recorded, channels };
}

class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

/** What `work` gives in time; else it goes on unheeded. @throws GaveUp */
async function soon<T>(work: Promise<T>, { tellingMs, signal }: AskDeps): Promise<T> {
  const late = AbortSignal.timeout(tellingMs);
  const end = AbortSignal.any([signal, late]);
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = () =>
      reject(new GaveUp(late.aborted ? `it took longer than ${tellingMs / 1000} s` : 'it was stopped'));
    if (end.aborted) giveUp();
    else end.addEventListener('abort', giveUp, { once: true });
  });
  return Promise.race([work, givenUp]);
}

/** Errors of ours say what is wrong in words that are meant to be read; of any other, its kind is said. */
function problemOf(error: unknown): string {
  const isOurs = error instanceof StoreError || error instanceof DoorError || error instanceof GaveUp;
  return isOurs ? error.message : describeError(error);
}
