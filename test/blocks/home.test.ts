import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type HomeInput, homeView } from '#blocks/home.js';
import { validateView } from '../../src/sandbox/slack/validate/index.js';
import { anyLabel, anyUrl, TICKET } from './texts.js';

type Member = Extract<HomeInput, { kind: 'member' }>;

const question = {
  label: 'octo/app#7',
  itemUrl: 'https://github.com/octo/app/issues/7',
  threadUrl: 'https://team.slack.com/archives/C0TEAM/p1',
  ask: 'Which one?',
  since: new Date('2026-11-30T10:00:00Z'),
};
const home = (change: Partial<Member>): Member => ({
  kind: 'member',
  waiting: [],
  health: [],
  more: 0,
  ...change,
});

/** The texts of a view from top to bottom, a line each. */
function lines(input: HomeInput): string[] {
  const view = homeView(input);
  expect(validateView(view)).toEqual([]);
  return view.blocks.map((block) => {
    if (!('type' in block)) return '';
    if (block.type === 'divider') return '---';
    const found = JSON.stringify(block).match(/"text":"((?:[^"\\]|\\.)*)"/)?.[1] ?? '';
    return JSON.parse(`"${found}"`);
  });
}

describe('App Home', () => {
  test('shows what waits, with its thread, and whether all is well', () => {
    const health = [
      { name: 'GitHub', ok: true, detail: undefined },
      { name: 'the-loop', ok: false, detail: 'no answer for 5 minutes' },
    ];
    expect(lines(home({ waiting: [question], health }))).toEqual([
      'Waiting for an answer',
      '*Which one?*',
      `<${question.itemUrl}|octo/app#7> · since <!date^1796032800^{date_short_pretty}, {time}|2026-11-30 10:00 UTC> · <${question.threadUrl}|Open the thread>`,
      '---',
      '✅ GitHub',
      '⚠️ the-loop: no answer for 5 minutes',
    ]);
  });

  test('says when nothing waits', () => {
    expect(lines(home({}))).toEqual(['Waiting for an answer', 'Nothing waits for an answer.', '---']);
  });

  test('shows the newest twenty, newest first, and counts the rest', () => {
    const waiting = Array.from({ length: 25 }, (_, at) => ({
      ...question,
      ask: `Question ${at}?`,
      since: new Date(1_700_000_000_000 + at * 1_000),
    }));
    const shown = lines(home({ waiting, more: 3 }));
    const asks = shown.filter((line) => line.startsWith('*'));
    expect(asks).toHaveLength(20);
    expect([asks[0], asks.at(-1)]).toEqual(['*Question 24?*', '*Question 5?*']);
    expect(shown).toContain('… and 8 older');
  });

  test('a question of no known time still shows', () => {
    const [, , where] = lines(home({ waiting: [{ ...question, since: new Date(Number.NaN) }] }));
    expect(where).toContain('since some time ago');
  });

  test('shows someone who may not answer only how to get listed', () => {
    const [line = '', ...rest] = lines({ kind: 'stranger', member: 'U0EVE' });
    expect(rest).toEqual([]);
    expect(line).toContain('Your member id is `U0EVE`.');
    expect(line).toContain('`authorizedUsers`');
  });

  test('whatever it is given, Slack takes it and nothing acts', () => {
    const waiting = fc.record({
      label: anyLabel,
      itemUrl: anyUrl,
      threadUrl: anyUrl,
      ask: anyLabel,
      since: fc.date({ noInvalidDate: false }),
    });
    const health = fc.record({
      name: anyLabel,
      ok: fc.boolean(),
      detail: fc.option(anyLabel, { nil: undefined }),
    });
    const input = fc.oneof(
      fc.record({
        kind: fc.constant('member' as const),
        waiting: fc.array(waiting, { maxLength: 30 }),
        health: fc.array(health, { maxLength: 30 }),
        more: fc.integer({ min: -1, max: 1_000 }),
      }),
      anyLabel.map((member) => ({ kind: 'stranger' as const, member })),
    );
    fc.assert(
      fc.property(input, (data) => {
        const view = homeView(data);
        expect(validateView(view)).toEqual([]);
        expect(JSON.stringify(view)).not.toMatch(/<!(?!date\^)|<@|@here/);
      }),
    );
  });

  test('twenty questions at their longest still fit', () => {
    const longest = {
      ...question,
      label: '&'.repeat(500),
      ask: '&'.repeat(5_000),
      itemUrl: `${TICKET}${'a'.repeat(900)}`,
    };
    const health = Array.from({ length: 200 }, () => ({
      name: '&'.repeat(500),
      ok: false,
      detail: '&'.repeat(5_000),
    }));
    lines(home({ waiting: Array.from({ length: 30 }, () => longest), health, more: 5 }));
  });
});
