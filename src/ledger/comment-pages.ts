import { z } from 'zod';
import type { TicketLog } from './octokit.js';
import type { GitHubRef } from './ref.js';
import type { RefusedFailure, RetryFailure } from './ticket-failure.js';
import type { TicketHttp } from './ticket-http.js';

export type TicketComment = {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** The author's login and id; `undefined` for a deleted account. */
  readonly author: string | undefined;
  readonly authorId: number | undefined;
  /** `insider`: owner, member or collaborator. `outsider`: anybody whom a public repository lets comment. */
  readonly authorIs: 'insider' | 'app' | 'outsider';
  readonly createdAt: string;
};

const PER_PAGE = 100;

/** Bytes a comment may have (issue 5, "Bounds"). GitHub takes 65,536 characters; a server that says more is not believed. */
const MAX_COMMENT_BYTES = 1024 * 1024;

/** No conversation that we search has ten thousand comments since an hour ago; a server that says so is broken. */
const MAX_PAGES = 100;

const Page = z.array(
  z.object({
    id: z.number(),
    html_url: z.string(),
    body: z.string().nullish(),
    user: z.object({ login: z.string(), id: z.number(), type: z.string().nullish() }).nullish(),
    author_association: z.string().nullish(),
    created_at: z.string(),
  }),
);

/** A ref's parts are made of characters that mean nothing in a URL (see `parseWorkItemRef`). */
export function commentsPath(ref: GitHubRef): string {
  return `/repos/${ref.owner}/${ref.repo}/issues/${ref.number}/comments`;
}

export type CommentPage =
  | { readonly kind: 'comments'; readonly comments: readonly TicketComment[] }
  | RetryFailure
  | RefusedFailure;

/** The pages of a conversation, oldest first; a page that is a failure is the last. @param log told of a refused comment */
export async function* commentPages(
  http: TicketHttp,
  ref: GitHubRef,
  since: Date,
  signal: AbortSignal | undefined,
  log: TicketLog | undefined,
): AsyncGenerator<CommentPage> {
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
    const small = parsed.data.filter(({ body }) => Buffer.byteLength(body ?? '') <= MAX_COMMENT_BYTES);
    if (small.length < parsed.data.length) log?.warn('a comment on the ticket is refused: over 1 MB');
    yield {
      kind: 'comments',
      comments: small.map((comment) => ({
        id: comment.id,
        url: comment.html_url,
        body: comment.body ?? '',
        author: comment.user?.login,
        authorId: comment.user?.id,
        authorIs: standing(comment.author_association, comment.user?.type),
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

function standing(
  association: string | null | undefined,
  type: string | null | undefined,
): TicketComment['authorIs'] {
  if (type === 'Bot') return 'app';
  return ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association ?? '') ? 'insider' : 'outsider';
}
