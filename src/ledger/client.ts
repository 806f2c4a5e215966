import { z } from 'zod';
import { isMarked } from './marker.js';
import type { GitHubRef, WorkItemRef } from './ref.js';
import type { RefusedFailure, RetryFailure, UnknownFailure } from './ticket-failure.js';
import { createTicketHttp, type TicketHttp, type TicketHttpOptions } from './ticket-http.js';

/** A standing session has no ticket: nothing was asked and nothing is owed. */
export type NoTicket = { readonly kind: 'no-ticket' };

export type Commented = { readonly kind: 'commented'; readonly id: number; readonly url: string };

/** What became of one comment. `unknown`: look for it with `findMirror` before writing it again. */
export type CommentResult = Commented | RetryFailure | RefusedFailure | UnknownFailure | NoTicket;

export type TicketComment = {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** The login of the author; `undefined` for a deleted account. */
  readonly author: string | undefined;
  readonly createdAt: string;
};

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

/** The ticket as the record of answers: write a comment once, find it again after a crash. */
export type TicketClient = {
  /** Writes one comment, with one request at most. Never throws for what GitHub or the network does. */
  comment(ref: WorkItemRef, body: string, signal?: AbortSignal): Promise<CommentResult>;
  /** Every comment changed at or after `since`, oldest first. */
  recentComments(ref: WorkItemRef, since: Date, signal?: AbortSignal): Promise<CommentsResult>;
  /** The marked comment that carries a hidden id (see `hiddenId`), among those changed since shortly before `since`. */
  findMirror(
    ref: WorkItemRef,
    hiddenId: string,
    since: Date,
    signal?: AbortSignal,
  ): Promise<MirrorSearchResult>;
};

const PER_PAGE = 100;

/** No conversation that we search has ten thousand comments since an hour ago; a server that says so is broken. */
const MAX_PAGES = 100;

/** Slack's clock, GitHub's and ours differ: a search starts this much earlier than the message. */
const CLOCK_SKEW_MS = 10 * 60 * 1000;

const Created = z.object({ id: z.number(), html_url: z.string() });
const Page = z.array(
  z.object({
    id: z.number(),
    html_url: z.string(),
    body: z.string().nullish(),
    user: z.object({ login: z.string() }).nullish(),
    created_at: z.string(),
  }),
);

/** Makes the client; it opens nothing until the first call and reads the token at each. */
export function createTicketClient(options: TicketHttpOptions): TicketClient {
  const http = createTicketHttp(options);
  return {
    comment: async (ref, body, signal) =>
      ref.kind === 'standing' ? { kind: 'no-ticket' } : writeComment(http, ref, body, signal),

    recentComments: async (ref, since, signal) => {
      if (ref.kind === 'standing') return { kind: 'no-ticket' };
      const comments: TicketComment[] = [];
      for await (const page of commentPages(http, ref, since, signal)) {
        if (page.kind !== 'comments') return page;
        comments.push(...page.comments);
      }
      return { kind: 'comments', comments };
    },

    findMirror: async (ref, hiddenId, since, signal) => {
      if (ref.kind === 'standing') return { kind: 'no-ticket' };
      const from = new Date(since.getTime() - CLOCK_SKEW_MS);
      for await (const page of commentPages(http, ref, from, signal)) {
        if (page.kind !== 'comments') return page;
        const mirror = page.comments.find(({ body }) => isMarked(body) && body.includes(hiddenId));
        if (mirror !== undefined) return { kind: 'found', id: mirror.id, url: mirror.url };
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

/** A ref's parts are made of characters that mean nothing in a URL (see `parseWorkItemRef`). */
function commentsPath(ref: GitHubRef): string {
  return `/repos/${ref.owner}/${ref.repo}/issues/${ref.number}/comments`;
}

type PageResult = Exclude<CommentsResult, NoTicket>;

/** The pages of a conversation, oldest first; a page that is a failure is the last. */
async function* commentPages(
  http: TicketHttp,
  ref: GitHubRef,
  since: Date,
  signal: AbortSignal | undefined,
): AsyncGenerator<PageResult> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await http(ref, {
      method: 'GET',
      path: commentsPath(ref),
      data: { since: since.toISOString(), per_page: PER_PAGE, page },
      signal,
    });
    if (answer.kind === 'unknown') {
      yield { kind: 'retry', reason: answer.reason };
      return;
    }
    if (answer.kind !== 'answer') {
      yield answer;
      return;
    }
    const parsed = Page.safeParse(answer.data);
    if (!parsed.success) {
      yield { kind: 'retry', reason: `GitHub's answer (${answer.status}) is not a list of comments` };
      return;
    }
    yield {
      kind: 'comments',
      comments: parsed.data.map((comment) => ({
        id: comment.id,
        url: comment.html_url,
        body: comment.body ?? '',
        author: comment.user?.login,
        createdAt: comment.created_at,
      })),
    };
    // The page number is ours: a link in an answer could send the token to another host.
    if (!hasNextPage(answer.link)) return;
  }
  yield { kind: 'refused', reason: `the conversation has more than ${MAX_PAGES * PER_PAGE} recent comments` };
}

function hasNextPage(link: string | undefined): boolean {
  return link?.includes('rel="next"') ?? false;
}
