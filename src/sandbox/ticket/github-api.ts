import { z } from 'zod';
import type { CommentStore, IssueAddress } from './comment-store.js';

/** A request as the API sees it, its bytes read. */
export type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly body: string;
};

export type ApiAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type ApiWorld = {
  readonly origin: string;
  readonly token: string;
  /** Whom the token belongs to. */
  readonly login: string;
  /** `owner/repo` of each repository that exists. */
  readonly repositories: readonly string[];
  readonly comments: CommentStore;
};

/** GitHub answers 422 beyond this many characters. */
const BODY_MAX = 65_536;
const NOT_FOUND = failure(404, 'Not Found');
const CommentRequest = z.object({ body: z.string() });

/** GitHub's issue-comment endpoints, and the three reads a client may want beside them; each also under `/api/v3`. */
export function answerRequest(world: ApiWorld, request: ApiRequest): ApiAnswer {
  if (!isAuthorized(world, request.authorization)) return failure(401, 'Bad credentials');
  const parts = request.path
    .replace(/^\/api\/v3(?=\/)/, '')
    .split('/')
    .slice(1);
  if (request.method === 'GET' && parts.join('/') === 'user') {
    return { status: 200, body: world.comments.user(world.login) };
  }
  const [root, owner, repo, collection, number, leaf] = parts;
  if (root !== 'repos' || owner === undefined || repo === undefined) return NOT_FOUND;
  if (!isKnown(world, owner, repo)) return NOT_FOUND;
  if (parts.length === 3 && request.method === 'GET') return repository(owner, repo);
  if (collection !== 'issues' || !/^[1-9][0-9]{0,9}$/.test(number ?? '')) return NOT_FOUND;
  const issue = { owner, repo, number: Number(number) };
  if (parts.length === 5 && request.method === 'GET') return issueAnswer(world, issue);
  if (parts.length !== 6 || leaf !== 'comments') return NOT_FOUND;
  if (request.method === 'GET') return listComments(world, issue, request);
  return request.method === 'POST' ? createComment(world, issue, request.body) : NOT_FOUND;
}

function isAuthorized(world: ApiWorld, authorization: string | undefined): boolean {
  const [scheme = '', value = ''] = authorization?.split(' ') ?? [];
  return ['bearer', 'token'].includes(scheme.toLowerCase()) && value === world.token;
}

function isKnown(world: ApiWorld, owner: string, repo: string): boolean {
  const wanted = `${owner}/${repo}`.toLowerCase();
  return world.repositories.some((known) => known.toLowerCase() === wanted);
}

function repository(owner: string, repo: string): ApiAnswer {
  return {
    status: 200,
    body: {
      name: repo,
      full_name: `${owner}/${repo}`,
      private: true,
      permissions: { admin: false, maintain: false, push: true, triage: true, pull: true },
    },
  };
}

function issueAnswer(world: ApiWorld, issue: IssueAddress): ApiAnswer {
  return {
    status: 200,
    body: {
      number: issue.number,
      state: 'open',
      locked: false,
      title: `Issue ${issue.number}`,
      html_url: `https://github.com/${issue.owner}/${issue.repo}/issues/${issue.number}`,
      comments: world.comments.list(issue).length,
    },
  };
}

function createComment(world: ApiWorld, issue: IssueAddress, body: string): ApiAnswer {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return failure(400, 'Problems parsing JSON');
  }
  const parsed = CommentRequest.safeParse(json);
  if (!parsed.success) return invalid('missing_field', 'body is missing');
  if (parsed.data.body.trim() === '') return invalid('unprocessable', "Body can't be blank");
  if (Array.from(parsed.data.body).length > BODY_MAX) {
    return invalid('unprocessable', `Body is too long (maximum is ${BODY_MAX} characters)`);
  }
  return { status: 201, body: world.comments.add(issue, parsed.data.body, world.login) };
}

function listComments(world: ApiWorld, issue: IssueAddress, request: ApiRequest): ApiAnswer {
  const perPage = Math.min(positive(request.query.get('per_page'), 30), 100);
  const page = positive(request.query.get('page'), 1);
  const since = Date.parse(request.query.get('since') ?? '');
  const wanted = world.comments
    .list(issue)
    .filter((comment) => Number.isNaN(since) || Date.parse(comment.updated_at) >= since);
  const pages = Math.max(Math.ceil(wanted.length / perPage), 1);
  const link = linkHeader(world.origin, request, page, pages);
  return {
    status: 200,
    ...(link === '' ? {} : { headers: { link } }),
    body: wanted.slice((page - 1) * perPage, page * perPage),
  };
}

function linkHeader(origin: string, request: ApiRequest, page: number, pages: number): string {
  const to = (number: number, rel: string): string => {
    const query = new URLSearchParams(request.query);
    query.set('page', String(number));
    return `<${origin}${request.path}?${query}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (page > 1) links.push(to(page - 1, 'prev'));
  if (page < pages) links.push(to(page + 1, 'next'), to(pages, 'last'));
  if (page > 1) links.push(to(1, 'first'));
  return links.join(', ');
}

function positive(value: string | null, otherwise: number): number {
  return value !== null && /^[1-9][0-9]{0,6}$/.test(value) ? Number(value) : otherwise;
}

function invalid(code: string, message: string): ApiAnswer {
  return {
    status: 422,
    body: {
      message: 'Validation Failed',
      errors: [{ resource: 'IssueComment', code, field: 'body', message }],
      documentation_url: 'https://docs.github.com/rest/issues/comments#create-an-issue-comment',
      status: '422',
    },
  };
}

function failure(status: number, message: string): ApiAnswer {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}
