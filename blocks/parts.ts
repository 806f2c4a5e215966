import type { Button, ContextBlock, SectionBlock } from '@slack/types';
import { escapeText, escapeWords } from './escape.js';
import { LIMITS } from './limits.js';
import { cutWords, oneLine } from './words.js';

/** An address in a line of text may be this long; one beyond it stands on the button alone. */
const LONGEST_ADDRESS = 1_000;

const MEMBER_ID = /^[UW][A-Z0-9]{1,20}$/;

/** A line of small grey text. `mrkdwn` is finished, not blank and within {@link LIMITS}. */
export function context(mrkdwn: string): ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn }] };
}

/** A block of text. `mrkdwn` is finished, not blank and within {@link LIMITS}. */
export function section(mrkdwn: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: mrkdwn } };
}

/**
 * A {@link section} that Slack shows whole, without its `See more`: for text that is meant to be read, such as a digest, whose
 * length is bounded already and whose choices must not be folded away on a phone.
 */
export function openSection(mrkdwn: string): SectionBlock {
  return { ...section(mrkdwn), expand: true };
}

/** Plain words as mrkdwn: one line of at most about `room` characters, cut at a word; nothing in them acts or draws. */
export function shortWords(text: string, room: number): string {
  return escapeWords(cutWords(oneLine(text), room));
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/**
 * A link, or its words alone when `url` is no web address or longer than a line of text should hold. A link splits at
 * its first `|` and ends at `>`, so neither may stand in the address.
 *
 * @param label plain words; the address itself is shown for none
 */
export function link(url: string | undefined, label: string): string {
  const words = shortWords(label, 100);
  if (url === undefined || !isWebAddress(url)) return words;
  const address = escapeText(url.replace(/[\s|<>\p{Cc}]/gu, (char) => encodeURIComponent(char)));
  if (address.length > LONGEST_ADDRESS) return words;
  return words === '' ? `<${address}>` : `<${address}|${words}>`;
}

/** Names a member so that Slack shows their name; what is no member id stands as plain words. */
export function mention(member: string): string {
  return MEMBER_ID.test(member) ? `<@${member}>` : shortWords(member, 40);
}

/** A button that opens a page; undefined when `url` is no web address that a button can hold. */
export function urlButton(actionId: string, label: string, url: string | undefined): Button | undefined {
  if (url === undefined || url.length > LIMITS.button.url || !isWebAddress(url)) return undefined;
  return { type: 'button', action_id: actionId, text: plainText(label), url };
}

/** Text that Slack shows as it is: no marks, no links, no mentions, no `:emoji:`. */
export function plainText(text: string): { type: 'plain_text'; text: string; emoji: false } {
  return { type: 'plain_text', text, emoji: false };
}
