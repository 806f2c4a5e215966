import type { TokenKind } from '../calls.js';
import { MethodFailure } from '../errors.js';
import type { Faults } from '../faults.js';
import type { Method } from '../methods/method.js';
import type { Settings } from '../options.js';

/** Which token a request carries, in its header or (as Slack also takes it) among its arguments. */
export function tokenKind(
  authorization: string | undefined,
  argument: string | undefined,
  tokens: Settings['tokens'],
): TokenKind {
  const header = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length).trim() : '';
  const token = header === '' ? (argument ?? '') : header;
  if (token === '') return 'none';
  if (token === tokens.bot) return 'bot';
  return token === tokens.app ? 'app' : 'unknown';
}

/** The scopes behind a token. */
export function scopesOf(kind: TokenKind, faults: Faults, settings: Settings): readonly string[] {
  if (kind === 'bot') return faults.grantedScopes;
  return kind === 'app' ? settings.appScopes : [];
}

/** @throws MethodFailure `not_authed`, `invalid_auth`, `token_revoked`, `not_allowed_token_type`, `missing_scope` */
export function authorize(method: Method, kind: TokenKind, faults: Faults, settings: Settings): void {
  if (kind === 'none') throw new MethodFailure('not_authed');
  if (kind === 'unknown') throw new MethodFailure('invalid_auth');
  if (kind === 'bot' && faults.isRevoked) throw new MethodFailure('token_revoked');
  if (kind !== method.token) throw new MethodFailure('not_allowed_token_type');
  const granted = scopesOf(kind, faults, settings);
  if (method.scopes.length === 0 || method.scopes.some((scope) => granted.includes(scope))) return;
  throw new MethodFailure('missing_scope', {
    needed: method.scopes.join(','),
    provided: granted.join(','),
  });
}
