import type { MirrorPort, Reply } from '../replies/ports.js';
import { timeOfTs } from '../time/slack-ts.js';
import type { TicketClient } from './client.js';
import { LedgerError } from './errors.js';
import { hiddenId } from './marker.js';
import { composeMirror } from './mirror.js';
import { parseWorkItemRef, type WorkItemRef } from './ref.js';

/** What writing mirrors needs. */
export type TicketMirrorDeps = {
  client: TicketClient;
  keywords: readonly string[];
  /** The values of our own tokens, as they are when a mirror is written: none may appear in one. */
  secrets: () => readonly string[];
  /** Directories of this machine that no mirror may name. */
  paths: readonly string[];
};

/** Answers that someone with access can mend: no token, a refused one, one that may not comment. */
const SETUP_STATUS: ReadonlySet<number | undefined> = new Set([undefined, 401, 403]);

function refOf(reply: Reply): WorkItemRef | undefined {
  const parsed = parseWorkItemRef(reply.workItem);
  return parsed.ok ? parsed.ref : undefined;
}

/** The comment's body, or why none can be written that is safe: then nothing is. */
function compose(deps: TicketMirrorDeps, reply: Reply): { body: string } | { refusal: string } {
  try {
    const body = composeMirror({
      text: reply.text,
      channelName: 'Slack',
      actorId: reply.actor,
      slackChannel: reply.channel,
      messageTs: reply.messageTs,
      keywords: deps.keywords,
      secrets: deps.secrets(),
      paths: deps.paths,
    });
    return { body };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return { refusal: `the answer cannot be quoted safely (${error.code})` };
  }
}

/** The ticket as the reply pipeline sees it: one marked comment a reply, found again by its hidden id (R1.3, R5.2). */
export function createTicketMirror(deps: TicketMirrorDeps): MirrorPort {
  const { client } = deps;
  return {
    async write(reply) {
      const ref = refOf(reply);
      if (!ref) return { kind: 'refused', reason: 'the work item’s name is malformed' };
      const composed = compose(deps, reply);
      if ('refusal' in composed) return { kind: 'refused', reason: composed.refusal };
      const result = await client.comment(ref, composed.body);
      switch (result.kind) {
        case 'commented':
          return { kind: 'mirrored', url: result.url };
        case 'no-ticket':
          return { kind: 'skipped', reason: 'a standing session has no ticket' };
        case 'retry':
          return { kind: 'retry', reason: result.reason, afterMs: result.retryAfterMs };
        case 'unknown':
          return result;
        case 'refused':
          return { kind: SETUP_STATUS.has(result.status) ? 'blocked' : 'refused', reason: result.reason };
      }
    },
    async find(reply) {
      const ref = refOf(reply);
      if (!ref) return { kind: 'absent' };
      const id = hiddenId({ channel: reply.channel, ts: reply.messageTs });
      // The row's own time is our clock's or the database's, and either may be hours off.
      const result = await client.findMirror(ref, id, timeOfTs(reply.messageTs) ?? reply.createdAt);
      switch (result.kind) {
        case 'found':
          return { kind: 'found', url: result.url };
        case 'absent':
        case 'no-ticket':
          return { kind: 'absent' };
        case 'retry':
        case 'refused':
          return { kind: 'retry', reason: result.reason };
      }
    },
  };
}
