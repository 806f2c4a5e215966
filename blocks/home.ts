import type { HomeView, KnownBlock } from '@slack/types';
import { escapeText } from './escape.js';
import { context, link, section, shortWords } from './parts.js';
import { cutWords, oneLine } from './words.js';

/** A question that waits for an answer. */
export type WaitingQuestion = {
  /** The work item's short name, plain text, and its page. */
  label: string;
  itemUrl: string | undefined;
  /** The Slack message that asks it. */
  threadUrl: string | undefined;
  /** Plain text. */
  ask: string;
  since: Date;
};

/** Whether something that the app needs can be reached; `detail` says why not, plain text. */
export type Health = { name: string; ok: boolean; detail: string | undefined };

/** What App Home shows. */
export type HomeInput =
  | {
      kind: 'member';
      waiting: readonly WaitingQuestion[];
      health: readonly Health[];
      /** Waiting questions that `waiting` does not hold. */
      more: number;
    }
  /** Someone who may not answer: only how to get listed. `member`: their Slack id. */
  | { kind: 'stranger'; member: string };

/** App Home shows this many questions, the newest first. */
export const MOST_WAITING = 20;
const MOST_HEALTH = 20;
const ASK_CHARS = 300;
const NAME_CHARS = 60;
const DETAIL_CHARS = 150;

/** A moment as Slack draws it in the reader's own time zone; in UTC where it cannot. */
function moment(date: Date): string {
  const ms = date.getTime();
  if (Number.isNaN(ms)) return 'some time ago';
  const utc = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(ms / 1000)}^{date_short_pretty}, {time}|${utc}>`;
}

function waitingBlocks({ label, itemUrl, threadUrl, ask, since }: WaitingQuestion): KnownBlock[] {
  const question = shortWords(ask, ASK_CHARS);
  const thread = threadUrl === undefined ? '' : ` · ${link(threadUrl, 'Open the thread')}`;
  const where = link(itemUrl, oneLine(label) === '' ? 'a work item' : label);
  return [
    section(question === '' ? '_A question without words_' : `*${question}*`),
    context(`${where} · since ${moment(since)}${thread}`),
  ];
}

function healthLine({ name, ok, detail }: Health): string {
  const why = shortWords(detail ?? '', DETAIL_CHARS);
  return `${ok ? '✅' : '⚠️'} ${shortWords(name, NAME_CHARS)}${why === '' ? '' : `: ${why}`}`;
}

function memberBlocks({ waiting, health, more }: Extract<HomeInput, { kind: 'member' }>): KnownBlock[] {
  const newest = waiting
    .toSorted((one, other) => other.since.getTime() - one.since.getTime())
    .slice(0, MOST_WAITING);
  const hidden = waiting.length - newest.length + (more > 0 ? Math.floor(more) : 0);
  return [
    { type: 'header', text: { type: 'plain_text', text: 'Waiting for an answer', emoji: false } },
    ...(newest.length === 0 ? [section('Nothing waits for an answer.')] : newest.flatMap(waitingBlocks)),
    ...(hidden > 0 ? [context(`… and ${hidden} older`)] : []),
    { type: 'divider' },
    ...health.slice(0, MOST_HEALTH).map((entry) => context(healthLine(entry))),
  ];
}

function strangerBlocks(member: string): KnownBlock[] {
  const id = escapeText(cutWords(oneLine(member), NAME_CHARS)).replaceAll('`', 'ˋ');
  return [
    section(
      `You are not on the list of people who may answer here.\nYour member id is \`${id || '?'}\`. Ask whoever runs the-loop for your team to add it to \`authorizedUsers\`.`,
    ),
  ];
}

/** Draws App Home: what waits and whether all is well, or, for someone who may not answer, how to get listed. */
export function homeView(input: HomeInput): HomeView {
  return {
    type: 'home',
    blocks: input.kind === 'member' ? memberBlocks(input) : strangerBlocks(input.member),
  };
}
