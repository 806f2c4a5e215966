import { splitText } from './split-text.js';

/** Slack takes 4,000; the rest is a margin for what it may add when it reads the text. */
const MOST_CHARS = 3_900;

/**
 * What notifications and screen readers use: the whole mrkdwn text when it has at most 3,900 UTF-16 units, else its first
 * part, cut as a section is, and `…`.
 */
export function fallbackText(mrkdwn: string): string {
  const text = mrkdwn.trim();
  if (text.length <= MOST_CHARS) return text;
  const [first = ''] = splitText(text, MOST_CHARS - 2);
  return `${first}${first.endsWith('```') ? '\n' : ''}…`;
}
