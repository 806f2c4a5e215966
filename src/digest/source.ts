const BOM = '\uFEFF';
const REPLACEMENT = '\uFFFD';
const UNUSUAL = /[\r\0\uD800-\uDFFF]/;

/**
 * The text as the parser wants it: no byte-order mark, line feeds only, and U+FFFD for NUL (CommonMark
 * 2.3) and for half a surrogate pair, which Slack's JSON reader refuses.
 */
export function normalise(markdown: string): string {
  const text = markdown.startsWith(BOM) ? markdown.slice(1) : markdown;
  if (!UNUSUAL.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', REPLACEMENT)
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, REPLACEMENT);
}

/** Tells of each line of the source whether it is blank once quote marks are taken away. */
export function blankLines(source: string): (line: number) => boolean {
  /** Where the lines found so far begin; blocks ask in order, so the search goes on where it stopped. */
  const starts = [0];
  return (line) => {
    while (starts.length <= line + 1) {
      const end = source.indexOf('\n', starts.at(-1));
      starts.push(end < 0 ? source.length + 1 : end + 1);
    }
    return /^[\s>]*$/.test(source.slice(starts[line], (starts[line + 1] ?? 0) - 1));
  };
}
