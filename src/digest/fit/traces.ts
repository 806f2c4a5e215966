import type { Block } from '../blocks.js';

/** Lines that only stack traces have, by language. Each pattern is tried at one place of a line. */
const FRAMES: readonly RegExp[] = [
  /^[\s|+-]*(?:Exception Group )?Traceback \(most recent call last\):/, // Python
  /^[\s|]*File "[^"]*", line \d+/, // Python
  /^(?:[^()]{0,60}\s{2,40}|\s*)at (?=[^\s()]*\.)[^\s()]+\(/, // Java, .NET, behind a log's own prefix too
  /^\s*at (?:async |new )*[^()]{1,200} \((?:[^()]*:\d+:\d+|<anonymous>|native|index \d+)\)/, // JavaScript
  /^\s+at (?:async )?(?:[a-z]+:\/\/)?\S+:\d+(?::\d+)?\s*$/, // JavaScript without a name, Rust
  /^\s*\.\.\. \d+ (?:more|common frames omitted)/, // Java
  /^\s*(?:\d+>)?[^()]{0,60}?--- End of .*stack trace/, // .NET
  /^\s*(?:Exception in thread |Caused by: |Suppressed: )/, // Java
  /^goroutine \d+ \[[^\]]+\]:/, // Go
  /^panic: /, // Go
  /^thread '[^']*' (?:\(\d+\) )?panicked at /, // Rust
  /^stack backtrace:/, // Rust
  /^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?=.*::)[\w<>:{}#$ ]+$/, // Rust
  /^note: run with `RUST_BACKTRACE/, // Rust
];
/** What every trace has somewhere; spares prose the look at each line. */
const HINT =
  /(?:Error|Exception|Interrupt|Exit)\b|File "|\bat [^\s()]*[.(:]|\bat [^\s()]+ \(|\.go:\d|panic|goroutine \d|Traceback|omitted|BACKTRACE|::/;
/** The line that names what was thrown. */
const ERROR =
  /^(?:[\s|+>-]*|[^()]{0,60}\s{2,40})(?:Uncaught |Unhandled )?(?:[\w$]+[.:/]{1,2}){0,12}[A-Z]\w*(?:Error|Exception|Interrupt|Exit)\b(?::|$)/;
/** The same without a telling name; it counts behind other lines of a trace only. */
const RAISED = /^[\s|]*[A-Za-z_$][\w$]*(?:\.[\w$]+)+(?::\s|$)/;
const PYTHON_FILE = /^[\s|]*File "/;
const PYTHON_SOURCE = /^[\s|]*\S/;
/** Where a Go function is; the call stands on the line before. */
const GO_PLACE = /^\s+\S+\.go:\d+(?: \+0x[0-9a-f]+)?\s*$/;
const CARETS = /^[\s|]*[~^]+\s*$/;

/** How many lines from `from` on belong to a stack trace; none unless two or more do. */
function traceLength(lines: readonly string[], from: number): number {
  let at = from;
  let afterFile = false;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const isSource = afterFile && PYTHON_SOURCE.test(line) && /^\s/.test(line);
    const isGoCall = line.endsWith(')') && GO_PLACE.test(lines[at + 1] ?? '');
    const belongs =
      isSource || isGoCall || (at > from && (CARETS.test(line) || RAISED.test(line))) || isTraceLine(line);
    if (!belongs) break;
    afterFile = PYTHON_FILE.test(line);
  }
  return at - from >= 2 ? at - from : 0;
}

function isTraceLine(line: string): boolean {
  return ERROR.test(line) || GO_PLACE.test(line) || FRAMES.some((frame) => frame.test(line));
}

/** Parts the stack traces out of a paragraph's lines. */
function splitParagraph(block: Extract<Block, { type: 'paragraph' }>): Block[] {
  const lines = block.inline.source.split('\n');
  const out: Block[] = [];
  let begun = 0;
  const push = (type: 'paragraph' | 'trace', start: number, end: number) => {
    if (start >= end) return;
    const inline = block.inline.part(lines.slice(start, end).join('\n'));
    const gap = out.length === 0 && block.gap;
    out.push(type === 'trace' ? { type, gap, inline, lines: end - start } : { type, gap, inline });
  };
  for (let at = 0; at < lines.length; at++) {
    const length = traceLength(lines, at);
    if (length === 0) continue;
    push('paragraph', begun, at);
    push('trace', at, at + length);
    begun = at + length;
    at = begun - 1;
  }
  if (out.length === 0) return [block];
  push('paragraph', begun, lines.length);
  return out;
}

/** Pass: bare stack traces become blocks of their own. */
export function splitTraces(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) =>
    block.type === 'paragraph' && block.inline.source.includes('\n') && HINT.test(block.inline.source)
      ? splitParagraph(block)
      : [block],
  );
}
