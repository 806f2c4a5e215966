import { createParser } from 'eventsource-parser';
import { MAX_RECORD_BYTES } from './record.js';

/** UTF-16 units a frame may have: the largest record and room for its `id:` and `event:` lines. */
const MAX_FRAME = MAX_RECORD_BYTES + 1024;

/** UTF-16 units of a comment that are kept; only that there was one matters. */
const MAX_COMMENT = 64;

/** The event name that {@link createFrameReader} gives a frame whose data it had to cut. No server's name has a space in it first. */
const CUT = ' over limit';

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
  const parser = createParser({
    onEvent: ({ id, event = 'message', data }) => {
      items.push({ kind: 'frame', frame: { id, event, data, overLimit: event === CUT } });
    },
    onRetry: (ms) => items.push({ kind: 'retry', ms }),
    onComment: () => items.push({ kind: 'alive' }),
  });
  const limit = createFrameLimit(maxFrame);
  return {
    feed(text) {
      items = [];
      parser.feed(limit(text));
      return items;
    },
  };
}

/**
 * Rewrites a stream so that no frame holds more than `max` UTF-16 units: what comes after them is left out up to the
 * frame's blank line, and before that an `event:` line is put that makes it {@link CUT}. Comments do not count, and are
 * shortened. Line ends become LF, so a CR at the end of a piece does not hold a whole frame back until more arrives.
 */
function createFrameLimit(max: number): (text: string) => string {
  let afterCr = false;
  let lineLength = 0;
  let lineWritten = 0;
  let frameLength = 0;
  let comment = false;
  let cut = false;

  function endLine(): string {
    const endsFrame = lineLength === 0;
    const written = lineWritten > 0;
    lineLength = 0;
    lineWritten = 0;
    if (!endsFrame) return written ? '\n' : '';
    const mark = cut ? `data:\nevent: ${CUT}\n\n` : '\n';
    frameLength = 0;
    cut = false;
    return mark;
  }

  function within(part: string): string {
    if (lineLength === 0) comment = part.startsWith(':');
    const room = comment ? MAX_COMMENT - lineWritten : max - frameLength;
    const kept = part.slice(0, Math.max(0, room));
    lineLength += part.length;
    lineWritten += kept.length;
    if (comment) return kept;
    frameLength += part.length;
    if (kept.length < part.length) cut = true;
    return kept;
  }

  return (text) => {
    let out = '';
    let at = 0;
    while (at < text.length) {
      if (afterCr && text[at] === '\n') at += 1;
      afterCr = false;
      const end = lineEnd(text, at);
      if (end > at) out += within(text.slice(at, end));
      if (end === text.length) break;
      out += endLine();
      afterCr = text[end] === '\r';
      at = end + 1;
    }
    return out;
  };
}

const LINE_END = /[\r\n]/g;

function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}
