import { BOLD, ITALIC, type Link, type Span, STRIKE } from '../spans.js';

/** What a line is drawn from: words, blanks between words, a code span, or a whole link. */
export interface Atom {
  readonly kind: 'text' | 'blank' | 'code' | 'link';
  readonly text: string;
  readonly marks: number;
  readonly url: string;
}

export const BITS: readonly number[] = [BOLD, ITALIC, STRIKE];

function linkAtom(link: Link, url: string, spans: readonly Span[]): Atom | null {
  const text = spans
    .map((span) => span.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  const marks = spans.reduce((common, span) => common & span.marks, BOLD | ITALIC | STRIKE);
  return text !== '' || link.picture ? { kind: 'link', text, marks, url } : null;
}

/** Splits the blanks off both ends of words, since a mark must touch a word to be seen. */
function pushText(atoms: Atom[], text: string, marks: number): void {
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  const push = (kind: 'text' | 'blank', piece: string) => {
    if (piece !== '') atoms.push({ kind, text: piece, marks, url: '' });
  };
  push('blank', text.slice(0, start));
  push('text', text.slice(start, end));
  push('blank', text.slice(end));
}

/** The atoms of one line. Marks that cover only a part of a link's words are left off. */
export function atomsOf(spans: readonly Span[]): Atom[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at];
    if (!span) break;
    const { kind, link, marks, text } = span;
    if (link?.url) {
      const first = at;
      while (spans[at + 1]?.link === link) at++;
      const atom = linkAtom(link, link.url, spans.slice(first, at + 1));
      if (atom) atoms.push(atom);
    } else if (kind === 'code') {
      atoms.push({ kind: 'code', text, marks, url: '' });
    } else {
      pushText(atoms, text, marks);
    }
  }
  return atoms;
}
