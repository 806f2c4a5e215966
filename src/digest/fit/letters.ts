import type { Block, Item } from '../blocks.js';
import type { Inline } from '../inline.js';

/** `A) words`, `a. words`, also with the marker or the whole head in bold. */
const LETTERED = /^ {0,3}(\*\*|__)?([A-Za-z])([.)])(\*\*|__)?[ \t]+(?=\S)/;
/** A line that goes on with the item before it rather than standing for itself. */
const GOES_ON = /^(?:\s{2,}|\p{Ll})/u;

/** A second line of a run within a paragraph. */
const SECOND = /\n {0,3}(?:\*\*|__)?[Bb][.)]/;

interface Lettered {
  readonly letter: string;
  readonly marker: string;
  readonly words: string;
}

function lettered(line: string): Lettered | null {
  const hit = LETTERED.exec(line);
  const letter = hit?.[2];
  if (!hit || !letter) return null;
  const opened = hit[1] ?? '';
  const closed = hit[4] ?? '';
  const words = line.slice(hit[0].length);
  if (!opened && closed) return null;
  return { letter, marker: `${letter}${hit[3]}`, words: opened && !closed ? opened + words : words };
}

function follows(before: string, letter: string): boolean {
  return letter.charCodeAt(0) === before.charCodeAt(0) + 1;
}

interface Draft {
  readonly marker: string;
  readonly letter: string;
  readonly lines: string[];
}

function asItems(drafts: readonly Draft[], inline: Inline): Item[] {
  return drafts.map(({ marker, lines }) => ({
    marker,
    number: marker,
    box: null,
    blocks: [{ type: 'paragraph', gap: false, inline: inline.part(lines.join('\n')) }],
  }));
}

/** Parts lettered runs out of a paragraph's lines. */
function splitParagraph(block: Extract<Block, { type: 'paragraph' }>): Block[] {
  const { inline } = block;
  const out: Block[] = [];
  let prose: string[] = [];
  let drafts: Draft[] = [];
  const gap = () => out.length === 0 && block.gap;
  const flushProse = () => {
    if (prose.length > 0) out.push({ type: 'paragraph', gap: gap(), inline: inline.part(prose.join('\n')) });
    prose = [];
  };
  const flushDrafts = () => {
    const [only] = drafts;
    if (drafts.length > 1) {
      flushProse();
      out.push({ type: 'list', gap: gap(), items: asItems(drafts, inline) });
    } else if (only) {
      for (const line of only.lines) prose.push(line);
    }
    drafts = [];
  };
  for (const line of inline.lines()) {
    const hit = lettered(line);
    const last = drafts.at(-1);
    if (hit && last && follows(last.letter, hit.letter)) {
      drafts.push({ marker: hit.marker, letter: hit.letter, lines: [hit.words] });
      if (drafts.length === 2 && drafts[0])
        drafts[0].lines[0] = lettered(drafts[0].lines[0] ?? '')?.words ?? '';
    } else if (hit && /^[Aa]$/.test(hit.letter)) {
      flushDrafts();
      drafts = [{ marker: hit.marker, letter: hit.letter, lines: [line] }];
    } else if (last && GOES_ON.test(line)) {
      last.lines.push(line);
    } else {
      flushDrafts();
      prose.push(line);
    }
  }
  flushDrafts();
  flushProse();
  return out.length > 1 || out[0]?.type === 'list' ? out : [block];
}

/** A paragraph that is one lettered line, as a list of one, to be joined with its neighbours. */
function single(block: Block): Draft | null {
  if (block.type !== 'paragraph') return null;
  const { source } = block.inline;
  const hit = /^ {0,3}(?:\*\*|__)?[A-Za-z][.)]/.test(source) ? lettered(source) : null;
  return hit ? { marker: hit.marker, letter: hit.letter, lines: [hit.words] } : null;
}

/** Pass: lettered lines in sequence become a list, within one paragraph or as paragraphs in a row. */
export function foldLetters(blocks: readonly Block[]): Block[] {
  const out: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (!block) break;
    const items: Item[] = [];
    let last: Draft | null = null;
    for (let next = at; ; next++) {
      const neighbour = blocks[next];
      const draft: Draft | null = neighbour ? single(neighbour) : null;
      if (neighbour?.type !== 'paragraph' || !draft) break;
      if (last ? !follows(last.letter, draft.letter) : !/^[Aa]$/.test(draft.letter)) break;
      for (const item of asItems([draft], neighbour.inline)) items.push(item);
      last = draft;
    }
    if (items.length > 1) {
      out.push({ type: 'list', gap: block.gap, items });
      at += items.length - 1;
    } else if (block.type === 'paragraph' && SECOND.test(block.inline.source)) {
      for (const part of splitParagraph(block)) out.push(part);
    } else {
      out.push(block);
    }
  }
  return out;
}
