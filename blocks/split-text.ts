import { LIMITS } from './limits.js';

/**
 * Splits mrkdwn into pieces that each fit one `section`, at a blank line where there is one, else at a line's end. The
 * first paragraph, when it is a bold line (the ask), stands alone: the phone's preview and screen readers start there.
 *
 * @param text finished mrkdwn; a single line over the limit is cut by code points as the last resort
 * @returns at least one piece unless the text is blank; no piece is empty
 */
export function splitText(text: string, limit: number = LIMITS.section.text): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  const lead = /^\*[^\n]+\*\n\n/.exec(rest)?.[0];
  if (lead !== undefined && lead.length <= limit) {
    pieces.push(lead.trimEnd());
    rest = rest.slice(lead.length).trim();
  }
  while (rest.length > limit) {
    const room = rest.slice(0, limit);
    const paragraph = room.lastIndexOf('\n\n');
    const line = room.lastIndexOf('\n');
    const cut = paragraph > 0 ? paragraph : line > 0 ? line : lastWholeCharacter(room);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

/** Where to cut so that no surrogate pair is split. */
function lastWholeCharacter(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
