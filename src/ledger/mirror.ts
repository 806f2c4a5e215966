import { cleanText } from './clean.js';
import { breakKeywords, breakKeywordsInUrl, withControlKeywords } from './defang.js';
import { fromMrkdwn } from './from-mrkdwn.js';
import { codeSpan, escapeText } from './markdown-text.js';
import { AGENT_MARKER, hiddenId, VISIBLE_LINE } from './marker.js';
import { assertMirrorSafe, COMMENT_MAX } from './mirror-safety.js';
import { cutReply } from './reply-cut.js';
import { scrub } from './scrub.js';

/** What one mirror comment is made of. */
export type MirrorInput = {
  /** The reply as Slack sent it: mrkdwn with `&amp;` `&lt;` `&gt;`. Untrusted. */
  readonly text: string;
  /** What the surface is called, for people: `Slack`. */
  readonly channelName: string;
  /** The author's member id; never a display name, which its owner chooses. */
  readonly actorId: string;
  /** Where the message can be read, when known: an https URL. */
  readonly threadUrl?: string | undefined;
  readonly slackChannel: string;
  readonly messageTs: string;
  /** The configured control keywords (`routing.control.keywords`); the defaults are broken in any case. */
  readonly keywords: readonly string[];
  /** Values that must never appear: the process's own tokens. */
  readonly secrets: readonly string[];
  /** Directories of this machine that must not be named: home, cwd, state root, temp. */
  readonly paths: readonly string[];
};

/**
 * The finished body of a mirror comment (R1.3, R5.3): the visible line, who said it where, the reply quoted line by
 * line as untrusted text, the marker and the hidden id. A reply that does not fit GitHub's cap is cut at a line or a
 * word, and the attribution says how much is missing.
 *
 * @throws LedgerError when the message ids are not Slack's, or when the finished body fails `assertMirrorSafe`.
 */
export function composeMirror(input: MirrorInput): string {
  const id = hiddenId({ channel: input.slackChannel, ts: input.messageTs });
  const keywords = withControlKeywords(input.keywords);
  const reply = scrub(cleanText(input.text), input);
  const compose = (shown: string, left: number): string => {
    const visible = [
      VISIBLE_LINE,
      '',
      attribution(input, left, keywords),
      ...quoted(fromMrkdwn(shown, keywords)),
    ].join('\n');
    return `${breakKeywords(visible, keywords)}\n${AGENT_MARKER}\n${id}\n`;
  };
  const body = cutReply(reply, COMMENT_MAX, compose);
  assertMirrorSafe(body, { keywords, secrets: input.secrets, hiddenId: id });
  return body;
}

function attribution(input: MirrorInput, left: number, keywords: readonly string[]): string {
  const surface = escapeText(oneLine(input.channelName), { lineStart: false, beforeMarkup: true });
  const link = isPlainHttps(input.threadUrl)
    ? ` ([the message](${breakKeywordsInUrl(input.threadUrl, keywords)}))`
    : '';
  const cut =
    left === 0
      ? ''
      : `, cut: ${left} ${left === 1 ? 'character is' : 'characters are'} left out, the whole is in ${surface}`;
  return `Reply in **${surface}** by ${codeSpan(oneLine(input.actorId))}${link}${cut}:`;
}

function quoted(markdown: string): string[] {
  return markdown.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim() || '?';
}

/** Slack's permalinks are made of these characters only; any other URL is left out. */
function isPlainHttps(url: string | undefined): url is string {
  return url !== undefined && /^https:\/\/[A-Za-z0-9.-]+\/[A-Za-z0-9./?=&_-]*$/.test(url);
}
