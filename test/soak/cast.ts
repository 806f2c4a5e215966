import { setTimeout as sleep } from 'node:timers/promises';
import { ACTION } from '#blocks/ids.js';
import { errorCode } from '../../src/eventlog/describe-error.js';
import {
  askOf,
  choiceOf,
  type Deeds,
  type Question,
  type QuestionKind,
  replyMark,
  type Taps,
} from './deeds.js';
import type { Post, Posts } from './posts.js';
import type { Chance } from './random.js';
import { CHANNEL, LISTED, type SoakWorld, UNLISTED } from './world.js';

/** How often something happens, from 0 to 1 (the issue's own numbers, and a few more). */
const SHARE = {
  duplicated: 0.1,
  /** Of the pairs, so that a twentieth of all replies comes out of order. */
  pairReordered: 0.09,
  unlisted: 0.02,
  lost: 0.01,
  edited: 0.02,
  byABot: 0.02,
  tappedByUnlisted: 0.02,
};

/** How long a member reads, in milliseconds: so short that some answer before the app knows that its message is posted. */
const READING_MS = 10;

/** How long a member waits for a tap to show before tapping again, in milliseconds. */
const PATIENCE_MS = 15_000;

/** How many answers may be on their way before members wait: no team answers faster than it is heard for minutes. */
const MOST_WAITING = 400;

/** What the cast needs. */
export type Stage = {
  world: SoakWorld;
  posts: Posts;
  deeds: Deeds;
  random: Chance;
  /** How many answers are taken in and not yet mirrored. */
  waiting: () => number;
  /** Whether there is another question to ask. */
  goOn: () => boolean;
  /** Once aborted, nobody waits any longer. */
  signal: AbortSignal;
};

const pause = (stage: Stage, ms: number) => sleep(ms, undefined, { signal: stage.signal });

/** Plays one work item: its agent asks one question after the other, and members answer each, until it is enough. */
export async function playItem(stage: Stage, item: string): Promise<void> {
  const { world, deeds, random } = stage;
  while (stage.goOn()) {
    const kinds: [QuestionKind, ...QuestionKind[]] = ['plain', 'plain', 'typed', 'tapped', 'raced'];
    const question: Question = { number: deeds.questions.length + 1, item, kind: random.pick(kinds) };
    deeds.questions.push(question);
    ask(world, question);
    const post = await seen(stage, question.number);
    await pause(stage, READING_MS);
    while (stage.waiting() > MOST_WAITING) await pause(stage, 50);
    await answer(stage, question, post);
  }
}

function ask({ ticket, loop }: SoakWorld, { number, item, kind }: Question): void {
  const choices = `\n\n1. ${choiceOf(number, 1)}\n2. ${choiceOf(number, 2)}\n`;
  const question = `${askOf(number)}${kind === 'plain' ? '' : choices}`;
  const { html_url } = ticket.addComment(item, { user: 'the-loop-bot', body: question });
  loop.ask({ workItem: item, question, commentUrl: html_url });
}

async function answer(stage: Stage, question: Question, post: Post): Promise<void> {
  const { random, deeds } = stage;
  const { number, item, kind } = question;
  if (random.happens(SHARE.byABot)) deeds.barred.push(byABot(stage, post));
  switch (kind) {
    case 'plain':
      type(stage, question, post);
      break;
    case 'typed': {
      const listed = !random.happens(SHARE.unlisted);
      send(stage, { item, mark: choiceOf(number, 2), listed, text: '2', post });
      break;
    }
    case 'tapped':
    case 'raced':
      await tapUntilTaken(stage, question, post);
  }
  // Two at once, which may come in the other order.
  const reordered = random.happens(SHARE.pairReordered);
  if (reordered) {
    stage.world.slack.faults.reorderEvents(2);
    deeds.reordered += 2;
  }
  type(stage, question, post, { plain: reordered });
  const last = type(stage, question, post, { plain: reordered });
  if (random.happens(SHARE.edited) && last.listed) {
    await pause(stage, 50);
    stage.world.slack.edit({ user: last.user, channel: CHANNEL, ts: last.ts, text: `No: ${last.mark}` });
    deeds.edits += 1;
  }
}

/** Types a reply in the thread. `plain`: nothing goes wrong with its event that is not wrong already. */
function type(stage: Stage, { item }: Question, post: Post, options: { plain?: boolean } = {}) {
  const mark = replyMark(stage.deeds.replies.length + 1);
  const listed = !stage.random.happens(SHARE.unlisted);
  return send(stage, {
    item,
    mark,
    listed,
    text: `This is ${mark} Take it <https://example.com|as it is>.`,
    post,
    ...options,
  });
}

function send(
  { world, random, deeds }: Stage,
  reply: { item: string; mark: string; listed: boolean; text: string; post: Post; plain?: boolean },
) {
  const { item, mark, listed, text, post, plain = false } = reply;
  const { slack } = world;
  const lost = !plain && random.happens(SHARE.lost);
  const duplicated = !lost && random.happens(SHARE.duplicated);
  if (lost) slack.faults.loseEvents(1);
  if (duplicated && !plain) slack.faults.duplicateEvents(2);
  const user = listed ? random.pick(LISTED) : UNLISTED;
  const { ts } = slack.post({ user, channel: CHANNEL, threadTs: post.threadTs, text }).message;
  slack.faults.duplicateEvents(1);
  if (lost) deeds.lost += 1;
  if (duplicated && !plain) deeds.duplicated += 1;
  deeds.replies.push({ ts, item, mark, listed });
  return { ts, user, listed, mark };
}

function byABot({ world: { slack } }: Stage, { threadTs }: Post): string {
  const text = 'Nightly report: nothing to see.';
  return slack.post({ user: UNLISTED, botId: 'B0REPORT', channel: CHANNEL, threadTs, text }).message.ts;
}

/** Taps a choice, and again when nothing comes of it: a tap can be lost with the process that has it, as in Slack. */
async function tapUntilTaken(stage: Stage, question: Question, post: Post): Promise<void> {
  const { deeds, random } = stage;
  if (random.happens(SHARE.tappedByUnlisted)) {
    const ts = press(stage, UNLISTED, post, 1);
    if (ts !== undefined) deeds.barred.push(ts);
  }
  const taps: Taps = { question, mark: `of ${question.number} it is`, actionTs: [] };
  deeds.taps.push(taps);
  for (;;) {
    const members = question.kind === 'raced' ? LISTED : [random.pick(LISTED)];
    for (const [index, member] of members.entries()) {
      const ts = press(stage, member, post, index === 0 ? 1 : 2);
      if (ts !== undefined) taps.actionTs.push(ts);
    }
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      if (isAnswered(stage, post)) return;
      await stage.posts.changed.next(post.ts, Math.max(0, end - Date.now()), stage.signal);
    }
  }
}

/** Gives the press's own timestamp; undefined when there is nothing to press any more. */
function press(
  { world: { slack }, deeds, random }: Stage,
  user: string,
  { ts: messageTs }: Post,
  which: 1 | 2,
) {
  if (random.happens(SHARE.duplicated)) slack.faults.duplicateEvents(2);
  try {
    const { actionTs } = slack.press({
      user,
      channel: CHANNEL,
      messageTs,
      actionId: `${ACTION.choice}:${which}`,
    });
    deeds.presses += 1;
    return actionTs;
  } catch (error) {
    if (errorCode(error) === 'no_such_control') return undefined;
    throw error;
  } finally {
    slack.faults.duplicateEvents(1);
  }
}

/** Whether the message says who chose: then its question is closed. */
function isAnswered({ world: { slack } }: Stage, { ts }: Post): boolean {
  const shown = JSON.stringify(slack.message(CHANNEL, ts)?.blocks ?? []);
  return LISTED.some((member) => shown.includes(`<@${member}>`));
}

/** A question's message, once it stands in Slack. */
async function seen({ posts, signal }: Stage, question: number): Promise<Post> {
  for (;;) {
    const [post] = posts.of(question);
    if (post) return post;
    await posts.asked.next(question, PATIENCE_MS, signal);
  }
}
