import { wholeCharacters } from './words.js';

const WORD = /[\p{L}\p{N}]/u;
const BLANK = /\s/;
const SENTENCE_END = new Set(['.', '!', '?', '…', '。', '！', '？', '؟']);
/** These end a sentence although no blank follows them. */
const FULL_WIDTH_END = new Set(['。', '！', '？']);
/** May stand between the end of a sentence and the blank behind it. */
const CLOSERS = new Set(['"', "'", '”', '’', ')', ']', '*', '_', '~', '`', '>', '」', '）']);
const ENTITY = /^&(?:amp|lt|gt);/;
const LONGEST_ENTITY = 5;

/** Follows a line of mrkdwn character by character and knows whether a mark, a code span or a link is open. */
class Inline {
  #link = false;
  #code = false;
  readonly #marks = new Set<string>();

  get inLink(): boolean {
    return this.#link;
  }

  /** Nothing is open: a cut here splits no pair. */
  get whole(): boolean {
    return !this.#link && !this.#code && this.#marks.size === 0;
  }

  take(char: string, before: string, after: string): void {
    if (this.#link) this.#link = char !== '>';
    else if (char === '`') this.#code = !this.#code;
    else if (this.#code) return;
    else if (char === '<') this.#link = true;
    else if (char === '*' || char === '_' || char === '~') this.#mark(char, before, after);
  }

  #mark(mark: string, before: string, after: string): void {
    if (this.#marks.has(mark)) {
      if (before !== '' && !BLANK.test(before) && !WORD.test(after)) this.#marks.delete(mark);
    } else if (!WORD.test(before) && after !== '' && !BLANK.test(after)) this.#marks.add(mark);
  }
}

function endsSentence(line: string, at: number): boolean {
  let end = at - 1;
  while (end > 0 && CLOSERS.has(line.charAt(end))) end--;
  return SENTENCE_END.has(line.charAt(end));
}

/** Places in a line where it can be cut, each the last one found within the room; 0 where there is none. */
type Places = { sentence: number; word: number; splitting: number; beforeLink: number };

function findPlaces(line: string, room: number): Places {
  const places: Places = { sentence: 0, word: 0, splitting: 0, beforeLink: 0 };
  const inline = new Inline();
  for (let at = 0; at < room; at++) {
    const char = line.charAt(at);
    const wasInLink = inline.inLink;
    inline.take(char, line.charAt(at - 1), line.charAt(at + 1));
    if (inline.inLink && !wasInLink) places.beforeLink = at;
    const isBlank = BLANK.test(char);
    if (inline.whole && isBlank) {
      places.word = at + 1;
      if (endsSentence(line, at)) places.sentence = at + 1;
    } else if (inline.whole && FULL_WIDTH_END.has(char)) places.sentence = at + 1;
    else if (isBlank && !inline.inLink) places.splitting = at + 1;
  }
  if (!inline.inLink) places.beforeLink = 0;
  return places;
}

/** The last place at or before `at` that is inside no entity and no character. */
function betweenCharacters(line: string, at: number): number {
  const entity = line.lastIndexOf('&', at - 1);
  const length = entity < 0 ? 0 : (ENTITY.exec(line.slice(entity, entity + LONGEST_ENTITY))?.[0].length ?? 0);
  return wholeCharacters(line, entity > 0 && entity + length > at ? entity : at);
}

/**
 * Where to cut a line that is longer than its room: behind the last sentence in the second half of it, else behind the
 * last word, in both cases outside of every mark pair, code span and link; else behind a word of a mark pair or a code
 * span too long for the room; else before a link; else between characters.
 *
 * @param line mrkdwn without a line end, or the first part of one that is longer than `room`
 * @param room at least 8
 * @param code the line stands in a fence, where marks and links are text
 * @returns 1 to `room`
 */
export function cutLine(line: string, room: number, code: boolean): number {
  if (code) {
    const blank = line.lastIndexOf(' ', room - 1) + 1;
    return blank > room / 2 ? blank : betweenCharacters(line, room);
  }
  const { sentence, word, splitting, beforeLink } = findPlaces(line, room);
  if (sentence > room / 2) return sentence;
  return Math.max(word, sentence) || splitting || beforeLink || betweenCharacters(line, room);
}
