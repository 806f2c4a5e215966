import { webApi } from '@slack/bolt';
import { errorCode } from '../eventlog/describe-error.js';

/**
 * What a failed Slack call means for the work behind it (contracts/slack.md, "Failures to tell apart").
 * - `later`: not done; try again after `afterMs`
 * - `unsure`: it may have been done although nobody saw the answer
 * - `blocked`: not done, and not before someone mends the setup; `code` is Slack's
 * - `gone`: the message or thread it was about is not there
 * - `ours`: Slack refused what we built; `pointers` say where
 */
export type SlackFailure =
  | { kind: 'later'; code: string; afterMs?: number | undefined }
  | { kind: 'unsure'; code: string }
  | { kind: 'blocked'; code: string }
  | { kind: 'gone'; code: string }
  | { kind: 'ours'; code: string; pointers: readonly string[] };

/** Slack could not serve us just now and did nothing. */
const LATER = new Set([
  'ratelimited',
  'rate_limited',
  'service_unavailable',
  'team_added_to_org',
  'accesslimited',
]);

/** Slack failed somewhere inside; it says itself that a part may have been done. */
const UNSURE = new Set(['internal_error', 'fatal_error', 'request_timeout']);

const GONE = new Set(['thread_not_found', 'message_not_found', 'no_item_specified', 'bad_timestamp']);

const OURS = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_too_long',
  'msg_blocks_too_long',
  'no_text',
  'invalid_metadata_format',
  'invalid_metadata_schema',
  'metadata_too_large',
  'metadata_must_be_sent_from_app',
  'invalid_arguments',
  'invalid_attachments',
  'markdown_text_conflict',
]);

/** How Slack writes its errors. For a body that is no JSON the SDK gives the body in their place, which may be anything. */
const SLACK_CODE = /^[a-z][a-z0-9_]{0,79}$/;

/** Errors of the connection itself that come before a request has left. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The deepest error code of a chain of causes: fetch wraps the socket's error, the SDK wraps fetch's. */
function networkCode(error: unknown): string {
  let code = 'network_error';
  let at: unknown = error;
  for (let depth = 0; typeof at === 'object' && at !== null && depth < 8; depth += 1) {
    const own = errorCode(at);
    if (own !== undefined && !own.startsWith('slack_')) code = own;
    at = 'cause' in at && at.cause !== undefined ? at.cause : 'original' in at ? at.original : undefined;
  }
  return code;
}

/** Sorts an error thrown by the Slack SDK; codes only, so no text and no token can leak. */
export function slackFailure(error: unknown): SlackFailure {
  if (error instanceof webApi.WebAPIRateLimitedError) {
    return { kind: 'later', code: 'ratelimited', afterMs: error.retryAfter * 1000 };
  }
  if (error instanceof webApi.WebAPIPlatformError) {
    const code = error.data.error;
    if (!SLACK_CODE.test(code)) return { kind: 'unsure', code: 'unreadable_answer' };
    if (LATER.has(code)) return { kind: 'later', code };
    if (UNSURE.has(code)) return { kind: 'unsure', code };
    if (GONE.has(code)) return { kind: 'gone', code };
    if (OURS.has(code)) return { kind: 'ours', code, pointers: error.data.response_metadata?.messages ?? [] };
    return { kind: 'blocked', code };
  }
  if (error instanceof webApi.WebAPIHTTPError) {
    return error.statusCode >= 500
      ? { kind: 'unsure', code: `http_${error.statusCode}` }
      : { kind: 'blocked', code: `http_${error.statusCode}` };
  }
  const code = networkCode(error);
  return NEVER_SENT.has(code) ? { kind: 'later', code } : { kind: 'unsure', code };
}
