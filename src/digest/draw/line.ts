import { BOLD, ITALIC, type Span, STRIKE } from '../spans.js';
import { type Atom, atomsOf, BITS } from './atoms.js';
import { escapeCode, escapeMarkup, partBroadcasts, ZWSP } from './escape.js';
import { LiteralMarks } from './literals.js';

const SIGNS: Readonly<Record<number, string>> = { [BOLD]: '*', [ITALIC]: '_', [STRIKE]: '~' };
const NEEDS_CARE = /[*_~`&<>@]/;

/** For each atom and each of `BITS`, the index of the first atom behind it that lacks the mark. */
function runEnds(atoms: readonly Atom[]): Int32Array {
  const ends = new Int32Array((atoms.length + 1) * BITS.length);
  for (let at = atoms.length - 1; at >= 0; at--) {
    const marks = atoms[at]?.marks ?? 0;
    for (const [n, bit] of BITS.entries()) {
      const here = at * BITS.length + n;
      if (marks & bit) ends[here] = Math.max(at + 1, ends[here + BITS.length] ?? 0);
    }
  }
  return ends;
}

/** Whether Slack overlooks a mark that touches this character on its outer side. */
function hidesMark(char: string): boolean {
  return char !== '' && !/\s/.test(char) && (char > '\u007F' || /[0-9A-Za-z*_~`]/.test(char));
}

/** Draws one line. Marks are opened longest first, closed in order, and never left open. */
class LineWriter {
  readonly #parts: string[] = [];
  readonly #literals = new LiteralMarks();
  readonly #open: number[] = [];
  #before = '';
  #last: 'none' | 'opened' | 'closed' | 'words' = 'none';

  /** `end` tells where the run of a mark ends that is open at the atom. */
  write(atom: Atom, end: (bit: number) => number, after: string): void {
    if (this.#open.length > 0) this.#close(atom.marks);
    if (atom.kind === 'blank') {
      this.#put(atom.text, 'words', ' ');
      return;
    }
    if (atom.marks !== 0) this.#openMarks(atom.marks, end);
    if (atom.kind === 'text') this.#words(atom.text, after);
    else if (atom.kind === 'code') this.#code(atom.text);
    else this.#link(atom);
  }

  finish(): string {
    this.#close(0);
    this.#literals.disarm(this.#parts);
    return partBroadcasts(this.#parts.join(''));
  }

  #put(text: string, last: 'opened' | 'closed' | 'words', before: string): void {
    this.#parts.push(text);
    this.#last = last;
    this.#before = before;
  }

  /** Ends a word for Slack where a mark meets the character `next`, or another mark for `null`. */
  #part(next: string | null): void {
    const touches =
      next === null
        ? this.#last === 'closed' || (this.#last === 'words' && hidesMark(this.#before))
        : this.#last === 'closed' && hidesMark(next);
    if (touches) this.#parts.push(ZWSP);
  }

  #openMarks(marks: number, end: (bit: number) => number): void {
    const missing = BITS.filter((bit) => marks & bit && !this.#open.includes(bit));
    if (missing.length > 1) missing.sort((a, b) => end(b) - end(a));
    for (const bit of missing) {
      this.#part(null);
      this.#open.push(bit);
      this.#literals.drawn(SIGNS[bit] ?? '');
      this.#put(SIGNS[bit] ?? '', 'opened', '');
    }
  }

  #close(marks: number): void {
    while (this.#open.some((bit) => !(marks & bit))) {
      this.#put(SIGNS[this.#open.pop() ?? 0] ?? '', 'closed', '');
    }
  }

  #words(text: string, after: string): void {
    this.#part(text.charAt(0));
    if (this.#parts.length === 0 && text.startsWith('>')) this.#parts.push(ZWSP);
    this.#literal(text, this.#before, after);
    this.#put('', 'words', text.charAt(text.length - 1));
  }

  /** Words as they are, with an eye on the mark characters among them. */
  #literal(text: string, before: string, after: string): void {
    let at = 0;
    for (const run of text.matchAll(/\*+|_+|~+|`+/g)) {
      const end = run.index + run[0].length;
      if (run.index > at) this.#parts.push(escapeMarkup(text.slice(at, run.index)));
      const left = run.index > 0 ? text.charAt(run.index - 1) : before;
      const right = end < text.length ? text.charAt(end) : after;
      this.#literals.literal(run[0], this.#parts.length, left, right);
      this.#parts.push(run[0]);
      at = end;
    }
    if (at < text.length) this.#parts.push(escapeMarkup(text.slice(at)));
  }

  #code(text: string): void {
    this.#part(null);
    this.#literals.drawn('`');
    this.#put(`\`${escapeCode(text)}\``, 'closed', '');
  }

  #link(atom: Atom): void {
    const url = escapeMarkup(atom.url);
    const isBare = atom.text === '' || atom.text === atom.url;
    this.#parts.push(isBare ? `<${url}` : `<${url}|`);
    if (!isBare) this.#literal(atom.text, '|', '>');
    this.#put('>', 'words', '>');
  }
}

/** Blanks between words of unlike marks carry no mark of their own; `LineWriter` keeps what is open. */
function settleBlanks(atoms: readonly Atom[]): Atom[] {
  return atoms.map((atom, at) => {
    if (atom.kind !== 'blank' || atom.marks === 0) return atom;
    return { ...atom, marks: atom.marks & (atoms[at - 1]?.marks ?? 0) & (atoms[at + 1]?.marks ?? 0) };
  });
}

/** Draws spans that hold no break as one line of mrkdwn, without blanks at its ends. */
export function drawLine(spans: readonly Span[]): string {
  const [only] = spans;
  if (only && spans.length === 1 && only.kind === 'text' && only.marks === 0 && !only.link) {
    if (!NEEDS_CARE.test(only.text)) return only.text.trim();
  }
  const atoms = settleBlanks(atomsOf(spans));
  while (atoms[0]?.kind === 'blank') atoms.shift();
  while (atoms.at(-1)?.kind === 'blank') atoms.pop();
  const ends = runEnds(atoms);
  const writer = new LineWriter();
  for (const [at, atom] of atoms.entries()) {
    const end = (bit: number) => ends[at * BITS.length + BITS.indexOf(bit)] ?? 0;
    writer.write(atom, end, atoms[at + 1]?.text.charAt(0) ?? '');
  }
  return writer.finish();
}
