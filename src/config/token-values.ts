/** Tokens of Slack (`xoxb-…`, `xoxe.…`, `xapp-…`) and GitHub (`ghp_…`, `github_pat_…`), anywhere in a text. */
const TOKENS = [
  /(?<![a-z0-9])(?:xox(?:[a-z]-|e\.)|xapp-)/i,
  // Always lower case: GHS_TOKEN is the name of a variable.
  /(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_)/,
];

/** Whether a token stands anywhere in a text. */
export function holdsToken(text: string): boolean {
  return TOKENS.some((token) => token.test(text));
}

/** A place in plain data: its key, and the place around it. */
type Place = { value: unknown; key: string; around: Place | undefined };

function pathOf(place: Place): string {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.around; at = at.around)
    keys.unshift(holdsToken(at.key) ? '(a key)' : at.key);
  return keys.join('.');
}

/**
 * Where a token stands in a file, as a value or as a key, whatever the keys around it: tokens are never configuration (R3.1).
 *
 * @returns the paths, without the tokens; a key that holds one is called `(a key)`
 */
export function tokenPaths(data: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const places: Place[] = [{ value: data, key: '', around: undefined }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, key } = place;
    if (holdsToken(key) || (typeof value === 'string' && holdsToken(value))) found.push(pathOf(place));
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const around = place;
    const inside = Object.entries(value).map(([name, inner]) => ({ value: inner, key: name, around }));
    for (const inner of inside.reverse()) places.push(inner);
  }
  return found;
}
