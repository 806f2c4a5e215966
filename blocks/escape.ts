/** Plain text as mrkdwn: the three characters that Slack reads as control, escaped, so nothing in it can act. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
