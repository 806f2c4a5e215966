import type { ActionsBlock, Button, KnownBlock } from '@slack/types';
import { type ChoiceControl, choiceBlocks } from './choices.js';
import { fallbackText } from './fallback-text.js';
import { fitMessage } from './fit-message.js';
import { ACTION, isQuestionId } from './ids.js';
import { type Outcome, outcomeBlocks } from './outcome.js';
import { context, link, plainText, shortWords, urlButton } from './parts.js';
import { splitText } from './split-text.js';

/** What a message shows, as data. */
export type MessageParts = {
  /** The event in words: `Waiting for an answer`. Plain text. */
  title: string;
  /** The work item: its short name as plain text, and its page when it has one. */
  workItem: { label: string; url: string | undefined };
  /** The digest as mrkdwn; undefined at `quiet`. */
  text: string | undefined;
  /** What is asked, as plain text: a notification begins with it, wherever in the text it stands. */
  ask: string | undefined;
  /** Whether the text's first paragraph is the ask, which stands in a section of its own. */
  hasAsk: boolean;
  /** What can be pressed; undefined where no press arrives (`read.mode` `poll` or `off`). */
  controls:
    | {
        questionId: string;
        /** None once the question is closed, or when it offers none. */
        choices: readonly ChoiceControl[];
        /** Whether something was left out of `text`, so that the full text is offered. */
        fullText: boolean;
      }
    | undefined;
  /** The page behind `Open on GitHub`, which is drawn in every mode. */
  githubUrl: string | undefined;
  /** What came of the question; stands above whatever controls are left. */
  outcome: Outcome | undefined;
  /** At `verbose`: who asked (plain text), and the comment. */
  detail: { actor: string | undefined; url: string | undefined } | undefined;
};

/** A message for `chat.postMessage`: its blocks, and the text that notifications and screen readers use. */
export type Message = { blocks: KnownBlock[]; text: string };

const TITLE_CHARS = 150;
const LABEL_CHARS = 100;
const ACTOR_CHARS = 100;

/** What a notification shows at most, and more. */
const ASK_CHARS = 300;

/** The row of buttons that open something: the full text, and the page on GitHub. */
function openRow({ controls, githubUrl }: MessageParts): ActionsBlock[] {
  const elements: Button[] = [];
  if (controls?.fullText && isQuestionId(controls.questionId)) {
    const text = plainText('Open full text');
    elements.push({ type: 'button', action_id: ACTION.fullText, text, value: controls.questionId });
  }
  const page = urlButton(ACTION.openOnGitHub, 'Open on GitHub', githubUrl);
  if (page) elements.push(page);
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

function detailLine({ detail }: MessageParts): KnownBlock[] {
  const actor = shortWords(detail?.actor ?? '', ACTOR_CHARS);
  const parts = [
    ...(actor === '' ? [] : [`asked by ${actor}`]),
    ...(detail?.url === undefined ? [] : [link(detail.url, 'the comment')]),
  ];
  return parts.length === 0 ? [] : [context(parts.join(' · '))];
}

/** Joined by ` · `, without what is empty. */
function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ') || '—';
}

/** Puts the ask before a text that begins otherwise, for a notification, which shows no more than the first lines. */
function askFirst(text: string, ask: string): string {
  const words = shortWords(ask, ASK_CHARS);
  const begins = text.replace(/^[*_~>\s]+/, '').startsWith(words.replace(/…$/, ''));
  return words === '' || begins ? text : `${words}\n\n${text}`;
}

/**
 * Draws an event's message (R2.2): the context line always, the text at `normal`, who and where at `verbose`; below the
 * text what came of it, the choices, and the buttons that open the whole. Never throws and never exceeds the numbers of `limits.ts`;
 * a message that would be too large gets shorter labels in its menu, then a shorter text that says so.
 */
export function eventMessage(parts: MessageParts): Message {
  const title = shortWords(parts.title, TITLE_CHARS);
  const { label, url } = parts.workItem;
  const text = parts.text === undefined || parts.text.trim() === '' ? undefined : parts.text.toWellFormed();
  const { controls, outcome } = parts;
  const blocks = fitMessage({
    head: [context(joined([title, link(url, label)]))],
    text: (limit) => (text === undefined ? [] : splitText(text, limit, parts.hasAsk)),
    outcome: outcome ? outcomeBlocks(outcome) : [],
    choices: (room) => (controls ? choiceBlocks(controls.questionId, controls.choices, room) : []),
    foot: [...openRow(parts), ...detailLine(parts)],
  });
  const spoken = text === undefined || parts.hasAsk ? text : askFirst(text, parts.ask ?? '');
  return { blocks, text: fallbackText(spoken ?? joined([title, shortWords(label, LABEL_CHARS)])) };
}

/** Draws a notice of our own in a thread, such as why an answer did not reach the session. */
export function noticeMessage(mrkdwn: string): Message {
  const text = mrkdwn.trim() === '' ? '—' : mrkdwn.toWellFormed();
  const blocks = fitMessage({
    head: [],
    text: (limit) => splitText(text, limit),
    outcome: [],
    choices: () => [],
    foot: [],
  });
  return { blocks, text: fallbackText(text) };
}
