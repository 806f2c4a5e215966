const BOM = '\uFEFF';
const REPLACEMENT = '\uFFFD';

/**
 * The text as the parser wants it: no byte-order mark, line feeds only, and U+FFFD for NUL (CommonMark
 * 2.3) and for half a surrogate pair, which Slack's JSON reader refuses.
 */
export function normalise(markdown: string): string {
  const text = markdown.startsWith(BOM) ? markdown.slice(1) : markdown;
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', REPLACEMENT)
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, REPLACEMENT);
}

/** Tells of each line of the source whether it is blank once quote marks are taken away. */
export function blankLines(source: string): (line: number) => boolean {
  const lines = source.split('\n');
  return (line) => {
    const text = lines[line];
    return text === undefined || /^[\s>]*$/.test(text);
  };
}
