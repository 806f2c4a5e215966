import { randomUUID } from 'node:crypto';
import { pause } from '../time/pause.js';
import { SKEW_MS } from '../time/skew.js';
import type { TicketClient } from './client.js';
import { composeQuestion, questionId } from './question.js';
import type { WorkItemRef } from './ref.js';

/** What became of a question on its ticket. `left`: characters that did not fit. `failed`: nobody can say that it is there. */
type QuestionWritten =
  | { readonly kind: 'written'; readonly url: string; readonly left: number }
  | { readonly kind: 'no-ticket' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Waits before another try, in milliseconds: somebody waits for the command to end. */
const WAITS = [1_000, 3_000] as const;

/** A wait that GitHub asks for is kept when it is no longer than this, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Writes a question on its ticket, with a few tries while GitHub is in passing trouble. A comment of which nobody knows is
 * looked for before it is written again.
 *
 * @param signal ends it: what was not written by then has failed
 */
export async function writeQuestion(
  client: TicketClient,
  ref: WorkItemRef,
  question: string,
  signal: AbortSignal,
): Promise<QuestionWritten> {
  const id = questionId(randomUUID());
  const { body, left } = composeQuestion(question, id);
  const comment = { ref, body, id, since: new Date(Date.now() - SKEW_MS), signal };
  let inDoubt = false;
  for (let attempt = 0; ; attempt += 1) {
    const result = await tryOnce(client, comment, inDoubt);
    if (result.kind === 'written') return { ...result, left };
    if (result.kind === 'no-ticket') return result;
    if (result.kind === 'refused') return { kind: 'failed', reason: result.reason };
    inDoubt = result.kind === 'unknown';
    const wait = WAITS[attempt];
    const asked = result.retryAfterMs ?? 0;
    if (wait === undefined || asked > PATIENCE_MS || signal.aborted)
      return { kind: 'failed', reason: inDoubt ? `nobody knows: ${result.reason}` : result.reason };
    await pause(Math.max(wait, asked), signal);
  }
}

type Tried =
  | { readonly kind: 'written'; readonly url: string }
  | { readonly kind: 'no-ticket' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry' | 'unknown'; readonly reason: string; readonly retryAfterMs?: number };

async function tryOnce(
  client: TicketClient,
  comment: { ref: WorkItemRef; body: string; id: string; since: Date; signal: AbortSignal },
  inDoubt: boolean,
): Promise<Tried> {
  const { ref, body, id, since, signal } = comment;
  if (inDoubt) {
    const found = await client.findMirror(ref, id, since, signal);
    if (found.kind === 'found') return { kind: 'written', url: found.url };
    // Not to be asked just now: it stays in doubt.
    if (found.kind === 'retry' || found.kind === 'refused') return { ...found, kind: 'unknown' };
  }
  const result = await client.comment(ref, body, signal);
  return result.kind === 'commented' ? { kind: 'written', url: result.url } : result;
}
