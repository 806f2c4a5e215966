import type { ContextBlock, KnownBlock, SectionBlock } from '@slack/types';
import { escapeText } from './escape.js';
import { splitText } from './split-text.js';

/** What a message shows, as data. Every text is finished mrkdwn. */
export type MessageParts = {
  /** The event in words: `Waiting for an answer`. Plain text. */
  title: string;
  /** The work item: its short name as plain text, and its page when it has one. */
  workItem: { label: string; url: string | undefined };
  /** The digest as mrkdwn; undefined at `quiet`. */
  text: string | undefined;
  /** At `verbose`: who asked (plain text), and the comment. */
  detail: { actor: string | undefined; url: string | undefined } | undefined;
};

/** A message for `chat.postMessage`: its blocks, and the text that notifications and screen readers use. */
export type Message = { blocks: KnownBlock[]; text: string };

/** `<url|label>`: a link splits at its first `|` and ends at `>`, so neither may stand in the address. */
function link(url: string, label: string): string {
  const address = escapeText(url.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E'));
  return `<${address}|${escapeText(label)}>`;
}

function context(mrkdwn: string): ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn }] };
}

function section(mrkdwn: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: mrkdwn } };
}

/** Draws an event's message (R2.2): the context line always, the text at `normal`, who and where at `verbose`. */
export function eventMessage(parts: MessageParts): Message {
  const { title, workItem, text, detail } = parts;
  const item = workItem.url === undefined ? escapeText(workItem.label) : link(workItem.url, workItem.label);
  const blocks: KnownBlock[] = [context(`${escapeText(title)} · ${item}`)];
  if (text !== undefined) blocks.push(...splitText(text).map(section));
  if (detail) {
    const actor = detail.actor === undefined ? [] : [`asked by ${escapeText(detail.actor)}`];
    const where = detail.url === undefined ? [] : [link(detail.url, 'the comment')];
    if (actor.length + where.length > 0) blocks.push(context([...actor, ...where].join(' · ')));
  }
  return { blocks, text: text ?? `${escapeText(title)} · ${escapeText(workItem.label)}` };
}

/** Draws a notice of our own in a thread, such as why an answer did not reach the session. */
export function noticeMessage(mrkdwn: string): Message {
  return { blocks: splitText(mrkdwn).map(section), text: mrkdwn };
}
