import { eventMessage, type Message, noticeMessage } from '#blocks/message.js';
import { EVENT_TYPES } from '../channels/catalog.js';
import { messageParts, type Verbosity } from '../channels/verbosity.js';
import { fit } from '../digest/index.js';

/** The event type of a notice of our own; its text is finished mrkdwn. */
export const NOTICE = 'notice';

/** How messages are drawn: the channel's settings, and where a work item's page is. */
export type ComposeSettings = {
  verbosity: Verbosity;
  maxChars: number;
  longMessages: 'digest' | 'truncate';
  describeWorkItem: (ref: string) => { label: string; url: string | undefined };
};

/** An outbox row's content. */
export type Composable = {
  workItem: string;
  eventType: string;
  text: string;
  url: string | null;
  actor: string | null;
};

/** Draws the message of an outbox row: digest, blocks and fallback text. Never throws, whatever the text. */
export function composeMessage(item: Composable, settings: ComposeSettings): Message {
  if (item.eventType === NOTICE) return noticeMessage(item.text);
  const parts = messageParts(settings.verbosity);
  const url = item.url ?? undefined;
  const { maxChars, longMessages: mode } = settings;
  const fitted = parts.text ? fit(item.text, { maxChars, mode, url }) : undefined;
  return eventMessage({
    title: EVENT_TYPES.get(item.eventType)?.words ?? item.eventType,
    workItem: settings.describeWorkItem(item.workItem),
    text: fitted?.text,
    hasAsk: fitted?.ask !== undefined,
    controls: undefined,
    githubUrl: url,
    outcome: undefined,
    detail: parts.detail ? { actor: item.actor ?? undefined, url } : undefined,
  });
}
