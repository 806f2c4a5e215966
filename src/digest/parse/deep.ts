import type { StateBlock } from 'markdown-it';

/**
 * The nesting past which containers are no longer told apart. markdown-it recurses once a level and
 * drops everything below its `maxNesting`; a quote takes one level, a list two.
 */
export const DEEPEST_LEVEL = 98;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isBlank = (code: number) => code === 32 || code === 9;

/** The end of a list marker that starts at `at` and is followed by a blank or the end; -1 if none does. */
function markerEnd(line: string, at: number): number {
  const code = line.charCodeAt(at);
  let end = at + 1;
  if (isDigit(code)) {
    while (end < at + 9 && isDigit(line.charCodeAt(end))) end++;
    const close = line.charCodeAt(end++);
    if (close !== 46 && close !== 41) return -1;
  } else if (code !== 42 && code !== 43 && code !== 45) {
    return -1;
  }
  return end >= line.length || isBlank(line.charCodeAt(end)) ? end : -1;
}

/** The line without the quote and list markers it starts with, found in one scan. */
function withoutMarkers(line: string): string {
  let at = 0;
  while (at < line.length) {
    const code = line.charCodeAt(at);
    if (isBlank(code) || code === 62) {
      at++;
      continue;
    }
    const end = markerEnd(line, at);
    if (end < 0) break;
    at = end;
  }
  return line.slice(at);
}

/** Block rule: at the deepest level, reads the lines up to a blank one as a paragraph. */
export function deep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level < DEEPEST_LEVEL || silent) return false;
  const lines: string[] = [];
  let line = startLine;
  do {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    lines.push(withoutMarkers(state.src.slice(start, state.eMarks[line])));
    line++;
  } while (line < endLine && !state.isEmpty(line) && inside(state.sCount[line] ?? 0, state.blkIndent));
  state.line = line;
  state.push('paragraph_open', 'p', 1).map = [startLine, line];
  const inline = state.push('inline', '', 0);
  inline.content = lines.join('\n').trim();
  inline.map = [startLine, line];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/** A negative indent marks a lazy continuation line. */
function inside(indent: number, blockIndent: number): boolean {
  return indent < 0 || indent >= blockIndent;
}
