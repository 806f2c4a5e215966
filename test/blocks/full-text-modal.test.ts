import { describe, expect, test } from '@jest/globals';
import type { ModalView } from '@slack/types';
import fc from 'fast-check';
import { fullTextModal, fullTextPages, loadingModal, messageModal } from '#blocks/full-text-modal.js';
import { parsePageValue } from '#blocks/ids.js';
import { LIMITS } from '#blocks/limits.js';
import { toMrkdwn } from '../../src/digest/index.js';
import { validateView } from '../../src/sandbox/slack/validate/index.js';
import { anyLabel, anyText, anyUrl, QUESTION_ID, TICKET, testReal } from './texts.js';

const LONG_URL = `https://x.example/${'a'.repeat(2_982)}`;

const viewsOf = (pages: string[][], url: string | undefined = LONG_URL, title = 'octo/app#7'): ModalView[] =>
  pages.map((_, at) => fullTextModal({ questionId: QUESTION_ID, title, pages, page: at + 1, url }));

/** The text again: sections without what closes and reopens a fence between two of them. */
function rejoined(sections: readonly string[]): string {
  let text = '';
  for (const section of sections) {
    const closed = /(\n?)(> )?```$/.exec(text);
    const opener = `${closed?.[2] ?? ''}\`\`\`\n`;
    const goesOn = closed !== null && section.startsWith(opener);
    text = goesOn ? text.slice(0, closed.index) + closed[1] + section.slice(opener.length) : text + section;
  }
  return text;
}

function expectWhole(text: string): string[][] {
  const pages = fullTextPages(text);
  for (const view of viewsOf(pages)) expect(validateView(view)).toEqual([]);
  const bare = (words: string) => words.replace(/\s/g, '');
  expect(bare(rejoined(pages.flat()))).toBe(bare(text));
  return pages;
}

/** What stands below the text: each block's texts, values and addresses. */
const foot = (view: ModalView, sections: number) => view.blocks.slice(sections);

describe('the full text', () => {
  test('is one page of sections with the link at its end', () => {
    const pages = fullTextPages('*Head*\n\n• one\n• two');
    expect(pages).toEqual([['*Head*\n\n• one\n• two']]);
    expect(
      fullTextModal({ questionId: QUESTION_ID, title: 'octo/app#7', pages, page: 1, url: TICKET }),
    ).toEqual({
      type: 'modal',
      title: { type: 'plain_text', text: 'octo/app#7', emoji: false },
      close: { type: 'plain_text', text: 'Close', emoji: false },
      private_metadata: QUESTION_ID,
      blocks: [
        { type: 'section', expand: true, text: { type: 'mrkdwn', text: '*Head*\n\n• one\n• two' } },
        { type: 'section', text: { type: 'mrkdwn', text: `<${TICKET}|Open on GitHub>` } },
      ],
    });
  });

  test('of more than a view holds is paged, and each button names the page it leads to', () => {
    const pages = expectWhole('A line of the text that is long enough.\n'.repeat(10_000));
    expect(pages.length).toBeGreaterThan(1);
    const button = (step: string, label: string, page: number) => ({
      type: 'button',
      action_id: `full_text_page:${step}`,
      text: { type: 'plain_text', text: label, emoji: false },
      value: `${QUESTION_ID}:${page}`,
    });
    const views = viewsOf(pages, TICKET);
    const last = pages.length;
    expect(foot(views[0] ?? loadingModal(''), pages[0]?.length ?? 0)).toMatchObject([
      { type: 'context', elements: [{ text: `page 1 of ${last}` }] },
      { type: 'actions', elements: [button('next', 'Next', 2)] },
      { type: 'section', text: { text: `<${TICKET}|Open on GitHub>` } },
    ]);
    expect(foot(views[1] ?? loadingModal(''), pages[1]?.length ?? 0)).toMatchObject([
      { elements: [{ text: `page 2 of ${last}` }] },
      { elements: [button('previous', 'Previous', 1), ...(last > 2 ? [button('next', 'Next', 3)] : [])] },
      {},
    ]);
    expect(foot(views.at(-1) ?? loadingModal(''), pages.at(-1)?.length ?? 0)[1]).toEqual({
      type: 'actions',
      elements: [button('previous', 'Previous', last - 1)],
    });
    for (const view of views) {
      const values = JSON.stringify(view.blocks).match(/"value":"([^"]*)"/g) ?? [];
      for (const value of values) expect(parsePageValue(value.slice(9, -1))).toBeDefined();
    }
  });

  test('a page that does not exist is the nearest that does', () => {
    const pages = [['one'], ['two']];
    const shown = (page: number) =>
      JSON.stringify(fullTextModal({ questionId: QUESTION_ID, title: '', pages, page, url: undefined }));
    expect(shown(0)).toBe(shown(1));
    expect(shown(-7)).toBe(shown(1));
    expect(shown(3)).toBe(shown(2));
    expect(shown(Number.NaN)).toBe(shown(1));
  });

  test('of a comment of 65,536 characters loses nothing', () => {
    for (const piece of [
      'A sentence of it. ',
      'x',
      '長い文です。',
      '• item\n',
      '\u0001',
      'שלום ',
      '🙂',
      '&amp;',
    ]) {
      expectWhole(piece.repeat(Math.ceil(65_536 / piece.length)).slice(0, 65_536));
    }
  });

  test('of a megabyte fills its pages by size and loses nothing', () => {
    const lines = `${'line of it\n'.repeat(90_000)}\`\`\`\n${'code\n'.repeat(50_000)}\`\`\`\n`;
    for (const text of [lines, '長'.repeat(350_000)]) {
      for (const view of viewsOf(expectWhole(text).slice(0, -1), TICKET)) {
        expect(Buffer.byteLength(JSON.stringify(view))).toBeGreaterThan(LIMITS.view.bytes * 0.85);
      }
    }
  });

  test('of many paragraphs fills its pages by number', () => {
    const pages = expectWhole(`${'word '.repeat(320)}\n\n`.repeat(200));
    expect(pages.map((page) => page.length)).toEqual([96, 96, 8]);
  });

  test('of nothing says so', () => {
    expect(fullTextPages(' \n\n')).toEqual([[]]);
    const [view] = viewsOf([[]], TICKET);
    expect(validateView(view)).toEqual([]);
    expect(JSON.stringify(view)).toContain('The text is empty.');
    expect(
      validateView(fullTextModal({ questionId: '', title: '', pages: [], page: 1, url: undefined })),
    ).toEqual([]);
  });

  test('whatever the comment, each page is a view that Slack takes, and together they are the text', () => {
    fc.assert(
      fc.property(anyText(2_000), (markdown) => void expectWhole(toMrkdwn(markdown).toWellFormed())),
      { numRuns: 150 },
    );
  });

  test('whatever its title and address, and however small its pages', () => {
    fc.assert(
      fc.property(
        fc.record({
          questionId: fc.oneof(fc.constant(QUESTION_ID), anyLabel),
          title: anyLabel,
          pages: fc.constantFrom([['one']], [['one'], ['two']], [['one'], ['two'], ['three']]),
          page: fc.integer({ min: -1, max: 4 }),
          url: anyUrl,
        }),
        (input) => {
          const view = fullTextModal(input);
          expect(validateView(view)).toEqual([]);
          expect(view.private_metadata ?? QUESTION_ID).toBe(QUESTION_ID);
        },
      ),
    );
  });

  testReal('a real comment is whole', (markdown) => {
    expectWhole(toMrkdwn(markdown));
  });
});

describe('other modals', () => {
  test('one that loads', () => {
    expect(validateView(loadingModal('a title of more than twenty-four characters'))).toEqual([]);
    expect(loadingModal('a title of more than twenty-four characters').title.text).toBe(
      'a title of more than…',
    );
    expect(loadingModal('a'.repeat(24)).title.text).toBe('a'.repeat(24));
    expect(loadingModal(' ').title.text).toBe('Full text');
  });

  test('one that says one thing', () => {
    const view = messageModal('octo/app#7', 'It is on <https://x.example|the ticket>.');
    expect(view.blocks).toEqual([
      {
        type: 'section',
        expand: true,
        text: { type: 'mrkdwn', text: 'It is on <https://x.example|the ticket>.' },
      },
    ]);
    fc.assert(
      fc.property(anyLabel, anyText(300), (title, text) => {
        expect(validateView(messageModal(title, text))).toEqual([]);
      }),
    );
  });
});
