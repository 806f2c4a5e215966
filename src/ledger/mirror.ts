import { cleanText } from './clean.js';
import { AGENT_MARKER, hiddenId, VISIBLE_LINE } from './marker.js';

/** GitHub's cap on a comment body, in characters (422 beyond). */
export const COMMENT_MAX = 65_536;

/** What one mirror comment is made of. */
export type MirrorInput = {
  /** The reply as Slack sent it: mrkdwn with `&amp;` `&lt;` `&gt;`. Untrusted. */
  readonly text: string;
  /** What the surface is called, for people: `Slack`. */
  readonly channelName: string;
  /** The author's member id; never a display name, which its owner chooses. */
  readonly actorId: string;
  /** Where the message can be read, when known. */
  readonly threadUrl?: string | undefined;
  readonly slackChannel: string;
  readonly messageTs: string;
  /** Control keywords in force (`routing.control.keywords` or the defaults). */
  readonly keywords: readonly string[];
  /** Values that must never appear: the process's own tokens. */
  readonly secrets: readonly string[];
  /** Directories of this machine that must not be named: home, cwd, state root, temp. */
  readonly paths: readonly string[];
};

/** The finished comment body. */
export function composeMirror(input: MirrorInput): string {
  const id = hiddenId({ channel: input.slackChannel, ts: input.messageTs });
  const quoted = cleanText(input.text)
    .split('\n')
    .map((line) => `> ${line.replaceAll('<', '&lt;').replaceAll('@', '@\u200b').replaceAll('#', '#\u200b')}`)
    .join('\n')
    .replace(/the-loop/gi, (found) => found.replace('-', '\u2011'));
  return `${VISIBLE_LINE}\n\nReply in **${input.channelName}** by \`${input.actorId}\`:\n${quoted}\n${AGENT_MARKER}\n${id}\n`;
}
