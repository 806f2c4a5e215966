const REPLACEMENT = '\ufffd';

/** Every character that some reader takes for a line break: GitHub, JavaScript, or Python's `splitlines`. */
const LINE_BREAKS = new Set([
  '\r\n',
  '\r',
  '\n',
  '\v',
  '\f',
  '\x1c',
  '\x1d',
  '\x1e',
  '\x85',
  '\u2028',
  '\u2029',
]);

/**
 * Makes text safe to work on line by line: every kind of line break becomes `\n`, and what cannot stand in a comment
 * (NUL and the other control characters, a lone half of a surrogate pair) becomes U+FFFD, so a person sees that
 * something stood there. Tabs stay.
 */
export function cleanText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, REPLACEMENT).replace(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/gu, (found) => {
    if (LINE_BREAKS.has(found)) return '\n';
    return found === '\t' ? found : REPLACEMENT;
  });
}
