/** Slack's own notation in a message: `<…>` with what kind it is, and an optional label (contracts/slack.md). */
const REFERENCE = /<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>/g;

/** Control characters a terminal would act on; line breaks and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

function reference(_match: string, sigil: string, target: string, label: string | undefined): string {
  switch (sigil) {
    case '@':
      return `@${target}`;
    case '#':
      return `#${label || target}`;
    case '!':
      return label || `@${target}`;
    default:
      if (target === `mailto:${label}`) return label ?? target;
      return label === undefined || label === '' || target.endsWith(label) ? target : `${label} (${target})`;
  }
}

/**
 * A reply as the session gets it: what the member typed and saw, without Slack's notation. The text is pasted into a
 * terminal, so what a terminal would act on is taken out.
 *
 * @param mrkdwn the message's text as Slack sent it
 */
export function plainText(mrkdwn: string): string {
  return mrkdwn
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(REFERENCE, reference)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(CONTROL, '')
    .trim();
}
