import { type Logger as BoltLogger, LogLevel, webApi } from '@slack/bolt';
import { describeError } from '../eventlog/describe-error.js';
import type { Logger } from '../eventlog/logger-type.js';

/** How long one Web API call may take, in milliseconds. */
const CALL_MS = 15_000;

/**
 * The SDK's log in ours, at debug: what its warnings and errors are about comes back to us as a result, and is said once.
 * Its own debug lines carry whole messages, and are dropped.
 */
export function boltLogger(logger: Logger): BoltLogger {
  const line = (parts: unknown[]) =>
    parts.map((part) => (typeof part === 'string' ? part : describeError(part))).join(' ');
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (...parts) => logger.debug('slack sdk', { detail: line(parts) }),
    error: (...parts) => logger.debug('slack sdk', { detail: line(parts) }),
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}

/** Options for every Web API client of ours, Bolt's own included. */
export function clientOptions(apiUrl: string | undefined, logger: Logger): webApi.WebClientOptions {
  return {
    ...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/` }),
    // The SDK would repeat a post whose answer was lost, and so double it. Our queue repeats, and looks first.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: CALL_MS,
    logger: boltLogger(logger),
  };
}

/** A Web API client without a token: each call passes the one that is set at that moment (R3.1). */
export function createSlackClient(apiUrl: string | undefined, logger: Logger): webApi.WebClient {
  return new webApi.WebClient(undefined, clientOptions(apiUrl, logger));
}
