import { drawBlocks, requireString } from '../draw/mrkdwn.js';
import { readDocument } from '../parse/document.js';
import { words } from '../spans.js';
import type { Digest, FitOptions } from '../types.js';
import { askSpans, findAsk } from './ask.js';
import { choiceLists, choicesOf, isQuoted } from './choices.js';
import { closingLine } from './closing.js';
import { compose } from './compose.js';
import { refine } from './passes.js';
import { truncate } from './truncate.js';

/** The least and the most characters a message may be given (R4.2); the most is Slack's section limit. */
const FEWEST_CHARS = 200;
const MOST_CHARS = 3000;

const ROOM = `options.maxChars must be an integer from ${FEWEST_CHARS} to ${MOST_CHARS}`;

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

/** What is not typed may call this too, so each option is looked at. */
function requireOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${ROOM}; options must be an object, not ${kindOf(options)}`);
  }
  const { maxChars, mode, url }: { maxChars?: unknown; mode?: unknown; url?: unknown } = options;
  if (typeof maxChars !== 'number') throw new TypeError(`${ROOM}, not ${kindOf(maxChars)}`);
  if (!Number.isInteger(maxChars) || maxChars < FEWEST_CHARS || maxChars > MOST_CHARS) {
    throw new RangeError(`${ROOM}, not ${maxChars}`);
  }
  if (mode !== undefined && mode !== 'digest' && mode !== 'truncate') {
    throw new TypeError('options.mode must be digest or truncate, or left out');
  }
  if (url !== undefined && typeof url !== 'string') {
    throw new TypeError(`options.url must be a string, or left out, not ${kindOf(url)}`);
  }
}

/**
 * Makes a comment fit a Slack message. One that is short enough stands whole, as `toMrkdwn` draws it; a
 * longer one becomes a digest, or is truncated when `mode` says so.
 *
 * @param markdown any text; the cost is linear in its length
 * @param options see {@link FitOptions}
 * @returns the text, at most `maxChars` long but for the note of `truncate`, and what was found in it
 * @throws TypeError when `markdown` is not a string or an option is of another type than it should be; it says of which
 * @throws RangeError when `maxChars` is no integer from 200 to 3000; nothing else is ever thrown
 */
export function fit(markdown: string, options: FitOptions): Digest {
  requireString(markdown);
  requireOptions(options);
  const { maxChars, mode = 'digest', url } = options;
  const blocks = readDocument(markdown);
  const refined = refine(blocks);
  const ask = findAsk(refined);
  const lists = choiceLists(refined, ask);
  const asked = ask ? { ask: words(askSpans(ask)) } : {};
  const whole = { ...asked, digested: false, choices: choicesOf(lists, false), pointers: [] };
  if (markdown.trim().length <= maxChars) {
    const text = drawBlocks(blocks);
    if (text.length <= maxChars) return { ...whole, text };
  }
  if (mode === 'truncate') return { ...whole, text: truncate(blocks, maxChars) };
  const { text, pointers } = compose(
    refined,
    { ask, choices: lists, quoted: isQuoted(lists, refined) },
    maxChars,
    closingLine(url, maxChars),
  );
  return { ...asked, text, digested: true, choices: choicesOf(lists, true), pointers };
}
