import { LedgerError } from './errors.js';
import { findKeywords } from './keyword-matches.js';
import { AGENT_MARKER } from './marker.js';

/** GitHub's cap on a comment body, in characters (422 beyond). */
export const COMMENT_MAX = 65_536;

export type MirrorRules = {
  readonly keywords: readonly string[];
  readonly secrets: readonly string[];
  /** The hidden id that the body must carry. */
  readonly hiddenId: string;
};

/**
 * The last look at a finished body, by other means than those that wrote it: one marker and one hidden id, both at
 * the end, no other comment opener, no keyword by the most generous reading, no line outside the quote, none of our
 * tokens, within GitHub's cap. A body that fails is never sent.
 *
 * @throws LedgerError with the code of the first rule that does not hold.
 */
export function assertMirrorSafe(body: string, rules: MirrorRules): void {
  const ending = `\n${AGENT_MARKER}\n${rules.hiddenId}\n`;
  if (!body.endsWith(ending)) {
    throw new LedgerError('marker-missing', 'a mirror ends with the marker and its hidden id');
  }
  const visible = body.slice(0, -ending.length);
  if (visible.includes('<!--')) {
    throw new LedgerError('comment-opener', 'a mirror has no HTML comment but its marker and its hidden id');
  }
  if (findKeywords(visible, rules.keywords).length > 0) {
    throw new LedgerError(
      'keyword-parses',
      'a control keyword is left whole: choose one with a word of two letters',
    );
  }
  if (!isQuotedThroughout(visible)) {
    throw new LedgerError('quote-escaped', 'every line of a reply stands in the quote');
  }
  if (rules.secrets.some((secret) => secret.length >= 8 && body.includes(secret))) {
    throw new LedgerError('secret-leaked', 'a mirror holds none of our own tokens');
  }
  if (body.length > COMMENT_MAX) {
    throw new LedgerError('body-too-long', `GitHub takes ${COMMENT_MAX} characters`);
  }
}

/** Three lines of ours (the visible one, a blank one, the attribution), then quoted lines and nothing else. */
function isQuotedThroughout(visible: string): boolean {
  const lines = visible.replaceAll('\t', ' ').split(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  return lines.length > 3 && lines.slice(3).every((line) => line.startsWith('>'));
}
