import type { Block } from '../blocks.js';
import { BOLD, marked, plain, SOFT_BREAK, type Span, slice, textSpan, trim } from '../spans.js';
import type { Ask } from './ask.js';
import type { List } from './choices.js';
import { numbered } from './items.js';
import { type Frame, hasWords, makeUnit, type Place, pointerFor, pointerSpan, type Unit } from './unit.js';

const QUOTE = '> ';
/** How far back from the ask a line break is looked for; blanks before it are one or two. */
const BLANKS_LOOKED_AT = 8;

/** The words of a block without the sentence that went to the top. */
function wordsOf(block: Extract<Block, { type: 'paragraph' | 'heading' }>, ask: Ask | null): readonly Span[] {
  const spans = block.inline.spans();
  if (ask?.block !== block) return spans;
  const before = slice(spans, 0, ask.start);
  const after = slice(spans, ask.end, Number.POSITIVE_INFINITY);
  const left = trim(before);
  const right = trim(after);
  if (left.length === 0 || right.length === 0) return [...left, ...right];
  const [, behind = ''] = /(\s*)$/.exec(plain(before).slice(-BLANKS_LOOKED_AT)) ?? [];
  const [, ahead = ''] = /^(\s*)/.exec(plain(after)) ?? [];
  return [...left, /[\n\u2028]/.test(behind + ahead) ? SOFT_BREAK : textSpan(' '), ...right];
}

/** The units of a list of the choices alone. */
export function unitsOfChoices(list: List, frame: Frame): Unit[] {
  return [
    ...units([list], { ...frame, quote: frame.quoted ? QUOTE : '', indent: 0, bullets: 0, choice: null }),
  ];
}

/** The units of the blocks, in order, made one by one so that what is not shown is never read. */
export function* unitsOf(blocks: readonly Block[], frame: Frame): Generator<Unit> {
  yield* units(blocks, { ...frame, quote: '', indent: 0, bullets: 0, choice: null });
}

function* units(blocks: readonly Block[], place: Place): Generator<Unit> {
  let gap = false;
  for (const block of blocks) {
    gap ||= block.gap;
    for (const made of unitsOfBlock(block, place, gap)) {
      yield made;
      gap = false;
    }
  }
}

function* unitsOfBlock(block: Block, place: Place, gap: boolean): Generator<Unit> {
  const pointer = pointerFor(block);
  if (pointer) {
    yield makeUnit(place, gap, [pointerSpan(pointer)], { pointers: [pointer] });
    return;
  }
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const spans = wordsOf(block, place.ask);
      if (!hasWords(spans)) return;
      if (block.type === 'heading') yield makeUnit(place, gap, marked(spans, BOLD), { heading: true });
      else yield makeUnit(place, gap, spans);
      return;
    }
    case 'quote': {
      let first = true;
      for (const made of units(block.blocks, { ...place, quote: QUOTE })) {
        if (first) yield { ...made, gap: gap ? '\n\n' : '\n' };
        else yield made.gap === '\n\n' ? { ...made, gap: '\n> \n' } : made;
        first = false;
      }
      return;
    }
    case 'list':
      yield* numbered(block, place, gap);
  }
}
