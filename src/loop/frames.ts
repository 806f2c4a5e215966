import { createParser } from 'eventsource-parser';
import { MAX_RECORD_BYTES } from './record.js';

/** UTF-16 units a frame may have: the largest record and room for its `id:` and `event:` lines. */
const MAX_FRAME = MAX_RECORD_BYTES + 1024;

/** UTF-16 units of a comment that are kept; only that there was one matters. */
const MAX_COMMENT = 64;

/** One Server-Sent Events frame. Of one that is `overLimit` only the id can be relied on. */
export type Frame = { id: string | undefined; event: string; data: string; overLimit: boolean };

/** What a piece of the stream held, in order. `alive` is a comment, such as a keep-alive. */
export type StreamItem = { kind: 'frame'; frame: Frame } | { kind: 'retry'; ms: number } | { kind: 'alive' };

/**
 * Reads the text of an event stream piece by piece, wherever the pieces are cut. A frame that grows past the limit is
 * swallowed as it comes, so memory stays bounded, and still reported with its id, so that a reader can get past it.
 * Line ends may be LF, CRLF or CR.
 */
export function createFrameReader(maxFrame = MAX_FRAME): { feed(text: string): StreamItem[] } {
  let items: StreamItem[] = [];
  let overLimit = false;
  const parser = createParser({
    onEvent: ({ id, event = 'message', data }) => {
      items.push({ kind: 'frame', frame: { id, event, data, overLimit } });
    },
    onRetry: (ms) => items.push({ kind: 'retry', ms }),
    onComment: () => items.push({ kind: 'alive' }),
  });
  const limit = createFrameLimit(maxFrame, (text, endsCutFrame) => {
    overLimit = endsCutFrame;
    parser.feed(text);
  });
  return {
    feed(text) {
      items = [];
      limit(text);
      return items;
    },
  };
}

/**
 * Passes a stream's text on so that no frame holds more than `max` UTF-16 units: what comes after them is left out up to
 * the frame's blank line, which is then passed on by itself, marked. Comments do not count, and are shortened. Line ends
 * become LF, so a CR at the end of a piece does not hold a whole frame back until more arrives.
 */
function createFrameLimit(max: number, pass: (text: string, endsCutFrame: boolean) => void) {
  let out = '';
  let afterCr = false;
  let lineLength = 0;
  let lineWritten = 0;
  let frameLength = 0;
  let comment = false;
  let cut = false;

  function flush(endsCutFrame: boolean): void {
    if (out !== '') pass(out, endsCutFrame);
    out = '';
  }

  function endLine(): void {
    const endsFrame = lineLength === 0;
    if (endsFrame || lineWritten > 0) {
      if (endsFrame && cut) flush(false);
      out += '\n';
      if (endsFrame && cut) flush(true);
    }
    if (endsFrame) {
      frameLength = 0;
      cut = false;
    }
    lineLength = 0;
    lineWritten = 0;
  }

  function within(part: string): void {
    if (lineLength === 0) comment = part.startsWith(':');
    const room = comment ? MAX_COMMENT - lineWritten : max - frameLength;
    const kept = part.slice(0, Math.max(0, room));
    out += kept;
    lineLength += part.length;
    lineWritten += kept.length;
    if (comment) return;
    frameLength += part.length;
    if (kept.length < part.length) cut = true;
  }

  return (text: string): void => {
    let at = 0;
    while (at < text.length) {
      if (afterCr && text[at] === '\n') at += 1;
      afterCr = false;
      const end = lineEnd(text, at);
      if (end > at) within(text.slice(at, end));
      if (end === text.length) break;
      endLine();
      afterCr = text[end] === '\r';
      at = end + 1;
    }
    flush(false);
  };
}

const LINE_END = /[\r\n]/g;

function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}
