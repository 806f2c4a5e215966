import type { Octokit } from '@octokit/core';
import { z } from 'zod';
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
  /** How long one call may take, its short retries included. 30 s by default. */
  readonly timeoutMs?: number | undefined;
};

export type TicketCall = {
  readonly route: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** A write is sent once and never again by this client. */
  readonly write: boolean;
  readonly signal?: AbortSignal | undefined;
};

/** GitHub's answer, not yet looked into. */
export type TicketAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly data: unknown;
  readonly link: string | undefined;
};

/** One call to the API of a ref's host. */
export type TicketHttp = (ref: GitHubRef, call: TicketCall) => Promise<TicketAnswer | TicketFailure>;

const DEFAULT_TIMEOUT_MS = 30_000;
const API_VERSION = '2022-11-28';
const TOKEN = /^[\x21-\x7e]+$/;
const Answer = z.object({
  status: z.number(),
  headers: z.object({ link: z.string().optional() }),
  data: z.unknown(),
});

/** Makes the caller of GitHub's API. It opens nothing until the first call. */
export function createTicketHttp(options: TicketHttpOptions): TicketHttp {
  const clients = new Map<boolean, Octokit>();
  const clientFor = (paced: boolean): Octokit => {
    const known = clients.get(paced);
    if (known !== undefined) return known;
    const made = createOctokit({ userAgent: options.userAgent, log: options.log, paced });
    clients.set(paced, made);
    return made;
  };

  return async (ref, call) => {
    const token = options.token(ref.host);
    if (token === undefined || token === '') {
      return { kind: 'refused', reason: 'no GitHub token: set GITHUB_TOKEN or GH_TOKEN' };
    }
    // fetch would refuse it too, but in words that repeat it.
    if (!TOKEN.test(token))
      return { kind: 'refused', reason: 'the GitHub token holds characters no token has' };
    const baseUrl = options.apiUrl?.replace(/\/$/, '') ?? apiUrlOf(ref.host);
    const attempt = new Attempt(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, call.signal);
    try {
      const raw: unknown = await clientFor(isGitHubCloud(baseUrl)).request(call.route, {
        ...call.parameters,
        baseUrl,
        headers: {
          accept: 'application/vnd.github+json',
          'x-github-api-version': API_VERSION,
          authorization: `Bearer ${token}`,
        },
        request: { fetch: attempt.fetch, signal: attempt.signal, ...(call.write ? { retries: 0 } : {}) },
      });
      const { status, headers, data } = Answer.parse(raw);
      return { kind: 'answer', status, data, link: headers.link };
    } catch (error) {
      return nameFailure(error, { ...attempt.facts(), write: call.write, now: Date.now() });
    } finally {
      attempt.end();
    }
  };
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

function isGitHubCloud(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.github.com' || hostname.endsWith('.ghe.com');
}

/** One call's clock and its answer to "had anything been sent?". The clock starts with the first byte, not in a queue. */
class Attempt {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #onOuterAbort = () => this.#controller.abort();
  #timer: NodeJS.Timeout | undefined;
  #sent = false;
  #timedOut = false;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#outer = outer;
    if (outer?.aborted) this.#controller.abort();
    outer?.addEventListener('abort', this.#onOuterAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly fetch: typeof globalThis.fetch = (input, init) => {
    if (!this.#controller.signal.aborted) {
      this.#sent = true;
      this.#timer ??= setTimeout(() => {
        this.#timedOut = true;
        this.#controller.abort();
      }, this.#timeoutMs);
    }
    return globalThis.fetch(input, init);
  };

  facts(): { sent: boolean; timedOut: boolean } {
    return { sent: this.#sent, timedOut: this.#timedOut };
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
  }
}
