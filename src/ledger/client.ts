import { z } from 'zod';
import { commentPages, commentsPath, type TicketComment } from './comment-pages.js';
import { isMarked } from './marker.js';
import { GITHUB_HOST, type GitHubRef, type WorkItemRef } from './ref.js';
import type { RefusedFailure, RetryFailure, UnknownFailure } from './ticket-failure.js';
import { createTicketHttp, type TicketHttp, type TicketHttpOptions } from './ticket-http.js';

/** A standing session has no ticket: nothing was asked and nothing is owed. */
export type NoTicket = { readonly kind: 'no-ticket' };

export type Commented = { readonly kind: 'commented'; readonly id: number; readonly url: string };

/** What became of one comment. `unknown`: look for it with `findMirror` before writing it again. */
export type CommentResult = Commented | RetryFailure | RefusedFailure | UnknownFailure | NoTicket;

export type CommentsResult =
  | { readonly kind: 'comments'; readonly comments: readonly TicketComment[] }
  | RetryFailure
  | RefusedFailure
  | NoTicket;

export type MirrorSearchResult =
  | { readonly kind: 'found'; readonly id: number; readonly url: string }
  | { readonly kind: 'absent' }
  | RetryFailure
  | RefusedFailure
  | NoTicket;

/** Whether a comment would be taken. */
export type CommentAllowed = { readonly kind: 'may' } | RetryFailure | RefusedFailure | NoTicket;

/** Whether GitHub takes our token. `isRefusal`: it answered, and does not; else it could not be asked just now. */
export type TicketReach =
  | { readonly kind: 'up' }
  | { readonly kind: 'down'; readonly reason: string; readonly isRefusal: boolean };

/** The ticket as the record of answers: write a comment once, find it again after a crash. */
export type TicketClient = {
  /**
   * Writes one comment: sent once, and again only where a redirect says that it was not done. Never throws for what
   * GitHub or the network does.
   */
  comment(ref: WorkItemRef, body: string, signal?: AbortSignal): Promise<CommentResult>;
  /** Every comment changed at or after `since`, oldest first. */
  recentComments(ref: WorkItemRef, since: Date, signal?: AbortSignal): Promise<CommentsResult>;
  /** Whether GitHub answers and takes our token, asked of the API that refs on github.com go to. */
  ping(): Promise<TicketReach>;
  /**
   * Whether our token may comment on a work item. Asked by an empty comment, which GitHub never writes: whoever may comment
   * is told that it is empty, and whoever may not that they may not.
   */
  mayComment(ref: WorkItemRef): Promise<CommentAllowed>;
  /**
   * The marked comment that carries a hidden id (see `hiddenId`), among those changed since shortly before `since`.
   * A stranger's forgery on a public ticket is not taken for one, or it could keep an answer off the record.
   */
  findMirror(
    ref: WorkItemRef,
    hiddenId: string,
    since: Date,
    signal?: AbortSignal,
  ): Promise<MirrorSearchResult>;
};

/** Slack's clock and GitHub's differ by seconds, ours by more: a search starts this much earlier than what it is given. */
const CLOCK_SKEW_MS = 10 * 60 * 1000;

const Created = z.object({ id: z.number(), html_url: z.string() });

/** Makes the client; it opens nothing until the first call and reads the token at each. */
export function createTicketClient(options: TicketHttpOptions): TicketClient {
  const http = createTicketHttp(options);
  return {
    comment: async (ref, body, signal) =>
      ref.kind === 'standing' ? { kind: 'no-ticket' } : writeComment(http, ref, body, signal),

    recentComments: async (ref, since, signal) => {
      if (ref.kind === 'standing') return { kind: 'no-ticket' };
      const comments: TicketComment[] = [];
      for await (const page of commentPages(http, ref, since, signal, options.log)) {
        if (page.kind !== 'comments') return page;
        comments.push(...page.comments);
      }
      return { kind: 'comments', comments };
    },

    ping: async () => {
      const answer = await http({ host: GITHUB_HOST }, { method: 'GET', path: '/user', data: {} });
      if (answer.kind === 'answer') return { kind: 'up' };
      return { kind: 'down', reason: answer.reason, isRefusal: answer.kind === 'refused' };
    },

    mayComment: async (ref) => {
      if (ref.kind === 'standing') return { kind: 'no-ticket' };
      const answer = await http(ref, { method: 'POST', path: commentsPath(ref), data: { body: '' } });
      if (answer.kind === 'refused') return answer.status === 422 ? { kind: 'may' } : answer;
      if (answer.kind === 'retry') return answer;
      return { kind: 'retry', reason: 'GitHub answered an empty comment in a way that says nothing' };
    },

    findMirror: async (ref, hiddenId, since, signal) => {
      if (ref.kind === 'standing') return { kind: 'no-ticket' };
      const from = new Date(since.getTime() - CLOCK_SKEW_MS);
      for await (const page of commentPages(http, ref, from, signal, options.log)) {
        if (page.kind !== 'comments') return page;
        for (const comment of page.comments) {
          if (!isMarked(comment.body) || !comment.body.includes(hiddenId)) continue;
          const ours = await isOurs(http, ref, comment, signal);
          if (ours === true) return { kind: 'found', id: comment.id, url: comment.url };
          if (ours !== false) return ours;
        }
      }
      return { kind: 'absent' };
    },
  };
}

async function writeComment(
  http: TicketHttp,
  ref: GitHubRef,
  body: string,
  signal: AbortSignal | undefined,
): Promise<CommentResult> {
  const answer = await http(ref, { method: 'POST', path: commentsPath(ref), data: { body }, signal });
  if (answer.kind !== 'answer') return answer;
  const created = Created.safeParse(answer.data);
  if (answer.status !== 201 || !created.success) {
    return { kind: 'unknown', reason: `GitHub's answer (${answer.status}) does not name a new comment` };
  }
  return { kind: 'commented', id: created.data.id, url: created.data.html_url };
}

const Viewer = z.object({ id: z.number() });

/** Written by somebody with a place in the repository, by an app, or by whoever our token belongs to. */
async function isOurs(
  http: TicketHttp,
  ref: GitHubRef,
  comment: TicketComment,
  signal: AbortSignal | undefined,
): Promise<boolean | RetryFailure> {
  if (comment.authorIs !== 'outsider') return true;
  const answer = await http(ref, { method: 'GET', path: '/user', data: {}, signal });
  if (answer.kind === 'refused') return false;
  const viewer = Viewer.safeParse(answer.kind === 'answer' ? answer.data : undefined);
  if (!viewer.success) return { kind: 'retry', reason: 'GitHub did not say whom the token belongs to' };
  return viewer.data.id === comment.authorId;
}
