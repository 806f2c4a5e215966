/** A comment as GitHub's API answers it, the parts that the-loop and we read. */
export type StoredComment = {
  readonly id: number;
  readonly node_id: string;
  readonly url: string;
  readonly html_url: string;
  readonly issue_url: string;
  readonly body: string;
  readonly user: { readonly login: string; readonly id: number; readonly type: 'User' | 'Bot' };
  readonly author_association: string;
  readonly created_at: string;
  readonly updated_at: string;
};

/** Where a comment belongs. Owner and repository are matched without regard to case, as GitHub does. */
export type IssueAddress = { readonly owner: string; readonly repo: string; readonly number: number };

/** Reads `octo/app#7`, with or without `github:` and a host before it. */
export function issueAddress(ref: string): IssueAddress {
  const match = /^(?:github:)?(?:[^/#\s]+\/)?([^/#\s]+)\/([^/#\s]+)#([0-9]+)$/.exec(ref);
  if (match === null) throw new Error('a local ticket is addressed as owner/repo#15');
  const [, owner = '', repo = '', number = ''] = match;
  return { owner, repo, number: Number(number) };
}

/** The comments of the local ticket, in the order they were written. */
export class CommentStore {
  readonly #byIssue = new Map<string, StoredComment[]>();
  readonly #users = new Map<string, number>();
  #lastId = 1000;
  #origin: string;
  #clock: () => Date;

  constructor(origin: string, clock: () => Date = () => new Date()) {
    this.#origin = origin;
    this.#clock = clock;
  }

  list(issue: IssueAddress): readonly StoredComment[] {
    return this.#byIssue.get(keyOf(issue)) ?? [];
  }

  /** The page that the next comment on an issue will have. */
  nextUrl({ owner, repo, number }: IssueAddress): string {
    return `https://github.com/${owner}/${repo}/issues/${number}#issuecomment-${this.#lastId + 1}`;
  }

  /** Writes a comment now. `login` ending in `[bot]` is an app. */
  add(issue: IssueAddress, body: string, login: string, association = 'MEMBER'): StoredComment {
    const html_url = this.nextUrl(issue);
    this.#lastId += 1;
    const id = this.#lastId;
    // GitHub's times have whole seconds.
    const now = `${this.#clock().toISOString().slice(0, 19)}Z`;
    const repo = `${this.#origin}/repos/${issue.owner}/${issue.repo}`;
    const comment: StoredComment = {
      id,
      node_id: `IC_${id}`,
      url: `${repo}/issues/comments/${id}`,
      html_url,
      issue_url: `${repo}/issues/${issue.number}`,
      body,
      user: this.user(login),
      author_association: association,
      created_at: now,
      updated_at: now,
    };
    const key = keyOf(issue);
    this.#byIssue.set(key, [...this.list(issue), comment]);
    return comment;
  }

  user(login: string): StoredComment['user'] {
    const id = this.#users.get(login) ?? this.#users.size + 1;
    this.#users.set(login, id);
    return { login, id, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
  }
}

function keyOf(issue: IssueAddress): string {
  return `${issue.owner}/${issue.repo}#${issue.number}`.toLowerCase();
}
