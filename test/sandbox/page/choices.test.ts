import { expect, test } from '@jest/globals';
import {
  type Choices,
  DEFAULT_CHOICES,
  readChoices,
  writeChoices,
} from '../../../src/sandbox/page/client/choices.js';
import { clock, slackDate } from '../../../src/sandbox/page/client/parts/moment.js';

test('what is written is read again', () => {
  const choices: Choices = {
    theme: 'dark',
    device: 'desktop',
    as: 'U0MALLORY',
    screen: 'home',
    thread: '1700000000.000100',
    item: 'github:octo/app#8',
    composing: true,
    column: 'ticket',
  };
  const [pair = ''] = writeChoices(choices).split(';');
  expect(readChoices(`other=1; ${pair}; more=2`)).toEqual(choices);
});

test.each([
  '',
  'sandbox-page=',
  'sandbox-page=%',
  'sandbox-page=null',
  `sandbox-page=${encodeURIComponent('{"theme":"pink","as":"<b>","thread":"x","item":"a b","composing":1}')}`,
])('anything else is the default: %s', (cookies) => {
  expect(readChoices(cookies)).toEqual(DEFAULT_CHOICES);
});

test('dates stand on the reader’s clock, as Slack words them', () => {
  const now = new Date(2026, 10, 30, 18, 5);
  const at = (date: Date) => slackDate(date.getTime() / 1000, '{date_short_pretty}, {time} {x}', now);
  expect(at(new Date(2026, 10, 30, 9, 41))).toBe('today, 9:41 {x}');
  expect(at(new Date(2026, 10, 29, 23, 0))).toBe('yesterday, 23:00 {x}');
  expect(at(new Date(2026, 10, 3, 0, 7))).toBe('Nov 3, 0:07 {x}');
  expect(clock(new Date(Number.NaN))).toBe('');
});
