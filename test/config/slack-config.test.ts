import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { resolveSlackConfig } from '../../src/config/slack-config.js';

test.each([
  ['a list', []],
  ['a word', 'on'],
  ['nothing', null],
  ['a channel name', { enabled: true, channel: '#dev' }],
  ['a member by name', { enabled: true, authorizedUsers: ['dana'] }],
  ['a number for the mode', { enabled: true, read: { mode: 3 } }],
])('a section that is %s resolves to off, with a warning, never to half a channel', (_what, section) => {
  const warnings: string[] = [];
  const config = resolveSlackConfig(section, [], (path, problem) => warnings.push(`${path}: ${problem}`));
  expect(config).toEqual({ kind: 'off', reason: 'malformed' });
  expect(warnings).toEqual([expect.stringMatching(/^channels\.slack.*; the channel is off$/)]);
});

test('at run time an unknown longMessages is digest with a warning (R1.4)', () => {
  const warnings: string[] = [];
  const config = resolveSlackConfig({ enabled: true, longMessages: 'summarize' }, [], (path) =>
    warnings.push(path),
  );
  expect(config).toMatchObject({ kind: 'on', settings: { longMessages: 'digest' } });
  expect(warnings).toEqual(['channels.slack.longMessages']);
});

test('whatever the section, the answer is a whole channel or none, and never an unlisted mode', () => {
  fc.assert(
    fc.property(fc.anything(), fc.object(), (anything, object) => {
      for (const section of [anything, { enabled: true, ...object }, { enabled: true, read: object }]) {
        const config = resolveSlackConfig(section, [], () => undefined);
        if (config.kind === 'off') continue;
        expect(['socket', 'poll', 'off']).toContain(config.settings.readMode);
        expect(config.settings.maxChars).toBeGreaterThanOrEqual(200);
        expect(config.settings.maxChars).toBeLessThanOrEqual(3000);
      }
    }),
  );
});
