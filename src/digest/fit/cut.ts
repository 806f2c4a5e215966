import { plain, type Span, slice, textSpan, trim } from '../spans.js';
import { clusterEnds } from './clusters.js';
import { type Head, head, masked } from './masked.js';
import { clauseEnds, sentenceEnds, wordEnds } from './sentences.js';

/** A piece of a sentence shorter than this says nothing; it is left out unless the piece must be shown. */
const SHORTEST_PIECE = 12;

/** The mark of a cut inside a sentence, drawn like the words it follows. */
function withEllipsis(spans: readonly Span[]): Span[] {
  return [...spans, textSpan('…', spans.at(-1)?.marks ?? 0)];
}

/** The last of the ascending `ends` for which `fits` holds; costs only ever grow along a text. */
function lastFitting(ends: readonly number[], fits: (end: number) => boolean): number | null {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(ends[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return ends[low - 1] ?? null;
}

/**
 * Cuts spans that do not fit (R1.2): behind the last sentence in the room, else at the last clause, else
 * between words. `must` marks what a member acts on: it is then cut inside code and links too, without its
 * links, and at last inside a word, rather than left out.
 *
 * @param cost drawn length of a piece, in UTF-16 units
 * @returns the piece, or `null` when nothing worth showing fits
 */
export function cut(
  spans: readonly Span[],
  room: number,
  cost: (piece: readonly Span[]) => number,
  must: boolean,
): Span[] | null {
  const start = head(spans, room);
  const whole = (end: number) => trim(slice(start.spans, 0, end));
  const broken = (end: number) => withEllipsis(whole(end));
  const text = masked(start.spans);
  const wholeEnds = [...sentenceEnds(text)].filter((end) => end < text.length);
  const end = lastFitting(wholeEnds, (at) => cost(whole(at)) <= room);
  if (end !== null) return whole(end);
  const long = (at: number) => text.slice(0, at).trim().length >= (must ? 1 : SHORTEST_PIECE);
  const fits = (at: number) => cost(broken(at)) <= room;
  for (const ends of [clauseEnds(text), wordEnds(text)]) {
    const at = lastFitting(ends.filter(long), fits);
    if (at !== null) return broken(at);
  }
  return must ? cutAnyhow(start, room, cost) : null;
}

function cutAnyhow(start: Head, room: number, cost: (piece: readonly Span[]) => number): Span[] | null {
  const spans = start.spans.filter((span) => span.kind !== 'pointer');
  const all = start.all && spans.length === start.spans.length;
  const text = plain(spans);
  const chars = clusterEnds(text);
  for (const piece of [spans, spans.map((span) => ({ ...span, link: null }))]) {
    if (all && cost(piece) <= room) return [...piece];
    const broken = (end: number) => withEllipsis(trim(slice(piece, 0, end)));
    const fits = (at: number) => cost(broken(at)) <= room;
    for (const ends of [wordEnds(text).filter((at) => text.slice(0, at).trim() !== ''), chars]) {
      const at = lastFitting(ends, fits);
      if (at !== null) return broken(at);
    }
  }
  return null;
}
