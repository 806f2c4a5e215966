import { unescapeText } from './entities.js';
import { readInline } from './inline.js';
import type { Block } from './tree.js';

/** A quoted line; typed by a member its sign comes escaped. */
const QUOTED = /^(?:>|&gt;) ?/;

/** What stands between fences: quoted lines together, all others together. */
function readLines(text: string): Block[] {
  const blocks: Block[] = [];
  let quote = false;
  let open: string[] = [];
  const close = () => {
    const lines = open.join('\n');
    if (open.length > 0 && (quote || lines.trim() !== '')) {
      blocks.push({ kind: quote ? 'quote' : 'lines', children: readInline(lines) });
    }
    open = [];
  };
  for (const line of text.split('\n')) {
    const quoted = QUOTED.test(line);
    if (quoted !== quote) close();
    quote = quoted;
    open.push(quoted ? line.replace(QUOTED, '') : line);
  }
  close();
  return blocks;
}

/** Reads mrkdwn as Slack's clients do. Never throws; every character of the text but marks is in the tree. */
export function readMrkdwn(text: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf('```', from);
    const close = open < 0 ? -1 : text.indexOf('```', open + 3);
    if (close < 0) break;
    // The line ends around a fence are the fence's own.
    const start = text.charAt(open + 3) === '\n' ? open + 4 : open + 3;
    const end = close > start && text.charAt(close - 1) === '\n' ? close - 1 : close;
    const head = text.slice(from, open);
    blocks.push(...readLines(head.endsWith('\n') ? head.slice(0, -1) : head));
    blocks.push({ kind: 'fence', text: unescapeText(text.slice(start, Math.max(start, end))) });
    from = text.charAt(close + 3) === '\n' ? close + 4 : close + 3;
  }
  return [...blocks, ...readLines(text.slice(from))];
}
