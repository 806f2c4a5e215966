import type { Block } from '../blocks.js';
import type { Inline } from '../inline.js';
import { type Span, slice } from '../spans.js';
import { masked } from './masked.js';
import { withoutRaised } from './raised.js';
import { asks, sentenceEnds } from './sentences.js';

/** A block of words in which a sentence may ask. */
type Prose = Extract<Block, { type: 'paragraph' | 'heading' }>;

/** The sentence that asks, by its place. */
export interface Ask {
  readonly block: Block;
  /** Offsets into the plain text of the block. */
  readonly start: number;
  readonly end: number;
  /** True for a question, false for an instruction to reply. */
  readonly question: boolean;
}

/** The words outside lists, code and tables, in order. */
function* proseOf(blocks: readonly Block[]): Generator<Prose> {
  for (const block of blocks) {
    if (block.type === 'paragraph' || block.type === 'heading') yield block;
    else if (block.type === 'quote') yield* proseOf(block.blocks);
  }
}

/** Looks that spare most blocks the reading of their marks. */
const QUESTION_ENTITY = /&(?:quest|#0*63|#[xX]0*3[fF]);/;
const REPLY = /[rR][eE][pP][lL][yY]/;

function mayAsk(source: string): boolean {
  if (source.includes('?') || source.includes('？') || source.includes('؟')) return true;
  return source.includes('&') && QUESTION_ENTITY.test(source);
}

function mayInstruct(source: string): boolean {
  return (source.includes('`') || source.includes('<')) && REPLY.test(source);
}

function* sentencesOf(inline: Inline): Generator<{ start: number; end: number; text: string }> {
  // A break asked for in the middle of a sentence leaves it one.
  const text = withoutRaised(masked(inline.spans()), inline.source).replace(
    /\u2028(?=\s{0,8}\p{Ll})/gu,
    '\n',
  );
  let start = 0;
  for (const end of sentenceEnds(text)) {
    const sentence = text.slice(start, end);
    const lead = sentence.length - sentence.trimStart().length;
    if (lead < sentence.length) yield { start: start + lead, end, text: sentence.trim() };
    start = end;
  }
}

const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

function question(block: Prose): Ask | null {
  if (!mayAsk(block.inline.source)) return null;
  for (const { start, end, text } of sentencesOf(block.inline)) {
    if (asks(text) && SAYS_SOMETHING.test(text)) return { block, start, end, question: true };
  }
  return null;
}

function hasCode(spans: readonly Span[]): boolean {
  return spans.some((span) => span.kind === 'code');
}

function instruction(block: Prose): Ask | null {
  if (!mayInstruct(block.inline.source)) return null;
  const spans = block.inline.spans();
  if (!hasCode(spans)) return null;
  for (const { start, end, text } of sentencesOf(block.inline)) {
    if (/\breply\b/i.test(text) && hasCode(slice(spans, start, end))) {
      return { block, start, end, question: false };
    }
  }
  return null;
}

/** The first question, else the first sentence that says *reply* and shows what (R2.1). */
export function findAsk(blocks: readonly Block[]): Ask | null {
  for (const look of [question, instruction]) {
    for (const block of proseOf(blocks)) {
      const ask = look(block);
      if (ask) return ask;
    }
  }
  return null;
}

/** The spans of the asking sentence. */
export function askSpans(ask: Ask): Span[] {
  return 'inline' in ask.block ? slice(ask.block.inline.spans(), ask.start, ask.end) : [];
}
