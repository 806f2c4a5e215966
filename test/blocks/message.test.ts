import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '#blocks/limits.js';
import { eventMessage, type MessageParts, noticeMessage } from '#blocks/message.js';
import { splitText } from '#blocks/split-text.js';
import { fit } from '../../src/digest/index.js';
import { validateBlocks } from '../../src/sandbox/slack/validate/index.js';

const parts = {
  title: 'Waiting for an answer',
  workItem: { label: 'octo/app#7', url: 'https://github.com/octo/app/issues/7' },
  text: undefined,
  hasAsk: true,
  controls: undefined,
  githubUrl: undefined,
  outcome: undefined,
  detail: undefined,
} satisfies MessageParts;

describe('an event’s message', () => {
  test('names the event and links the work item; the ask stands in a section of its own', () => {
    const text = '*Which one?*\n\nBoth are ready.';
    expect(eventMessage({ ...parts, text })).toEqual({
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
        { type: 'section', text: { type: 'mrkdwn', text: '*Which one?*' } },
        { type: 'section', text: { type: 'mrkdwn', text: 'Both are ready.' } },
      ],
    });
  });

  test('nothing in a label, an actor or a URL can act', () => {
    const { blocks } = eventMessage({
      ...parts,
      workItem: { label: '<!channel>', url: 'https://x.example/?a|b>c' },
      detail: { actor: '<@U0BOB>', url: 'https://x.example/|<!here>' },
    });
    const drawn = JSON.stringify(blocks);
    expect(drawn).not.toMatch(/<!|<@/);
    expect(drawn).toContain('<https://x.example/?a%7Cb%3Ec|&lt;!channel&gt;>');
  });

  test('whatever the text, Slack takes the message', () => {
    const markdown = fc.oneof(
      fc.string({ maxLength: 6000 }),
      fc
        .array(
          fc.constantFrom('word ', '\n\n', '**b** ', '- item\n', '```\n', '<!channel> ', '& ', '🙂', '# h\n'),
          {
            maxLength: 2000,
          },
        )
        .map((words) => words.join('')),
    );
    fc.assert(
      fc.property(markdown, fc.integer({ min: 200, max: 3000 }), (source, maxChars) => {
        const { text } = fit(source, { maxChars, url: 'https://github.com/octo/app/issues/7' });
        const { blocks } = eventMessage({ ...parts, text });
        expect(validateBlocks(blocks, 'message')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('splitting text into sections', () => {
  test('a long text is cut at blank lines, else at lines, and nothing is lost', () => {
    const line = fc.stringMatching(/^[a-z 🙂]{1,120}$/u).map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n\n')), { maxLength: 200 }), (lines) => {
        const text = lines.map((pair) => pair.join('')).join('');
        const pieces = splitText(text, 500);
        expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(500);
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test('one endless line is cut between characters, never inside one', () => {
    const pieces = splitText('🙂'.repeat(4000));
    expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= LIMITS.section.text)).toBe(true);
    expect(pieces.join('')).toBe('🙂'.repeat(4000));
  });
});

test('a notice is its text', () => {
  expect(noticeMessage('⚠️ no').text).toBe('⚠️ no');
  expect(validateBlocks(noticeMessage('⚠️ no').blocks, 'message')).toEqual([]);
});
