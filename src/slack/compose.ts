import { eventMessage, type Message, noticeMessage } from '#blocks/message.js';
import type { Outcome } from '#blocks/outcome.js';
import { EVENT_TYPES } from '../channels/catalog.js';
import { messageParts, type Verbosity } from '../channels/verbosity.js';
import { type Choice, type Digest, fit } from '../digest/index.js';
import type { QuestionState } from '../store/questions.js';

/** The event type of a notice of our own; its text is finished mrkdwn. */
export const NOTICE = 'notice';

/** How messages are drawn: the channel's settings, and where a work item's page is. */
export type ComposeSettings = {
  verbosity: Verbosity;
  maxChars: number;
  longMessages: 'digest' | 'truncate';
  /** Whether a press can arrive: without Socket Mode no control but a link is drawn. */
  pressable: boolean;
  describeWorkItem: (ref: string) => { label: string; url: string | undefined };
};

/** What is drawn: an outbox row, and what became of its question. */
export type Composable = {
  id: string;
  workItem: string;
  eventType: string;
  text: string;
  url: string | null;
  actor: string | null;
  question: QuestionState;
};

/** A drawn message, and what it asks. */
export type Composed = { message: Message; ask: string | undefined; choices: readonly Choice[] };

/**
 * Draws the message of an outbox row: digest, blocks and fallback text. Never throws, whatever the text.
 *
 * @param stored the choices that were drawn when the message was posted, once it was: what a press can stand for
 */
export function composeMessage(
  item: Composable,
  settings: ComposeSettings,
  outcome?: Outcome,
  stored?: readonly Choice[],
): Composed {
  if (item.eventType === NOTICE) return { message: noticeMessage(item.text), ask: undefined, choices: [] };
  const parts = messageParts(settings.verbosity);
  const url = item.url ?? undefined;
  const digest = fit(item.text, {
    maxChars: settings.maxChars,
    mode: settings.longMessages,
    ...(url === undefined ? {} : { url }),
  });
  const choices = stored ?? digest.choices;
  const message = eventMessage({
    title: EVENT_TYPES.get(item.eventType)?.words ?? item.eventType,
    workItem: settings.describeWorkItem(item.workItem),
    text: parts.text ? digest.text : undefined,
    ask: digest.ask,
    hasAsk: digest.ask !== undefined && digest.digested,
    controls: settings.pressable
      ? {
          questionId: item.id,
          choices: parts.text && item.question === 'open' ? choices : [],
          fullText: !parts.text || leavesOut(digest),
        }
      : undefined,
    githubUrl: url,
    outcome,
    detail: parts.detail ? { actor: item.actor ?? undefined, url } : undefined,
  });
  return { message, ask: digest.ask, choices };
}

/** The closing line of a digest, and of a truncated text: there whenever something was cut, left out or replaced. */
const CLOSING =
  /(?:^|\n)(?:_… (?:full text: <[^\n]*>|the full text is on the ticket)_|[^\n]*… \(\d+ more characters — see the link\))$/;

/** Whether the drawn text does not show everything: then there is a full text to open. */
function leavesOut({ text }: Digest): boolean {
  return CLOSING.test(text);
}
