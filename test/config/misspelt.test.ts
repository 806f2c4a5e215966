import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { misspeltKeys } from '../../src/config/misspelt.js';

const inSlack = (key: string) => ({ channels: { slack: { enabled: true, [key]: 1 } } });

describe('a key that is ours but for a letter or two', () => {
  test.each([
    ['evnets', 'events'],
    ['event', 'events'],
    ['subscribes', 'subscribe'],
    ['enable', 'enabled'],
    ['bot_token_env', 'botTokenEnv'],
    ['botToken', 'botTokenEnv'],
    ['apptokenenv', 'appTokenEnv'],
    ['channelId', 'channel'],
    ['verbocity', 'verbosity'],
    ['max-chars', 'maxChars'],
    ['longMessage', 'longMessages'],
    ['authorisedUsers', 'authorizedUsers'],
    ['reaction', 'reactions'],
  ])('channels.slack.%s was meant to be %s', (key, meant) => {
    expect(misspeltKeys(inSlack(key))).toEqual([
      { path: `channels.slack.${key}`, nearest: `channels.slack.${meant}` },
    ]);
  });

  test.each([
    [{ chanels: {} }, 'channels'],
    [{ channels: { Slack: {} } }, 'channels.slack'],
    [{ channels: { slack: { read: { interval: 5 } } } }, 'channels.slack.read.intervalSeconds'],
    [{ channels: { slack: { read: { mod: 'poll' } } } }, 'channels.slack.read.mode'],
    [{ routing: { authorized_users: [] } }, 'routing.authorizedUsers'],
    [{ routing: { control: { keyword: {} } } }, 'routing.control.keywords'],
    [{ state: { roots: '.' } }, 'state.root'],
    [{ eventlog: {} }, 'eventLog'],
    [{ service: { prot: 1 } }, 'service.port'],
  ])('%j: %s', (data, meant) => {
    expect(misspeltKeys(data).map(({ nearest }) => nearest)).toEqual([meant]);
  });
});

test('keys of the-loop 13.x that we do not own pass without a word', () => {
  expect(
    misspeltKeys({
      version: '0.6.0',
      instance: {},
      webhooks: { ghWebhook: { enabled: true, events: [] } },
      polling: { enabled: true, intervalSeconds: 60, maxRetries: 3, sources: [] },
      hooks: {},
      graphs: {},
      critics: {},
      harnesses: {},
      repositories: [],
      collaborators: [],
      notifications: {},
      selfDiagnosis: { enabled: false, repo: 'a/b', label: 'x', model: '' },
      standingSessions: { enabled: false, sessions: [] },
      integrations: { github: { transport: 'auto', host: 'x' }, jira: {} },
      state: { root: '.the-loop' },
      eventLog: { enabled: true, path: 'x' },
      service: {
        enabled: true,
        host: '127.0.0.1',
        port: 4114,
        exposed: false,
        autoStart: true,
        mcp: {},
        stream: {},
        hostIngresses: true,
        cors: {},
      },
      routing: {
        enabled: true,
        registryDir: 'x',
        defaultHarness: 'claude',
        spawnOnUnmatched: 'never',
        autoExecuteLabel: 'x',
        spawnWorkdir: '.',
        control: { enabled: true, requireStartCommand: true, keywords: { 'add-collaborator': 'x' } },
        interaction: { mode: 'cli' },
        graph: {},
        workspace: { root: '' },
        tmux: {},
        reactions: { enabled: true, started: 'eyes' },
        announce: {},
        authorizedUsers: ['octocat', { github: 'octocat', slack: 'U0DANA' }],
      },
      channels: {
        ledger: 'github',
        slack: {
          publish: ['work-item.reply'],
          kickoff: { repo: 'a/b', labels: [] },
          reactions: { enabled: true, received: 'eyes' },
          read: { mode: 'poll', intervalSeconds: 30 },
        },
      },
    }),
  ).toEqual([]);
});

test('whatever the data, it ends, and every known key is let pass', () => {
  fc.assert(fc.property(fc.anything(), (data) => Array.isArray(misspeltKeys(data))));
  fc.assert(
    fc.property(
      fc.anything(),
      (value) =>
        misspeltKeys(inSlack('channel')).length === 0 &&
        Array.isArray(misspeltKeys({ channels: { slack: value } })),
    ),
  );
});
