import type { Block } from '../blocks.js';
import { readDocument } from '../parse/document.js';
import { escapeFenced } from './escape.js';
import { type Line, layout } from './layout.js';
import { drawLine } from './line.js';

/** Draws one laid-out line. */
export function draw(line: Line): string {
  switch (line.kind) {
    case 'words': {
      const words = drawLine(line.spans);
      return words === '' ? line.prefix.trimEnd() : line.prefix + words;
    }
    case 'code':
      return line.prefix + escapeFenced(line.text);
    case 'fence':
      return `${line.prefix}\`\`\``;
    case 'blank':
      return line.prefix;
  }
}

/** Draws blocks as mrkdwn, without blank lines at either end. */
export function drawBlocks(blocks: readonly Block[]): string {
  const lines: string[] = [];
  layout(blocks, (line) => lines.push(draw(line)));
  return lines.join('\n');
}

/**
 * Draws GitHub Markdown as Slack mrkdwn: every word a reader of GitHub sees, in order, and nothing that
 * could page anyone or lead a link elsewhere (R3.4).
 *
 * @param markdown any text; its cost is linear in its length
 * @returns mrkdwn, without blank lines at either end
 * @throws TypeError when `markdown` is not a string; nothing else
 */
export function toMrkdwn(markdown: string): string {
  requireString(markdown);
  return drawBlocks(readDocument(markdown));
}

export function requireString(markdown: unknown): void {
  if (typeof markdown !== 'string') throw new TypeError(`markdown must be a string, not ${typeof markdown}`);
}
