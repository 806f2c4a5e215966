import type { Block } from '../blocks.js';
import { type Line, layout } from '../draw/layout.js';
import { draw } from '../draw/mrkdwn.js';
import { plain, slice, trim } from '../spans.js';
import { lastClusterEnd } from './clusters.js';
import { head } from './masked.js';

const FENCE = 4;

/** As much of a line as fits, cut between characters, with its marks closed and its links whole. */
function cutLine(line: Line, room: number): string {
  if (room <= line.prefix.length) return '';
  if (line.kind === 'code') {
    let end = Math.min(line.text.length, room - line.prefix.length);
    const piece = (to: number) => draw({ ...line, text: line.text.slice(0, to) });
    while (end > 0 && piece(end).length > room) end--;
    end = lastClusterEnd(line.text, end);
    return end > 0 ? piece(end) : '';
  }
  if (line.kind !== 'words') return '';
  const { spans } = head(line.spans, room);
  const piece = (end: number) => draw({ ...line, spans: slice(spans, 0, end) });
  const text = plain(spans);
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (piece(middle).length <= room) low = middle;
    else high = middle - 1;
  }
  low = lastClusterEnd(text, low);
  return trim(slice(spans, 0, low)).length > 0 ? piece(low) : '';
}

/**
 * The first `maxChars` characters of the drawn text and a note that counts the rest (R1.4). Unlike a cut
 * by characters alone it leaves no fence, mark, link or entity open; the note stands beyond `maxChars`.
 */
export function truncate(blocks: readonly Block[], maxChars: number): string {
  const lines: Line[] = [];
  layout(blocks, (line) => lines.push(line));
  const drawn = lines.map(draw);
  const total = drawn.reduce((sum, line) => sum + line.length + 1, -1);
  if (total <= maxChars) return drawn.join('\n');
  const shown: string[] = [];
  let length = -1;
  let fenced = false;
  for (const [at, line] of lines.entries()) {
    const text = drawn[at] ?? '';
    const closes = line.kind === 'fence' && fenced;
    const opens = line.kind === 'fence' && !fenced;
    const reserve = (fenced && !closes) || opens ? line.prefix.length + FENCE : 0;
    if (length + 1 + text.length + reserve <= maxChars) {
      shown.push(text);
      length += 1 + text.length;
      if (line.kind === 'fence') fenced = !fenced;
      continue;
    }
    const rest = cutLine(line, maxChars - length - 1 - reserve);
    if (rest !== '') shown.push(rest);
    length += rest === '' ? 0 : 1 + rest.length;
    if (fenced) shown.push(`${line.prefix}\`\`\``);
    break;
  }
  const kept = shown.join('\n').trimEnd();
  return `${kept}\n… (${total - kept.length} more characters — see the link)`;
}
