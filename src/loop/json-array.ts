/** One element of the array: its JSON text, or undefined when it was longer than the limit. */
type Element = { text: string | undefined };

/** Splits a JSON array's text into its elements as it arrives, without holding more than one. */
export type ArraySplitter = {
  /** Takes the next piece, wherever it was cut, and gives the elements it completed, in order. */
  feed(piece: string): Element[];
  /** `open` until the closing bracket, `closed` after it, `not-an-array` when the text opens otherwise or goes on after it. */
  state(): 'open' | 'closed' | 'not-an-array';
};

/** A splitter whose elements have at most `limit` UTF-16 units; what a longer one holds is dropped as it comes. */
export function createArraySplitter(limit: number): ArraySplitter {
  let state: 'before' | 'open' | 'closed' | 'not-an-array' = 'before';
  let depth = 0;
  let inString = false;
  let escaped = false;
  let started = false;
  let kept: string[] = [];
  let keptLength = 0;
  let elements: Element[] = [];

  function keep(part: string): void {
    if (!started) return;
    keptLength += part.length;
    if (keptLength <= limit) kept.push(part);
    else kept = [];
  }

  function endElement(): void {
    if (started) elements.push({ text: keptLength <= limit ? kept.join('') : undefined });
    started = false;
    kept = [];
    keptLength = 0;
  }

  /** Looks at one character inside the array. Gives true when it ends the element before it. */
  function ends(character: string): boolean {
    if (inString) {
      if (escaped) escaped = false;
      else if (character === '\\') escaped = true;
      else if (character === '"') inString = false;
      return false;
    }
    if (depth === 0 && (character === ',' || character === ']')) return true;
    if (character === '"') inString = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    return false;
  }

  function feedOpen(piece: string, from: number): number {
    let start = from;
    for (let at = from; at < piece.length; at += 1) {
      const character = piece.charAt(at);
      if (ends(character)) {
        keep(piece.slice(start, at));
        endElement();
        start = at + 1;
        if (character === ']') {
          state = 'closed';
          return at + 1;
        }
      } else if (!started) {
        if (isSpace(character)) start = at + 1;
        else started = true;
      }
    }
    keep(piece.slice(start));
    return piece.length;
  }

  return {
    feed(piece) {
      elements = [];
      let at = 0;
      while (at < piece.length && state !== 'not-an-array') {
        if (state === 'open') at = feedOpen(piece, at);
        else {
          const character = piece.charAt(at);
          if (!isSpace(character)) state = state === 'before' && character === '[' ? 'open' : 'not-an-array';
          at += 1;
        }
      }
      return elements;
    },
    state: () => (state === 'before' ? 'open' : state),
  };
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
