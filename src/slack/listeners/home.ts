import type { webApi } from '@slack/bolt';
import { z } from 'zod';
import { type HomeInput, homeView } from '#blocks/home.js';
import { toMrkdwn } from '../../digest/index.js';
import { describeError } from '../../eventlog/describe-error.js';
import type { Logger } from '../../eventlog/logger-type.js';
import type { PostedQuestion, Questions } from '../../store/questions.js';
import { slackFailure } from '../failure.js';
import type { StepArgs } from '../middleware/types.js';

/** Whether something the app depends on answers. */
export type HealthLine = { name: string; ok: boolean; detail: string | undefined };

/** What the home needs. */
export type HomeDeps = {
  client: webApi.WebClient;
  botToken: () => string | undefined;
  questions: Questions;
  authorizedUsers: readonly string[];
  channel: string;
  health: () => Promise<HealthLine[]>;
  describeWorkItem: (ref: string) => { label: string; url: string | undefined };
  logger: Logger;
};

/** As much of a text as its first line can be in, in UTF-16 units. */
const MOST_READ = 4_000;

/** Questions the home lists. */
const LISTED = 20;

const opened = z.looseObject({ user: z.string(), tab: z.string().optional() });

/** Draws a member's App Home when it is opened: what waits for an answer, and whether everything is reachable. */
export function onHomeOpened(deps: HomeDeps): (args: Pick<StepArgs, 'payload'>) => Promise<void> {
  return async ({ payload }) => {
    const event = opened.safeParse(payload);
    const token = deps.botToken();
    if (!event.success || (event.data.tab ?? 'home') !== 'home' || token === undefined) return;
    const { user } = event.data;
    const input = deps.authorizedUsers.includes(user)
      ? await memberHome(deps, token)
      : ({ kind: 'stranger', member: user } as const);
    try {
      await deps.client.views.publish({ token, user_id: user, view: homeView(input) });
    } catch (error) {
      deps.logger.warn('an App Home could not be shown', { code: slackFailure(error).code });
    }
  };
}

async function memberHome(deps: HomeDeps, token: string): Promise<HomeInput> {
  const [waiting, health] = await Promise.all([waitingQuestions(deps), deps.health()]);
  const { questions, all } = waiting;
  const shown = await Promise.all(questions.map((question) => listed(deps, token, question)));
  return { kind: 'member', waiting: shown, health, more: all - questions.length };
}

/** The open questions; none while the database is away, which the lines on health then say. */
async function waitingQuestions(deps: HomeDeps): Promise<{ questions: PostedQuestion[]; all: number }> {
  try {
    return await deps.questions.waiting(deps.channel, LISTED);
  } catch (error) {
    deps.logger.warn('the waiting questions could not be read', { cause: describeError(error) });
    return { questions: [], all: 0 };
  }
}

async function listed(deps: HomeDeps, token: string, question: PostedQuestion) {
  const { label, url: itemUrl } = deps.describeWorkItem(question.workItem);
  const ask = question.ask ?? firstLine(question.text);
  return {
    label,
    itemUrl,
    threadUrl: await permalink(deps, token, question),
    ask,
    since: question.createdAt,
  };
}

/** The message's address in Slack; a question without one is listed all the same. */
async function permalink(
  deps: HomeDeps,
  token: string,
  question: PostedQuestion,
): Promise<string | undefined> {
  const { channel, messageTs } = question;
  if (channel === null || messageTs === null) return undefined;
  try {
    return (await deps.client.chat.getPermalink({ token, channel, message_ts: messageTs })).permalink;
  } catch (error) {
    deps.logger.debug('a message has no address', { code: slackFailure(error).code });
    return undefined;
  }
}

/** The first line a text shows, without marks, for a question that asks nothing in so many words. */
function firstLine(markdown: string): string {
  const [line = ''] = toMrkdwn(markdown.slice(0, MOST_READ)).split('\n');
  return line
    .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
    .replace(/[*_~`]/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
