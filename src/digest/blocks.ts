import type { Inline } from './inline.js';

/** How the cells of a column stand. */
export type Align = 'left' | 'right' | 'center';

/** One entry of a list. */
export interface Item {
  /** As the author wrote it: `-`, `2.`, `B)`. */
  readonly marker: string;
  /** What a reader sees before the words: `•` is drawn for `null`. */
  readonly number: string | null;
  /** The task box before the words. */
  readonly box: 'open' | 'done' | null;
  readonly blocks: readonly Block[];
}

/** Stands for the lists of one container that count on from one to the next; compared by identity. */
export type Series = symbol;

/** The place of a list among those that count on. */
export type Counted =
  /** `from`: how many items stand before it in its series. */
  | { readonly role: 'part'; readonly series: Series; readonly from: number }
  /** Bullets that belong to the item before them. */
  | { readonly role: 'under'; readonly series: Series };

interface Common {
  /** Whether the author left a blank line before it. */
  readonly gap: boolean;
}

/** What a comment is made of, nested as the author nested it. */
export type Block = Common &
  (
    | { readonly type: 'paragraph'; readonly inline: Inline }
    | { readonly type: 'heading'; readonly inline: Inline }
    | { readonly type: 'code'; readonly text: string }
    | { readonly type: 'quote'; readonly blocks: readonly Block[] }
    | { readonly type: 'list'; readonly items: readonly Item[]; readonly counted?: Counted }
    | {
        readonly type: 'table';
        readonly aligns: readonly Align[];
        readonly head: readonly Inline[];
        readonly rows: readonly (readonly Inline[])[];
      }
    /** An HTML table whose cells hold more than words. */
    | { readonly type: 'panel'; readonly rows: number; readonly blocks: readonly Block[] }
    /** Lines of a stack trace that stand as bare text. */
    | { readonly type: 'trace'; readonly inline: Inline; readonly lines: number }
  );

/** The number of lines a reader sees of a piece of code. */
export function lineCount(code: string): number {
  const text = code.endsWith('\n') ? code.slice(0, -1) : code;
  return text === '' ? 0 : text.split('\n').length;
}
