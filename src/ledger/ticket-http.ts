import type { Octokit } from '@octokit/core';
import { z } from 'zod';
import { CallAttempt } from './call-attempt.js';
import { LedgerError } from './errors.js';
import { createOctokit, type TicketLog } from './octokit.js';
import { GITHUB_HOST, type GitHubRef } from './ref.js';
import { nameFailure, type TicketFailure } from './ticket-failure.js';

export type TicketHttpOptions = {
  /** Read at each call, so a token set after start works. Gets the host the token would go to. */
  readonly token: (host: string) => string | undefined;
  /** Where every call goes instead of the ref's own host (`GITHUB_API_URL`, a local ticket). */
  readonly apiUrl?: string | undefined;
  readonly userAgent: string;
  readonly log?: TicketLog | undefined;
  /** How long one call may take in all, its turn in the queue and its short retries included. 30 s by default. */
  readonly timeoutMs?: number | undefined;
};

type TicketCall = {
  readonly method: 'GET' | 'POST';
  /** Below the API's base, made of a ref's own parts only. */
  readonly path: string;
  /** The query of a GET, the JSON of a POST. */
  readonly data: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal | undefined;
};

/** GitHub's answer, not yet looked into. */
type TicketAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly data: unknown;
  readonly link: string | undefined;
};

/** One call to the API of a ref's host. */
export type TicketHttp = (
  ref: Pick<GitHubRef, 'host'>,
  call: TicketCall,
) => Promise<TicketAnswer | TicketFailure>;

const DEFAULT_TIMEOUT_MS = 30_000;
const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 307, 308]);
const API_VERSION = '2022-11-28';
const TOKEN = /^[\x21-\x7e]+$/;
const Answer = z.object({
  status: z.number(),
  headers: z.object({ link: z.string().optional(), location: z.string().optional() }),
  data: z.unknown(),
});

/**
 * Makes the caller of GitHub's API. It opens nothing until the first call.
 *
 * @throws LedgerError `bad-api-url` when `apiUrl` is no http or https URL.
 */
export function createTicketHttp(options: TicketHttpOptions): TicketHttp {
  const ownBase = options.apiUrl === undefined ? undefined : readApiUrl(options.apiUrl);
  const clients = new Map<boolean, Octokit>();
  const clientFor = (paced: boolean): Octokit => {
    const known = clients.get(paced);
    if (known !== undefined) return known;
    const made = createOctokit({ userAgent: options.userAgent, log: options.log, paced });
    clients.set(paced, made);
    return made;
  };

  const served = ownBase === undefined ? GITHUB_HOST : servedHost(ownBase);

  return async (ref, call) => {
    if (ref.host.toLowerCase() !== served) return { kind: 'refused', reason: foreign(ref.host, served) };
    const token = options.token(ref.host);
    if (token === undefined || token === '') {
      return { kind: 'refused', reason: 'no GitHub token: set GITHUB_TOKEN or GH_TOKEN' };
    }
    // fetch would refuse it too, but in words that repeat it.
    if (!TOKEN.test(token)) {
      return { kind: 'refused', reason: 'the GitHub token holds characters no token has' };
    }
    const baseUrl = ownBase ?? apiUrlOf(ref.host);
    const attempt = new CallAttempt(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, call.signal);
    try {
      return await send(clientFor(isGitHubCloud(baseUrl)), baseUrl, token, call, attempt);
    } catch (error) {
      return nameFailure(error, { ...attempt.facts(), write: call.method === 'POST', now: Date.now() });
    } finally {
      attempt.end();
    }
  };
}

/**
 * The host whose refs an API serves: its own name for GitHub Enterprise, github.com for api.github.com and for whatever
 * else stands in for it, such as a proxy. A ref names its own host, so any other would be written on a stranger's ticket
 * of the same name, or be handed the token for the asking.
 */
export function servedHost(apiUrl: string): string {
  const { hostname, pathname } = new URL(apiUrl);
  const tenant = /^api\.(.+\.ghe\.com)$/.exec(hostname)?.[1];
  if (tenant !== undefined) return tenant;
  return hostname !== 'api.github.com' && /\/api\/v3\/?$/.test(pathname) ? hostname : GITHUB_HOST;
}

function foreign(host: string, served: string): string {
  return `the ticket is on ${host}, and our API serves ${served}; set GITHUB_API_URL to ${apiUrlOf(host)} to write there`;
}

/** Sends the call, and again where GitHub says that the repository has moved: a redirected write was not done. */
async function send(
  client: Octokit,
  baseUrl: string,
  token: string,
  call: TicketCall,
  attempt: CallAttempt,
): Promise<TicketAnswer | TicketFailure> {
  let url = call.path;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const sending: Promise<unknown> = client.request(`${call.method} ${url}`, {
      ...call.data,
      baseUrl,
      headers: {
        accept: 'application/vnd.github+json',
        'x-github-api-version': API_VERSION,
        authorization: `Bearer ${token}`,
      },
      request: {
        fetch: attempt.fetch,
        signal: attempt.signal,
        // fetch itself would turn a redirected POST into a GET.
        redirect: 'manual',
        ...(call.method === 'POST' ? { retries: 0 } : {}),
      },
    });
    const { status, headers, data } = Answer.parse(await attempt.unlessGivenUp(sending));
    if (!REDIRECTS.has(status)) return { kind: 'answer', status, data, link: headers.link };
    const next = redirectTarget(headers.location, baseUrl);
    if (next === undefined) break;
    url = next;
  }
  return { kind: 'refused', reason: 'GitHub sends the call on to where the token must not go' };
}

/** The token goes to the API's own origin only. */
function redirectTarget(location: string | undefined, baseUrl: string): string | undefined {
  if (location === undefined || !URL.canParse(location, baseUrl)) return undefined;
  const target = new URL(location, baseUrl);
  return target.origin === new URL(baseUrl).origin ? `${target.origin}${target.pathname}` : undefined;
}

/**
 * The API's base for a host: GitHub's own, a `ghe.com` tenant's (`api.` before the host), or an Enterprise
 * server's (`/api/v3`).
 */
export function apiUrlOf(host: string): string {
  const name = host.toLowerCase();
  if (name === GITHUB_HOST) return 'https://api.github.com';
  return name.endsWith('.ghe.com') ? `https://api.${name}` : `https://${name}/api/v3`;
}

function readApiUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new LedgerError('bad-api-url', 'GITHUB_API_URL is a URL such as https://ghe.example.com/api/v3');
  }
  return text.replace(/\/$/, '');
}

function isGitHubCloud(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.github.com' || hostname.endsWith('.ghe.com');
}
