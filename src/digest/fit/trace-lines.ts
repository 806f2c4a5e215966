/**
 * How the lines of stack traces look. Each pattern is tried at the start of a line and takes time that is
 * linear in the line.
 */

/** Behind a log's own prefix too. */
const PREFIX = '(?:[^()]{0,98}\\s\\s|[\\s|+>-]*)';
/** What .NET and the log frameworks of Java put behind a frame; Node's `{` opens the fields of the error. */
const BEHIND = '(?: ~?\\[[^\\]]*\\])?(?: in .*:line \\d+)?(?: \\{)?\\s*$';

/** Lines that only stack traces have, by language. */
const FRAMES: readonly RegExp[] = [
  /^[\s+]*(?:Exception Group )?Traceback \(most recent call last\):/, // Python
  /^\s*File "[^"]*", line \d+/, // Python
  new RegExp(`^(?:[^()]{0,98}\\s\\s|\\s*)at (?=[^\\s()]*\\.)[^\\s()]+\\([^()]*\\)${BEHIND}`), // Java, .NET
  /^\s*at [^()]{1,200} \((?:.*:\d+:\d+|<anonymous>|native|index \d+)\)(?: \{)?\s*$/, // JavaScript
  /^\s+at (?:async )?\S+:\d+(?::\d+)?(?: \{)?\s*$/, // JavaScript without a name, Rust
  /^(?:\s*\d+>)?[^()]{0,60}?--- End of .*stack trace/, // .NET
  /^goroutine \d+ (?:[^[\]]{1,80} )?\[[^\]]+\]:/, // Go
  /^thread '[^']*' (?:\(\d+\) )?panicked at /, // Rust
  /^stack backtrace:/, // Rust
  /^note: (?:run with `RUST_BACKTRACE|Some details are omitted)/, // Rust
];
/** What stands before the symbol in a frame of Rust's, and what the symbol is made of. */
const RUST_NUMBER = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]+ - )?/;
const RUST_SYMBOL = /^[\w<>:{}#$ &*,'[\]();-]+$/;

/** Lines that a trace has, and prose may have too. */
const HEADERS: readonly RegExp[] = [
  new RegExp(
    `^${PREFIX}(?:Uncaught (?:\\(in promise\\) )?|Unhandled (?:[Ee]xception[.:] )?)?(?:[\\w$]+[.:/]{1,2}){0,12}` +
      '(?:[A-Z]\\w*)?(?:Error|Exception|ExceptionGroup|Interrupt|Exit)\\b(?: \\[[^\\]]{1,80}\\])?(?::|\\s*$)',
  ),
  /^\s*(?:Exception in thread |Caused by: |Suppressed: )/, // Java
  /^\s*\.\.\. \d+ (?:more|common frames omitted)\s*$/, // Java
  /^\s*(?:panic|fatal error): /, // Go
  /^\[signal SIG/, // Go
  /^(?:During handling of the above exception, another|The above exception was the direct cause)/, // Python
];
/** Names what was thrown by a name that tells nothing; it counts right before a frame. */
const RAISED = /^\s*[A-Za-z_$][\w$]*(?:\.[\w$]+)+(?::\s|\s*$)/;
/** The last line of a Python traceback. */
const PYTHON_RAISED = /^[A-Za-z_][\w.]*(?::\s|\s*$)/;
const PYTHON_FILE = /^\s*File "/;
/** The bars before the lines of a Python exception group, and the rules between its parts. */
const GROUP_BAR = /^\s*\| ?/;
const GROUP_RULE = /^\s*\+-[-+ \d.]*$/;
/** Where a Go function is; the call stands on the line before. */
const GO_PLACE = /^\s+\S+\.go:\d+(?: \+0x[0-9a-f]+)?\s*$/;
const GO_CREATED = /^created by \S/;
const CARETS = /^\s*[~^]+\s*$/;
const PANICKED = /^thread '[^']*' (?:\(\d+\) )?panicked at /;
/** Within a backtrace, where a symbol needs no path. */
const RUST_NUMBERED = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]+ - )?\S+\s*$/;
const RUST_SIDES = /^\s*(?:left|right): /;
const FIELD = /^\s+\S/;
const FIELDS_END = /^\}\s*$/;

/** Bold around the first or the last line of a trace. */
const BOLD = /^(?:\*\*|__)(?=\w)|(?:\*\*|__)$/g;

/** A line without the bar of a group and without bold. */
function bare(line: string): string {
  return line.replace(GROUP_BAR, '').replace(BOLD, '');
}

/** Lines in a row that look like a trace's. */
export interface Run {
  /** The line behind the last one. */
  readonly end: number;
  /** Whether one of them is a line that only traces have. */
  readonly isTrace: boolean;
}

/** Blanks in a symbol stand between angle brackets only; a numbered line of prose has them anywhere. */
function isRustFrame(line: string): boolean {
  const number = line.includes('::') ? RUST_NUMBER.exec(line) : null;
  const symbol = number ? line.slice(number[0].length).trim() : '';
  return symbol.includes('::') && RUST_SYMBOL.test(symbol) && (symbol.includes('<') || !symbol.includes(' '));
}

function isFrame(line: string): boolean {
  return GO_PLACE.test(line) || isRustFrame(line) || FRAMES.some((frame) => frame.test(line));
}

/** What the lines so far make of the next one. */
interface State {
  /** Within the frames of a Python traceback, before the line that names the exception. */
  python: boolean;
  /** The next line is the message of a Rust panic. */
  message: boolean;
  rust: boolean;
  /** Within the fields that Node prints behind a trace. */
  fields: boolean;
}

type Kind = 'frame' | 'other' | null;

/** Whether `line` goes on with a trace, for what stood before it. */
function goesOn(line: string, state: State): boolean {
  if (state.message) return true;
  if (state.python && (/^\s/.test(line) || PYTHON_RAISED.test(line))) return true;
  if (state.fields && (FIELD.test(line) || FIELDS_END.test(line))) return true;
  if (state.rust && (RUST_NUMBERED.test(line) || RUST_SIDES.test(line))) return true;
  return GROUP_RULE.test(line) || CARETS.test(line);
}

function kindOf(line: string, next: string, state: State, isFirst: boolean): Kind {
  if (isFrame(line)) return 'frame';
  if (GO_PLACE.test(next) && (line.endsWith(')') || GO_CREATED.test(line))) return 'frame';
  if (HEADERS.some((header) => header.test(line)) || (RAISED.test(line) && isFrame(next))) return 'other';
  return !isFirst && goesOn(line, state) ? 'other' : null;
}

function after(line: string, kind: Kind, state: State): State {
  const opensPython = PYTHON_FILE.test(line) || line.includes('Traceback (most recent');
  const panicked = PANICKED.test(line);
  return {
    python: opensPython || (state.python && kind === 'other' && /^\s/.test(line)),
    message: panicked && line.trimEnd().endsWith(':'),
    rust: state.rust || panicked || line.startsWith('stack backtrace:'),
    fields: (state.fields || line.endsWith(' {')) && !FIELDS_END.test(line),
  };
}

/** The lines from `from` on that look like a stack trace's. */
export function traceRun(lines: readonly string[], from: number): Run {
  let state: State = { python: false, message: false, rust: false, fields: false };
  let isTrace = false;
  let at = from;
  for (; at < lines.length; at++) {
    const line = bare(lines[at] ?? '');
    const kind = kindOf(line, bare(lines[at + 1] ?? ''), state, at === from);
    if (!kind) break;
    isTrace ||= kind === 'frame';
    state = after(line, kind, state);
  }
  return { end: at, isTrace };
}

/** What every trace has somewhere; spares prose the look at each line. */
const HINT =
  /File "|\bat [^\s()]*[.(:]|\bat [^\s()]+ [[(]|\bat (?:async|new) |\.go:\d|goroutine \d|Traceback|panicked|BACKTRACE|backtrace:|--- End of|::/;

/** Whether a text may hold a trace at all. */
export function mayHoldTrace(source: string): boolean {
  return HINT.test(source);
}
