import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../guard.js';

/**
 * Whether a request comes from the page itself or from someone at this machine: `Host` is the loopback address (a page that
 * rebinds its own name to 127.0.0.1 says its name there), `Origin`, where there is one, is our own, and no browser says
 * that another site caused it. What changes something must carry our `Origin`.
 */
export function isOurs(request: IncomingMessage, port: number): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (!isLoopback(host, port)) return false;
  if (origin !== undefined && origin !== new URL(`http://${host}`).origin) return false;
  if (request.method === 'POST') return origin !== undefined;
  // A link on another site may lead here; nothing else of another site may read us.
  const follows = request.headers['sec-fetch-mode'] === 'navigate';
  return site === 'same-origin' || site === 'none' || follows;
}

/** What the page may load and do: its own script, style sheet and answers. Nothing is made from strings. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers of every answer. */
export const SAFE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;
