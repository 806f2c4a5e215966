import type { Block } from '../blocks.js';
import { mayHoldTrace, traceRun } from './trace-lines.js';

const FEWEST_LINES = 2;
/** Marks that a frame's own words open by chance: the arity of a .NET type, the type in a Rust path. */
const CHANCE_MARK = /`\d|<[A-Za-z]\w* as /;

/** The source lines of a paragraph, and at which of them it may be parted. */
interface Lines {
  readonly lines: readonly string[];
  /** Whether a line stands right behind a break that is in no mark, link, code or comment. */
  readonly begins: readonly boolean[];
}

function linesOf(block: Extract<Block, { type: 'paragraph' }>): Lines {
  const lines: string[] = [];
  const begins: boolean[] = [];
  for (const piece of block.inline.lines()) {
    for (const [at, line] of piece.split('\n').entries()) {
      lines.push(line);
      begins.push(at === 0);
    }
  }
  begins.push(true);
  return { lines, begins };
}

/** The part of the lines `from` to `to` that may be cut out; nothing that was hidden comes to light by it. */
function within({ lines, begins }: Lines, from: number, to: number): { start: number; end: number } {
  let start = from;
  while (start < to && !begins[start]) start++;
  let end = to;
  for (; end > start && !begins[end]; end--) {
    let opened = end - 1;
    while (opened > start && !begins[opened]) opened--;
    const piece = lines.slice(opened, end).join('\n');
    if (CHANCE_MARK.test(piece) && !piece.includes('<!--')) break;
    end = opened + 1;
  }
  return { start, end };
}

/** Parts the stack traces out of a paragraph's lines. */
function splitParagraph(block: Extract<Block, { type: 'paragraph' }>): Block[] {
  const all = linesOf(block);
  const { lines } = all;
  const out: Block[] = [];
  let begun = 0;
  const push = (type: 'paragraph' | 'trace', start: number, end: number) => {
    if (start >= end) return;
    const inline = block.inline.part(lines.slice(start, end).join('\n'));
    const gap = out.length === 0 && block.gap;
    out.push(type === 'trace' ? { type, gap, inline, lines: end - start } : { type, gap, inline });
  };
  for (let at = 0; at < lines.length; ) {
    const run = traceRun(lines, at);
    const { start, end } = run.isTrace ? within(all, at, run.end) : { start: at, end: at };
    if (end - start >= FEWEST_LINES) {
      push('paragraph', begun, start);
      push('trace', start, end);
      begun = end;
    }
    at = Math.max(run.end, at + 1);
  }
  if (out.length === 0) return [block];
  push('paragraph', begun, lines.length);
  return out;
}

/** Pass: bare stack traces become blocks of their own. */
export function splitTraces(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) =>
    block.type === 'paragraph' && block.inline.source.includes('\n') && mayHoldTrace(block.inline.source)
      ? splitParagraph(block)
      : [block],
  );
}
