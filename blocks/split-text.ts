import { cutLine } from './cut-line.js';
import { LIMITS } from './limits.js';

/**
 * A part of a text that fits one section. The bodies, one after the other, are the text; what stands around a body
 * reopens and closes a fence that goes on over a cut.
 */
export type Piece = { readonly before: string; readonly body: string; readonly after: string };

const FENCE = '```';
const QUOTE = '> ';
/** How far a character may reach over the room of a cut and still be seen whole. */
const LOOK_AHEAD = 64;
/** Below it a section could not hold a fence's marks and a character. */
const LEAST_LIMIT = 32;

/** Whether a line, with its line end, opens or closes a fence: three backticks alone, in a quote or not. */
function isFence(line: string): boolean {
  const words = line.endsWith('\n') ? line.slice(0, -1) : line;
  return words === FENCE || words === QUOTE + FENCE;
}

/** Whether a line is bold from end to end, as headings are drawn. */
function isHeading(line: string): boolean {
  const words = line.trim();
  return words.length > 2 && words.startsWith('*') && words.endsWith('*');
}

/** Takes a text apart, line by line. */
class Splitter {
  readonly pieces: Piece[] = [];
  readonly #text: string;
  readonly #limit: number;
  #lead: boolean;
  /** Where the open piece starts, and what stands before it. */
  #start = 0;
  #before = '';
  /** How far the open piece reaches, and the prefix of the fence that is open there. */
  #at = 0;
  #fence: string | undefined;
  /** Whether the last line of words is a heading, which stays with what it heads. */
  #heading = false;
  /** The best places to cut the open piece, by worth; `#start` where there is none. */
  #paragraph = 0;
  #line = 0;
  #codeLine = 0;

  constructor(text: string, limit: number, lead: boolean) {
    this.#text = text;
    this.#limit = Math.max(limit, LEAST_LIMIT);
    this.#lead = lead;
  }

  split(): void {
    const text = this.#text;
    let end = 0;
    while (this.#at < text.length) {
      if (this.#at >= end) {
        const newline = text.indexOf('\n', this.#at);
        end = newline < 0 ? text.length : newline + 1;
      }
      if (this.#takeLine(end)) continue;
      const from = this.#at;
      this.#cut();
      if (this.#at <= from) end = this.#at;
    }
    if (this.#start < text.length) this.#close(text.length, false);
  }

  #room(fence: string | undefined): number {
    const closing = fence === undefined ? 0 : fence.length + FENCE.length + 1;
    return this.#limit - this.#before.length - closing;
  }

  /** Takes the line that ends at `end` into the open piece; false when it does not fit. */
  #takeLine(end: number): boolean {
    if (end - this.#start > this.#limit) return false;
    const line = this.#text.slice(this.#at, end);
    const was = this.#fence;
    const fence = this.#fenceAfter(line);
    if (end - this.#start > this.#room(fence)) return false;
    this.#at = end;
    this.#fence = fence;
    if (fence === undefined) {
      this.#line = end;
      if (line.trim() !== '') this.#heading = isHeading(line);
      else if (this.#lead || !this.#heading) this.#paragraph = end;
    } else if (was !== undefined) this.#codeLine = end;
    if (this.#lead && this.#paragraph > this.#start) this.#cut();
    return true;
  }

  /** The prefix of the fence that is open behind `line`, which stands at `#at`. */
  #fenceAfter(line: string): string | undefined {
    const startsLine = this.#at === 0 || this.#text.charAt(this.#at - 1) === '\n';
    if (!startsLine || !isFence(line)) return this.#fence;
    if (this.#fence !== undefined) return undefined;
    return line.startsWith(QUOTE) ? QUOTE : '';
  }

  #cut(): void {
    const place = [this.#paragraph, this.#line, this.#codeLine].find((at) => at > this.#start);
    if (place === undefined) this.#cutLine();
    else this.#close(place, place === this.#codeLine);
  }

  /** Cuts the line behind `#at`, which does not fit although the piece holds at most the head of its fence. */
  #cutLine(): void {
    const taken = this.#at - this.#start;
    const room = this.#room(this.#fence) - taken;
    const line = this.#text.slice(this.#at, this.#at + room + LOOK_AHEAD);
    const cut = this.#at + cutLine(line, room, this.#fence !== undefined);
    this.#close(cut, this.#fence !== undefined);
  }

  /** Ends the open piece at `end`; the lines behind it are read again. */
  #close(end: number, inFence: boolean): void {
    const body = this.#text.slice(this.#start, end);
    const fence = inFence ? (this.#fence ?? '') : undefined;
    const gap = body.endsWith('\n') ? '' : '\n';
    this.pieces.push({ before: this.#before, body, after: fence === undefined ? '' : gap + fence + FENCE });
    this.#fence = fence;
    this.#before = fence === undefined ? '' : `${fence}${FENCE}\n`;
    this.#start = end;
    this.#at = end;
    this.#paragraph = end;
    this.#line = end;
    this.#codeLine = end;
    this.#lead = false;
  }
}

/**
 * Splits mrkdwn into pieces that each fit one `section`: at a blank line where there is one, else at a line's end outside
 * of fences, else at a line of a fence, which is closed and reopened, else inside the one line that is too long. A heading
 * stays with what follows it where that can be. Cost is linear in the text's length.
 *
 * @param text finished mrkdwn
 * @param limit UTF-16 units of a piece with what stands around it, at least 32
 * @param lead whether the first paragraph stands alone: the phone's preview and screen readers start there
 */
export function splitPieces(text: string, limit: number = LIMITS.section.text, lead = false): Piece[] {
  const splitter = new Splitter(text, limit, lead);
  splitter.split();
  return splitter.pieces;
}

function withoutLeadingBlankLines(text: string): string {
  return text.slice(text.lastIndexOf('\n', text.search(/\S/)) + 1);
}

/**
 * The texts of the sections that show `text`, without the blank lines between them; none for a blank text.
 * Parameters as in {@link splitPieces}.
 */
export function splitText(text: string, limit: number = LIMITS.section.text, lead = false): string[] {
  return splitPieces(text.trim(), limit, lead)
    .map(({ before, body, after }) => {
      const start = before === '' ? withoutLeadingBlankLines(body) : body;
      return before + (after === '' ? start.trimEnd() : start) + after;
    })
    .filter((piece) => piece.trim() !== '');
}
