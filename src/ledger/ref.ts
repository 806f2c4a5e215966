/** The host a ref means when it names none. */
export const GITHUB_HOST = 'github.com';

/** An issue or pull request on GitHub or a GitHub Enterprise host. Owner, repo and host keep their case. */
export type GitHubRef = {
  readonly kind: 'github';
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  /** The canonical text, `github:owner/repo#15`: the key that the-loop, our rows and our records share. */
  readonly text: string;
};

/** A session with no ticket behind it: answers are delivered and never mirrored. */
type StandingRef = { readonly kind: 'standing'; readonly name: string; readonly text: string };

/** What a work item is called (contracts/the-loop.md, "Work-item refs"). */
export type WorkItemRef = GitHubRef | StandingRef;

/** Either the ref, or one sentence that says what is wrong and what would be right. */
export type ParsedRef =
  | { readonly ok: true; readonly ref: WorkItemRef }
  | { readonly ok: false; readonly problem: string };

// Each part becomes a part of a URL, so each is a closed set of characters: no slash, no query, no `..`.
const OWNER = /^[A-Za-z0-9_-]{1,100}$/;
const REPO = /^[A-Za-z0-9._-]{1,100}$/;
const HOST_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const NUMBER = /^[1-9][0-9]{0,9}$/;
const STANDING_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

const RIGHT = 'write github:owner/repo#15, github:ghe.example.com/owner/repo#15 or standing:name';
const LONGEST_REF = 600;

/**
 * Reads a work-item ref. Never throws, whatever the text.
 *
 * @param text as the-loop writes it; `github:github.com/…` is taken too and loses its host in `ref.text`.
 */
export function parseWorkItemRef(text: string): ParsedRef {
  if (text.length > LONGEST_REF) return wrong('it is too long');
  if (text.startsWith('github:')) return parseGitHub(text.slice('github:'.length));
  if (text.startsWith('standing:')) return parseStanding(text.slice('standing:'.length));
  return wrong('it starts with neither "github:" nor "standing:"');
}

/** The canonical text of a GitHub ref's parts: the host only where it is not github.com. */
export function formatGitHubRef(parts: Pick<GitHubRef, 'host' | 'owner' | 'repo' | 'number'>): string {
  const host = isGitHubDotCom(parts.host) ? '' : `${parts.host}/`;
  return `github:${host}${parts.owner}/${parts.repo}#${parts.number}`;
}

/** Where a person reads the item (GitHub redirects to the pull request when it is one); a standing session has no page. */
export function workItemUrl(ref: GitHubRef): string;
export function workItemUrl(ref: WorkItemRef): string | undefined;
export function workItemUrl(ref: WorkItemRef): string | undefined {
  if (ref.kind === 'standing') return undefined;
  return `https://${ref.host}/${ref.owner}/${ref.repo}/issues/${ref.number}`;
}

function parseGitHub(rest: string): ParsedRef {
  const hash = rest.indexOf('#');
  if (hash < 0) return wrong('it has no "#number"');
  const path = rest.slice(0, hash).split('/');
  const number = rest.slice(hash + 1);
  if (path.length !== 2 && path.length !== 3) return wrong('it needs an owner and a repository');
  const [owner = '', repo = ''] = path.slice(-2);
  const host = path.length === 3 ? (path[0] ?? '') : GITHUB_HOST;
  if (!isHost(host)) return wrong('its host is not a host name');
  if (!OWNER.test(owner)) return wrong('its owner is not a GitHub name');
  if (!REPO.test(repo) || repo === '.' || repo === '..') return wrong('its repository is not a GitHub name');
  if (!NUMBER.test(number)) return wrong('its number is not a whole number from 1');
  const parts = {
    host: isGitHubDotCom(host) ? GITHUB_HOST : host,
    owner,
    repo,
    number: Number(number),
  };
  return { ok: true, ref: { kind: 'github', ...parts, text: formatGitHubRef(parts) } };
}

function parseStanding(name: string): ParsedRef {
  if (!STANDING_NAME.test(name))
    return wrong('its session name has other characters than letters, digits, . _ -');
  return { ok: true, ref: { kind: 'standing', name, text: `standing:${name}` } };
}

function isHost(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => HOST_LABEL.test(label));
}

function isGitHubDotCom(host: string): boolean {
  return host.toLowerCase() === GITHUB_HOST;
}

function wrong(what: string): ParsedRef {
  return { ok: false, problem: `malformed work-item ref, ${what}: ${RIGHT}` };
}
