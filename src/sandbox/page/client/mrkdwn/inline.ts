import { readAngle } from './angle.js';
import { unescapeText } from './entities.js';
import type { Inline } from './tree.js';

const MARKS: Record<string, 'bold' | 'italic' | 'strike'> = { '*': 'bold', _: 'italic', '~': 'strike' };

/** What may not stand right outside a mark: there it is a character like any other. */
const WORD = /[\p{L}\p{N}]/u;

const EMOJI = /:([a-z0-9_+'-]{1,60}):/y;

/** Marks inside marks inside marks: nobody writes more, and each level reads its text again. */
const DEEPEST = 6;

function before(text: string, at: number): string {
  const unit = text.charAt(at - 1);
  return /[\uDC00-\uDFFF]/.test(unit) ? text.slice(at - 2, at) : unit;
}

function after(text: string, at: number): string {
  const point = text.codePointAt(at + 1);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Whether a mark can open here: no word before it, and no blank or second mark after it. */
function opens(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  return next !== '' && !/\s/.test(next) && next !== text.charAt(at) && !WORD.test(before(text, at));
}

function closes(text: string, at: number): boolean {
  return !/\s/.test(text.charAt(at - 1)) && !WORD.test(after(text, at));
}

/** Where the mark that opens at `from` closes on its line; -1 when nowhere. Links and code are stepped over. */
function closing(text: string, from: number, end: number): number {
  const mark = text.charAt(from);
  for (let at = from + 1; at < end; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') return -1;
    if (char === '`' || char === '<') {
      const close = text.indexOf(char === '`' ? '`' : '>', at + 1);
      if (close > at && close < end) at = close;
    } else if (char === mark && at > from + 1 && closes(text, at)) return at;
  }
  return -1;
}

/** Reads the inside of lines: everything but fences and quotes. Text that looks like a mark and is none stays as it is. */
export function readInline(text: string, depth = 0): Inline[] {
  const out: Inline[] = [];
  /** Marks that found no end on this line: looking again would find none. */
  const hopeless = new Set<string>();
  let plain = 0;
  let at = 0;
  const flush = (to: number) => {
    if (to > plain) out.push({ kind: 'text', text: unescapeText(text.slice(plain, to)) });
  };
  const take = (node: Inline, next: number) => {
    flush(at);
    out.push(node);
    plain = next;
    at = next;
  };
  while (at < text.length) {
    const char = text.charAt(at);
    const mark = MARKS[char];
    if (char === '\n') {
      hopeless.clear();
      take({ kind: 'break' }, at + 1);
    } else if (char === '<') {
      const close = text.indexOf('>', at + 1);
      const node = close < 0 ? undefined : readAngle(text.slice(at + 1, close));
      if (node) take(node, close + 1);
      else at += 1;
    } else if (char === '`') {
      const close = text.indexOf('`', at + 1);
      const inside = text.slice(at + 1, close);
      if (close > at + 1 && !inside.includes('\n')) {
        take({ kind: 'code', text: unescapeText(inside) }, close + 1);
      } else at += 1;
    } else if (char === ':') {
      EMOJI.lastIndex = at;
      const [whole, name] = EMOJI.exec(text) ?? [];
      if (whole !== undefined && name !== undefined) take({ kind: 'emoji', name }, at + whole.length);
      else at += 1;
    } else if (mark && depth < DEEPEST && !hopeless.has(char) && opens(text, at)) {
      const close = closing(text, at, text.length);
      if (close < 0) {
        hopeless.add(char);
        at += 1;
      } else take({ kind: mark, children: readInline(text.slice(at + 1, close), depth + 1) }, close + 1);
    } else at += 1;
  }
  flush(text.length);
  return out;
}
