import { LoopError } from './errors.js';

/**
 * One of the-loop's routes under its base URL, which may have a path of its own (a gateway).
 * `route` has no leading slash. Throws LoopError `bad-url` when the base is not an http or https URL, or holds a user
 * and password: those would be logged with it, and `fetch` refuses them.
 */
export function routeUrl(baseUrl: string, route: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (base === undefined || !['http:', 'https:'].includes(base.protocol)) {
    throw new LoopError(
      'bad-url',
      'the address of the-loop must be an http:// or https:// URL (THE_LOOP_URL)',
    );
  }
  if (base.username !== '' || base.password !== '') {
    throw new LoopError(
      'bad-url',
      'the address of the-loop must not hold a user or password; use THE_LOOP_TOKEN',
    );
  }
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return new URL(route, base);
}

/** What a bearer token may hold (RFC 6750 `b64token` and a little more): anything else cannot be sent in a header. */
const SENDABLE = /^[\x21-\x7e]{1,4096}$/;

/** The `authorization` header for a token, `{}` without one, or undefined when the token cannot be sent in a header. */
export function bearer(token: string | undefined): Record<string, string> | undefined {
  if (token === undefined || token === '') return {};
  return SENDABLE.test(token) ? { authorization: `Bearer ${token}` } : undefined;
}
