import { escapeMarkup } from '../draw/escape.js';
import { target } from '../target.js';

const WITHOUT_URL = '_… the full text is on the ticket_';

function label(url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : url;
  return host === 'github.com' || host === 'www.github.com' ? 'GitHub' : host;
}

/**
 * The line that closes a digest (R1.3). An address that is none a member can open, or that would take
 * more than half of `maxChars`, is left out.
 */
export function closingLine(url: string | undefined, maxChars: number): string {
  const to = url === undefined ? null : target(url);
  if (!to || to.startsWith('mailto:')) return WITHOUT_URL;
  const line = `_… full text: <${escapeMarkup(to)}|${escapeMarkup(label(to))}>_`;
  return line.length <= maxChars / 2 ? line : WITHOUT_URL;
}
