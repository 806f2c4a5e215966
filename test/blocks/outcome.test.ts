import { describe, expect, test } from '@jest/globals';
import { alreadyAnswered, type Outcome, outcomeBlocks } from '#blocks/outcome.js';
import { validateBlocks } from '../../src/sandbox/slack/validate/index.js';
import { TICKET } from './texts.js';

type Answered = Extract<Outcome, { kind: 'answered' }>;

const answered = {
  kind: 'answered',
  choice: { number: 2, label: 'Refuse at parse time' },
  member: 'U0DANA',
  ticket: { state: 'written', url: TICKET },
  delivery: 'delivered',
  reason: undefined,
} satisfies Answered;

function drawn(outcome: Outcome): string {
  const blocks = outcomeBlocks(outcome);
  expect(validateBlocks(blocks, 'message')).toEqual([]);
  expect(blocks).toHaveLength(1);
  const [block] = blocks;
  return block?.type === 'section' ? (block.text?.text ?? '') : '';
}

describe('an outcome', () => {
  const lines: readonly [string, Partial<Answered>, string][] = [
    [
      'a choice',
      {},
      `✅ *2 · Refuse at parse time*, chosen by <@U0DANA> · <${TICKET}|on the ticket> · delivered`,
    ],
    ['own words', { choice: undefined }, `✅ Answered by <@U0DANA> · <${TICKET}|on the ticket> · delivered`],
    [
      'an answer on its way',
      { choice: undefined, ticket: { state: 'pending', url: undefined }, delivery: 'pending' },
      '✅ Answered by <@U0DANA> · ⏳ on its way to the ticket · ⏳ on its way to the session',
    ],
    [
      'a session without a ticket',
      { choice: undefined, ticket: { state: 'none', url: undefined } },
      '✅ Answered by <@U0DANA> · no ticket · delivered',
    ],
    [
      'a ticket that took nothing',
      { choice: undefined, ticket: { state: 'failed', url: undefined }, reason: 'no token' },
      '⚠️ Answered by <@U0DANA> · not on the ticket · delivered\nno token',
    ],
    [
      'a session that is gone',
      { choice: undefined, delivery: 'undelivered', reason: 'the session\nis <gone>' },
      `⚠️ Answered by <@U0DANA> · <${TICKET}|on the ticket> · not delivered\nthe session is &lt;gone&gt;`,
    ],
    [
      'a delivery nobody saw',
      { choice: undefined, delivery: 'unknown' },
      `⚠️ Answered by <@U0DANA> · <${TICKET}|on the ticket> · nobody knows whether it was delivered`,
    ],
    [
      'a reason without a failure',
      { choice: undefined, reason: 'trying again' },
      `✅ Answered by <@U0DANA> · <${TICKET}|on the ticket> · delivered`,
    ],
  ];
  test.each(lines)('of %s', (_, change, expected) => {
    expect(drawn({ ...answered, ...change })).toBe(expected);
  });

  test('elsewhere, or overtaken', () => {
    expect(drawn({ kind: 'elsewhere', actor: 'octocat' })).toBe('☑️ Answered elsewhere by octocat');
    expect(drawn({ kind: 'elsewhere', actor: undefined })).toBe('☑️ Answered elsewhere');
    expect(drawn({ kind: 'elsewhere', actor: '<!here>' })).toBe('☑️ Answered elsewhere by &lt;!here&gt;');
    expect(drawn({ kind: 'superseded' })).toBe('☑️ A newer question takes its place');
  });

  test('no words in it can act, end the bold, or outgrow a section', () => {
    const act = '<!channel> *over* `code` @here & <@U0BOB> ';
    const text = drawn({
      ...answered,
      choice: { number: 1, label: act },
      member: 'U0DANA> <!here',
      delivery: 'unknown',
      reason: act,
    });
    expect(text).not.toMatch(/<[!@]|@here|`/);
    expect(text.match(/(?<!\u200B)\*/g)).toHaveLength(2);
    const most = '&'.repeat(5_000);
    const choice = { number: 100, label: most };
    const url = `https://x.example/${'&'.repeat(190)}`;
    const ticket = { state: 'written', url } as const;
    drawn({ kind: 'answered', choice, member: most, ticket, delivery: 'unknown', reason: most });
  });
});

test('who taps second is told who was first', () => {
  expect(alreadyAnswered('U0DANA')).toBe('Already answered by <@U0DANA>; reply in the thread to add to it.');
});
