import type { webApi } from '@slack/bolt';
import { fullTextModal, fullTextPages, loadingModal, messageModal } from '#blocks/full-text-modal.js';
import { parsePageValue } from '#blocks/ids.js';
import { textNotKept, textNotLoaded } from '#blocks/lines.js';
import { toMrkdwn } from '../../digest/index.js';
import { describeError } from '../../eventlog/describe-error.js';
import type { Logger } from '../../eventlog/logger-type.js';
import type { PostedQuestion, Questions } from '../../store/questions.js';
import { slackFailure } from '../failure.js';
import type { StepArgs } from '../middleware/types.js';
import { readPress } from '../press.js';

/** What showing the full text needs. */
export type FullTextDeps = {
  client: webApi.WebClient;
  botToken: () => string | undefined;
  questions: Questions;
  describeWorkItem: (ref: string) => { label: string; url: string | undefined };
  logger: Logger;
};

/** A modal's title is at most 24 characters. */
const TITLE = 'Full text';

/**
 * Opens the complete text of a message in a modal. A trigger lives 3 seconds, so an empty modal is opened first and
 * filled after the look-up. The button carries an opaque id; a text is shown only in the channel it was posted in.
 */
export function onFullText(deps: FullTextDeps): (args: StepArgs) => Promise<void> {
  return async ({ body }) => {
    const press = readPress(body);
    const token = deps.botToken();
    if (!press?.triggerId || token === undefined) return;
    let viewId: string | undefined;
    try {
      const opened = await deps.client.views.open({
        token,
        trigger_id: press.triggerId,
        view: loadingModal(TITLE),
      });
      viewId = opened.view?.id;
      const question = press.value === undefined ? undefined : await deps.questions.posted(press.value);
      const shown = question && question.channel === press.channel && question.messageTs === press.messageTs;
      const view = shown ? pageOf(deps, question, 1) : messageModal(TITLE, textNotKept(press.githubUrl));
      if (viewId !== undefined) await deps.client.views.update({ token, view_id: viewId, view });
    } catch (error) {
      deps.logger.warn('the full text could not be shown', {
        cause: describeError(error),
        code: slackFailure(error).code,
      });
      if (viewId !== undefined) await sayItFailed(deps, token, viewId, press.githubUrl);
    }
  };
}

/** Fills a modal that would stay at "loading" with the way to the ticket. */
async function sayItFailed(
  deps: FullTextDeps,
  token: string,
  viewId: string,
  url: string | undefined,
): Promise<void> {
  try {
    await deps.client.views.update({ token, view_id: viewId, view: messageModal(TITLE, textNotLoaded(url)) });
  } catch (error) {
    deps.logger.warn('a modal is left at loading', { code: slackFailure(error).code });
  }
}

/** Turns the page of an open full text. The modal itself says whose text it shows; the button says only which page. */
export function onPage(deps: FullTextDeps): (args: StepArgs) => Promise<void> {
  return async ({ body }) => {
    const press = readPress(body);
    const token = deps.botToken();
    if (!press?.view || token === undefined) return;
    const question = await deps.questions.byId(press.view.privateMetadata);
    const page = parsePageValue(press.value ?? '')?.page ?? 1;
    const view = question ? pageOf(deps, question, page) : messageModal(TITLE, textNotKept(undefined));
    try {
      await deps.client.views.update({ token, view_id: press.view.id, view });
    } catch (error) {
      deps.logger.warn('a page of the full text could not be shown', { code: slackFailure(error).code });
    }
  };
}

function pageOf(deps: FullTextDeps, question: PostedQuestion, page: number) {
  return fullTextModal({
    questionId: question.id,
    title: TITLE,
    pages: fullTextPages(toMrkdwn(question.text)),
    page,
    url: question.url ?? deps.describeWorkItem(question.workItem).url,
  });
}
