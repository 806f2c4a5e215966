import type { InboxRow } from '../store/inbox.js';

/** A reply as the pipeline hands it to the outside. */
export type Reply = Pick<
  InboxRow,
  'id' | 'kind' | 'channel' | 'messageTs' | 'threadTs' | 'workItem' | 'actor' | 'text' | 'createdAt'
>;

/**
 * What came of writing a reply on the ticket.
 * - `skipped`: there is no ticket
 * - `retry`: not written, and may be later
 * - `blocked`: not written, and not before someone mends the setup, such as a missing token
 * - `unknown`: it may have been written although nobody saw the answer; it is looked for before it is written again
 * - `refused`: not written, and never will be as things stand
 */
export type MirrorResult =
  | { kind: 'mirrored'; url: string }
  | { kind: 'skipped'; reason: string }
  | { kind: 'retry'; reason: string; afterMs?: number | undefined }
  | { kind: 'blocked'; reason: string }
  | { kind: 'unknown'; reason: string }
  | { kind: 'refused'; reason: string };

/** What came of looking for a comment that may have been written. */
export type FindResult =
  | { kind: 'found'; url: string }
  | { kind: 'absent' }
  | { kind: 'retry'; reason: string };

/**
 * What came of handing a reply to the session (contracts/the-loop.md, "Answers in").
 * `retry` was certainly not delivered: trouble of the `session`'s terminal is worth a few tries, an outage of the
 * `service` fifteen minutes. `unknown` is never repeated: a doubled answer is worse than one to be asked for again.
 */
export type DeliveryResult =
  | { kind: 'delivered' }
  | { kind: 'retry'; trouble: 'session' | 'service'; reason: string; afterMs?: number | undefined }
  | { kind: 'undeliverable'; reason: string }
  | { kind: 'unknown'; reason: string };

/** The ticket, as the pipeline needs it. */
export type MirrorPort = {
  write(reply: Reply): Promise<MirrorResult>;
  find(reply: Reply): Promise<FindResult>;
};

/** The session, as the pipeline needs it. */
export type DeliveryPort = { deliver(reply: Reply): Promise<DeliveryResult> };

/** A reply that did not go all the way. `ticket`: whether it is on the ticket, will be, has none, or never will be. */
export type Problem = {
  kind: 'problem';
  outcome: 'undelivered' | 'unknown' | 'not-on-ticket';
  ticket: 'written' | 'pending' | 'none' | 'failed';
  /** For people; it may quote what a service answered, so it is escaped where it is shown. */
  reason: string;
};

/** What a member is told about a reply once its delivery is decided. */
export type Verdict = { kind: 'ok' } | Problem;

/** The place the reply came from. Both return false when it could not be told just now, and should be later. */
export type TellPort = {
  seen(reply: Reply): Promise<boolean>;
  verdict(reply: Reply, verdict: Verdict): Promise<boolean>;
};
