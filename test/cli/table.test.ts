import { expect, test } from '@jest/globals';
import { fixFor } from '../../src/cli/fixes.js';
import { age, ahead, table } from '../../src/cli/table.js';

test('a table has columns as wide as their widest cell, and one line a row', () => {
  expect(
    table(
      ['ID', 'ERROR'],
      [
        ['abcd', 'x'],
        ['e', 'two\nlines\u001b[31m'],
      ],
    ),
  ).toBe(['ID    ERROR', 'abcd  x', 'e     two lines [31m'].join('\n'));
});

const NOW = Date.parse('2026-01-02T00:00:00.000Z');

test.each([
  ['2026-01-01T23:59:59.500Z', '0 s'],
  ['2026-01-01T23:59:01.000Z', '59 s'],
  ['2026-01-01T23:00:01.000Z', '59 min'],
  ['2026-01-01T01:00:00.000Z', '23 h'],
  ['2025-12-23T00:00:00.000Z', '10 d'],
  ['2026-01-02T00:01:00.000Z', '0 s'],
])('%s was %s ago', (iso, said) => {
  expect(age(iso, NOW)).toBe(said);
});

test('what is due is said as a time from now', () => {
  expect(ahead('2026-01-02T00:05:00.000Z', NOW)).toBe('in 5 min');
  expect(ahead('2026-01-01T23:59:59.000Z', NOW)).toBe('now');
});

test.each([
  ['not_in_channel', '/invite @the-loop'],
  ['missing_scope', 'manifest.yml'],
  ['token_revoked', 'install the app again'],
  ['channel_not_found', 'channels.slack.channel'],
  ['is_archived', 'unarchive'],
  ['invalid_auth', 'set the bot token'],
  ['no bot token: X is not set', 'set that variable'],
  ['no channel: channels.slack.channel is not set', 'the channel’s id'],
  ['ECONNREFUSED', 'cannot be reached'],
  ['invalid_blocks', 'our fault'],
  ['in_doubt', 'look in the channel'],
])('%s has a fix', (error, fix) => {
  expect(fixFor(error)).toContain(fix);
});

test('a scope that Slack named is in its fix', () => {
  expect(fixFor('missing_scope', 'groups:history')).toContain('add groups:history under');
});

test.each(['something_new', 'ratelimited', 'http_503', 'GitHub cannot be reached (ECONNREFUSED)'])(
  '%s has none: only time mends it, or it says so itself',
  (error) => {
    expect(fixFor(error)).toBeUndefined();
  },
);
