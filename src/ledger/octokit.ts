import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';

/** What GitHub's client may tell us: a deprecation, a fault of its own limiter. One line each, never a header or a body. */
export type TicketLog = { warn(message: string): void; error(message: string): void };

export type OctokitSettings = {
  readonly userAgent: string;
  readonly log?: TicketLog | undefined;
  /** GitHub's own cloud wants writes spaced out; an Enterprise server or a local ticket does not. */
  readonly paced: boolean;
};

const TicketOctokit = Octokit.plugin(retry, throttling);

/** Waits before the second and third try of a read: 0.5 s and 2 s (n² times this). Longer waits are the caller's queue's. */
const RETRY_STEP_MS = 500;

/** Answers that another try within seconds cannot change; a rate limit is the caller's to wait out. */
const FINAL_STATUSES = [400, 401, 403, 404, 410, 422, 429, 451];

/**
 * GitHub's client with its retry and throttling plugins: the only place they are put together.
 * Reads are tried three times in all; a write asks for none with `request.retries: 0`. A rate limit is never slept on here.
 */
export function createOctokit(settings: OctokitSettings): Octokit {
  const log = quietLog(settings.log);
  return new TicketOctokit({
    userAgent: settings.userAgent,
    log,
    request: { log },
    retry: { retries: 2, retryAfterBaseValue: RETRY_STEP_MS, doNotRetry: FINAL_STATUSES },
    throttle: settings.paced
      ? { id: settings.userAgent, onRateLimit: () => false, onSecondaryRateLimit: () => false }
      : { enabled: false },
  });
}

function quietLog(log: TicketLog | undefined) {
  const none = () => {};
  // Only the first argument goes on: the plugins pass whole errors behind it, and those hold the request.
  return {
    debug: none,
    info: none,
    warn: (message: string) => log?.warn(message),
    error: (message: string) => log?.error(message),
  };
}
