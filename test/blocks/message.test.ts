import { describe, expect, test } from '@jest/globals';
import { eventMessage, noticeMessage } from '#blocks/message.js';
import type { Outcome } from '#blocks/outcome.js';
import { bare, choices, expectGoodMessage, shape } from './messages.js';
import { QUESTION_ID, TICKET } from './texts.js';

describe('an event’s message', () => {
  test('names the event and links the work item; the ask stands in a section of its own', () => {
    const text = '*Which one?*\n\nBoth are ready.';
    expect(eventMessage({ ...bare, text, hasAsk: true })).toEqual({
      text,
      blocks: [
        {
          type: 'context',
          elements: [
            {
              type: 'mrkdwn',
              text: 'Waiting for an answer · <https://github.com/octo/app/issues/7|octo/app#7>',
            },
          ],
        },
        { type: 'section', expand: true, text: { type: 'mrkdwn', text: '*Which one?*' } },
        { type: 'section', expand: true, text: { type: 'mrkdwn', text: 'Both are ready.' } },
      ],
    });
  });

  test('goes from the event over the text and the choices to what can be opened, and to who asked', () => {
    const { blocks } = eventMessage({
      ...bare,
      text: '*Which one?*\n\nBoth are ready.',
      hasAsk: true,
      controls: { questionId: QUESTION_ID, choices: choices(2), fullText: true },
      githubUrl: TICKET,
      detail: { actor: 'octocat', url: TICKET },
    });
    expect(shape(blocks)).toEqual([
      ...['context', 'section', 'section', 'choice:1 choice:2', 'full_text open_on_github', 'context'],
    ]);
    expect(blocks[4]).toEqual({
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'full_text',
          text: { type: 'plain_text', text: 'Open full text', emoji: false },
          value: QUESTION_ID,
        },
        {
          type: 'button',
          action_id: 'open_on_github',
          text: { type: 'plain_text', text: 'Open on GitHub', emoji: false },
          url: TICKET,
        },
      ],
    });
    expect(blocks[5]).toEqual({
      type: 'context',
      elements: [{ type: 'mrkdwn', text: `asked by octocat · <${TICKET}|the comment>` }],
    });
  });

  test('where no press arrives there is the link button alone', () => {
    const { blocks } = eventMessage({ ...bare, text: 'One?', githubUrl: TICKET });
    expect(shape(blocks)).toEqual(['context', 'section', 'open_on_github']);
  });

  test('an outcome stands where the choices stood; those that are left stand below it', () => {
    const outcome: Outcome = { kind: 'superseded' };
    const controls = { questionId: QUESTION_ID, choices: [], fullText: true };
    expect(shape(eventMessage({ ...bare, text: 'One?', controls, outcome }).blocks)).toEqual([
      ...['context', 'section', 'section', 'full_text'],
    ]);
    const open = { ...controls, choices: choices(1) };
    expect(shape(eventMessage({ ...bare, text: 'One?', controls: open, outcome }).blocks)).toEqual([
      ...['context', 'section', 'section', 'choice:1', 'full_text'],
    ]);
  });

  test('a work item without a name is named by its address', () => {
    const { blocks } = eventMessage({ ...bare, workItem: { label: ' ', url: TICKET } });
    expect(JSON.stringify(blocks)).toContain(`Waiting for an answer · <${TICKET}>`);
  });

  test('without a text the notification names the event', () => {
    expect(eventMessage(bare).text).toBe('Waiting for an answer · octo/app#7');
    expect(eventMessage({ ...bare, text: ' \n ' })).toEqual(eventMessage(bare));
  });

  test.each([
    ['We have *two* ways.\n\nWhich one?', 'Which one?', 'Which one?\n\nWe have *two* ways.\n\nWhich one?'],
    ['*Which one?*\n\nWe have two ways.', 'Which one?', '*Which one?*\n\nWe have two ways.'],
    ['Which one?', 'Which one?', 'Which one?'],
    ['A text.', undefined, 'A text.'],
    ['A text.', '<!channel> *now*?', '&lt;!channel&gt; \u200b*\u200bnow\u200b*\u200b?\n\nA text.'],
  ])('of %j the notification begins with the ask %j', (text, ask, notification) => {
    expect(eventMessage({ ...bare, text, ask }).text).toBe(notification);
  });

  test('nothing in a label, an actor or a URL can act', () => {
    const { blocks, text } = eventMessage({
      ...bare,
      title: '@channel *now*',
      workItem: { label: '<!channel>', url: 'https://x.example/?a|b>c' },
      detail: { actor: '<@U0BOB>', url: 'https://x.example/|<!here>' },
    });
    const drawn = JSON.stringify(blocks) + text;
    expect(drawn).not.toMatch(/<!|<@|@channel|[^\u200B]\*/);
    expect(drawn).toContain('<https://x.example/?a%7Cb%3Ec|&lt;!channel&gt;>');
  });
});

describe('a notice', () => {
  test('is its text', () => {
    expect(noticeMessage('⚠️ no')).toEqual({
      text: '⚠️ no',
      blocks: [{ type: 'section', expand: true, text: { type: 'mrkdwn', text: '⚠️ no' } }],
    });
  });

  test('of nothing is still a message', () => {
    expectGoodMessage(noticeMessage(' \n'));
  });

  test('of any length is cut for Slack and says so', () => {
    const { blocks, text } = noticeMessage('A sentence of it. '.repeat(2_000));
    expectGoodMessage({ blocks, text });
    expect(JSON.stringify(blocks)).toContain('… the text goes on');
    expect(text).toMatch(/A sentence of it\.…$/);
  });
});
