import type { ActionsBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { fullTextPages } from './full-text-pages.js';
import { ACTION, isQuestionId, pageValue } from './ids.js';
import { LIMITS } from './limits.js';
import { context, link, openSection, plainText, section, urlButton } from './parts.js';
import { cutWords, oneLine } from './words.js';

export { fullTextPages } from './full-text-pages.js';

/** What the full text's modal shows. */
export type FullText = {
  /** Goes into the view's metadata and the paging buttons. */
  questionId: string;
  /** Plain text, such as the work item's short name; Slack shows 24 characters of it. */
  title: string;
  /** From {@link fullTextPages}. */
  pages: readonly (readonly string[])[];
  /** The page to show, counted from 1; one that does not exist is the nearest that does. */
  page: number;
  /** The text's own page on the web. */
  url: string | undefined;
};

function modal(title: string, blocks: KnownBlock[]): ModalView {
  const short = cutWords(oneLine(title), LIMITS.view.title);
  return {
    type: 'modal',
    title: plainText(short === '' ? 'Full text' : short),
    close: plainText('Close'),
    blocks,
  };
}

/** Where the reader is, and the buttons to the neighbouring pages; nothing for a single page. */
function paging(questionId: string, page: number, count: number): KnownBlock[] {
  if (count === 1) return [];
  const button = (step: 'previous' | 'next', label: string, to: number): Button[] =>
    to < 1 || to > count
      ? []
      : [
          {
            type: 'button',
            action_id: `${ACTION.page}:${step}`,
            text: plainText(label),
            value: pageValue(questionId, to),
          },
        ];
  const elements = [...button('previous', 'Previous', page - 1), ...button('next', 'Next', page + 1)];
  const row: ActionsBlock[] = isQuestionId(questionId) ? [{ type: 'actions', elements }] : [];
  return [context(`page ${page} of ${count}`), ...row];
}

/** The link that ends the modal; a button for an address too long for a line of text, nothing for none. */
function source(url: string | undefined): KnownBlock[] {
  const button = urlButton(ACTION.openOnGitHub, 'Open on GitHub', url);
  if (!button) return [];
  const linked = link(url, 'Open on GitHub');
  return [linked.startsWith('<') ? section(linked) : { type: 'actions', elements: [button] }];
}

/**
 * One page of the complete text. Below it: `page 2 of 7`, **Previous** and **Next**, whose values name the page they lead
 * to, and last the link. The metadata holds the question's id and nothing else.
 */
export function fullTextModal({ questionId, title, pages, page, url }: FullText): ModalView {
  const count = Math.max(pages.length, 1);
  const shown = Math.min(Math.max(Number.isInteger(page) ? page : 1, 1), count);
  const sections = (pages[shown - 1] ?? []).map(openSection);
  const view = modal(title, [
    ...(sections.length === 0 ? [section('_The text is empty._')] : sections),
    ...paging(questionId, shown, count),
    ...source(url),
  ]);
  return isQuestionId(questionId) ? { ...view, private_metadata: questionId } : view;
}

/** What stands there while the text is fetched: a trigger lives 3 seconds only. */
export function loadingModal(title: string): ModalView {
  return modal(title, [section('⏳ Loading the full text …')]);
}

/** A modal that says one thing, such as that the text is no longer kept; `mrkdwn` is finished and short. */
export function messageModal(title: string, mrkdwn: string): ModalView {
  const [page = []] = fullTextPages(mrkdwn);
  return modal(title, page.length === 0 ? [section('—')] : page.map(openSection));
}
