import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../src/config/errors.js';
import { loadSettings } from '../../src/config/load.js';

/* The rows of contracts/config.md that load.test.ts does not have: good values, and both generations. */

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-contract-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function load(text: string, env: Record<string, string> = {}) {
  const config = path.join(cwd, 'slack.yaml');
  await writeFile(config, text);
  return loadSettings({ config, cwd, home: cwd, env });
}

async function refused(text: string): Promise<string[]> {
  const error = await load(text).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConfigError)) throw new Error('the configuration was accepted');
  return error.problems.map((problem) => `${problem.path}: ${problem.problem}`);
}

const withLine = (line: string) => `channels:\n  slack:\n    enabled: true\n    ${line}\n`;

describe('a good value of each key is taken as it is, without a word', () => {
  test.each([
    ['botTokenEnv: OPS_BOT', { botTokenEnv: 'OPS_BOT' }],
    ['appTokenEnv: _app2', { appTokenEnv: '_app2' }],
    ['channel: C0123456789', { channel: 'C0123456789' }],
    ['channel: G0123456789', { channel: 'G0123456789' }],
    ['channel: D0123456789', { channel: 'D0123456789' }],
    ['channel: ""', { channel: '' }],
    ['events: [work-item-complete, work-item-complete]', { events: ['work-item-complete'] }],
    ['events: []', { events: [] }],
    ['subscribe: [decision-pending]', { events: ['decision-pending'] }],
    ['verbosity: quiet', { verbosity: 'quiet' }],
    ['verbosity: verbose', { verbosity: 'verbose' }],
    ['maxChars: 200', { maxChars: 200 }],
    ['maxChars: 3000', { maxChars: 3000 }],
    ['longMessages: truncate', { longMessages: 'truncate' }],
    ['authorizedUsers: [U0DANA, W0KIM]', { authorizedUsers: ['U0DANA', 'W0KIM'] }],
    ['read: { mode: poll, intervalSeconds: 5 }', { readMode: 'poll', intervalSeconds: 5 }],
    ['read: { mode: off }', { readMode: 'off' }],
    ['reactions: { enabled: false }', { reactions: false }],
  ])('%s', async (line, expected) => {
    const { slack, warnings } = await load(withLine(line));
    expect(slack).toMatchObject({ kind: 'on', settings: expected });
    expect(warnings).toEqual([]);
  });

  test('keywords, one of them switched off', async () => {
    const text = 'routing: { control: { keywords: { start: bot go, do: "" } } }';
    const { keywords, warnings } = await load(text);
    expect({ keywords, warnings }).toEqual({ keywords: ['bot go'], warnings: [] });
  });

  test('state.root, from where the app runs', async () => {
    expect((await load('state: { root: var/loop }')).stateRoot).toBe(path.join(cwd, 'var/loop'));
    expect((await load('state: { root: /var/loop }')).stateRoot).toBe('/var/loop');
  });
});

describe('more that is refused at load', () => {
  test.each([
    ['maxChars: .inf', 'channels.slack.maxChars: must be a whole number from 200 to 3000'],
    ['events: [3]', 'channels.slack.events.0: must be an event name'],
    ['channel: 3', 'channels.slack.channel: must be a channel id, such as C0123456789'],
    ['authorizedUsers: U0DANA', 'channels.slack.authorizedUsers: must be a list of member ids'],
    ['verbosity: 3', 'channels.slack.verbosity: must be quiet, normal or verbose'],
    ['read: poll', 'channels.slack.read: must be a map with mode and intervalSeconds'],
    ['read: { mode: 3 }', 'channels.slack.read.mode: must be socket, poll or off'],
    ['reactions: true', 'channels.slack.reactions: must be a map with enabled'],
  ])('%s', async (line, expected) => {
    expect(await refused(withLine(line))).toEqual([expected]);
  });

  test.each([
    ['- a list', ': must be a map of settings'],
    ['channels: 3', 'channels: must be a map of channels'],
    ['channels: { slack: on }', 'channels.slack: must be a map of settings'],
    ['channels: { slack: }', 'channels.slack: must be a map of settings'],
    ['state: 3', 'state: must be a map of settings'],
    ['state: { root: "" }', 'state.root: must be a path'],
    ['eventLog: { path: 3 }', 'eventLog.path: must be a path'],
    ['service: { host: 3 }', 'service.host: must be a host name'],
    ['service: { host: "http://x" }', 'service.host: must be a host name or an address, and nothing else'],
    ['service: { port: 70000 }', 'service.port: must be a port number'],
    ['routing: { authorizedUsers: dana }', 'routing.authorizedUsers: must be a list'],
    [
      'routing: { authorizedUsers: [{ slack: dana }] }',
      'routing.authorizedUsers.0.slack: must be a member id (U… or W…), not a name; copy it from the member’s profile in Slack',
    ],
    [
      'routing: { authorizedUsers: [[]] }',
      'routing.authorizedUsers.0: must be a login, or a map such as { slack: U0123456789 }',
    ],
    [
      'integrations: { slack: }',
      'integrations.slack: is retired; use channels.slack instead (migrate-config moves an older file forward)',
    ],
  ])('%s', async (text, expected) => {
    expect(await refused(text)).toEqual([expected]);
  });

  test.each([
    ['a key of its own', withLine('botToken: xoxb-1-secret'), 'channels.slack.botToken'],
    ['a list', withLine('events: [xoxp-1-secret]'), 'channels.slack.events.0'],
    [
      'a key that is not ours',
      'polling: { sources: [{ token: " xapp-1-secret" }] }',
      'polling.sources.0.token',
    ],
    ['a channel', withLine('channel: xoxb-1-secret'), 'channels.slack.channel'],
    ['a member', withLine('authorizedUsers: [xoxb-1-secret]'), 'channels.slack.authorizedUsers.0'],
    ['a variable’s name', withLine('botTokenEnv: ghp_secret'), 'channels.slack.botTokenEnv'],
    ['a rotated one', withLine('note: xoxe.xoxp-1-secret'), 'channels.slack.note'],
    ['GitHub’s finer ones', 'state: { root: github_pat_secret }', 'state.root'],
    ['a sentence', 'notes: "see xoxb-1-secret, it works"', 'notes'],
    ['a word of several', 'notes: [a, "token=gho_secret"]', 'notes.1'],
    ['a key', 'state: { ghs_secret: 1 }', 'state.(a key)'],
    ['what stands under a key', '{ xoxb-1-secret: { a: 1 } }', '(a key)'],
  ])('a token as the value of %s, without repeating it', async (_what, text, where) => {
    const found = await refused(text);
    expect(found).toEqual([expect.stringContaining(`${where}: `)]);
    expect(found.join()).not.toContain('secret');
  });
});

test('every token of a file is listed, and a variable may be called GHS_TOKEN', async () => {
  expect(
    (await refused('a: ghu_secret\nb: { ghr_secret: xapp-secret }\nc: [1, xoxs-secret]\n')).map(
      (line) => line.split(':')[0],
    ),
  ).toEqual(['a', 'b.(a key)', 'c.1']);
  const { slack } = await load(withLine('botTokenEnv: GHS_TOKEN'));
  expect(slack).toMatchObject({ settings: { botTokenEnv: 'GHS_TOKEN' } });
});

test('sections that are there and empty are no sections', async () => {
  const { slack, warnings } = await load('channels:\nrouting:\nstate:\nservice:\neventLog:\nintegrations:\n');
  expect({ slack, warnings }).toEqual({ slack: { kind: 'off', reason: 'no-section' }, warnings: [] });
});

test('both generations of the section come to the same settings', async () => {
  const first = await load(`
channels:
  slack:
    enabled: true
    channel: C0123456789
    events: [session.awaiting_input, decision-pending]
    authorizedUsers: [U0DANA, W0KIM]
    read: { mode: poll, intervalSeconds: 60 }
`);
  const second = await load(`
routing:
  authorizedUsers: [{ github: dana, slack: U0DANA }, { slack: W0KIM }, { github: lee }, 12345, octocat]
channels:
  ledger: github
  slack:
    enabled: true
    channel: C0123456789
    subscribe: [session.awaiting_input, decision-pending]
    publish: [work-item.reply]
    read: { mode: poll, intervalSeconds: 60 }
`);
  expect(second.slack).toEqual(first.slack);
  expect(second.warnings).toEqual([]);
});

test('a section of 13.10 parses unchanged and gains the digest', async () => {
  const { slack, warnings } = await load(`
channels:
  ledger: github
  slack:
    enabled: true
    botTokenEnv: THE_LOOP_SLACK_BOT_TOKEN
    appTokenEnv: THE_LOOP_SLACK_APP_TOKEN
    channel: C0123ABCDEF
    subscribe: [session.awaiting_input, phase-approval-pending]
    publish: [work-item.reply, gate.feedback]
    verbosity: normal
    maxChars: 1500
    kickoff: { repo: octo/app, labels: ["the-loop: auto-execute"] }
    read: { mode: socket, intervalSeconds: 30 }
    reactions: { enabled: true, received: eyes }
`);
  expect(warnings).toEqual([]);
  expect(slack).toMatchObject({
    kind: 'on',
    settings: {
      events: ['session.awaiting_input', 'phase-approval-pending'],
      maxChars: 1500,
      longMessages: 'digest',
    },
  });
});

test('a byte order mark and Windows line endings are read as any other', async () => {
  const { slack, warnings } = await load(
    `\uFEFF${withLine('channel: C0123456789').replaceAll('\n', '\r\n')}`,
  );
  expect(slack).toMatchObject({ kind: 'on', settings: { channel: 'C0123456789' } });
  expect(warnings).toEqual([]);
});

test('a key misspelt is said with the one that was meant, and has no effect', async () => {
  const { slack, warnings } = await load(withLine('maxchars: 700'));
  expect(slack).toMatchObject({ settings: { maxChars: 1500 } });
  expect(warnings).toEqual([
    {
      file: path.join(cwd, 'slack.yaml'),
      path: 'channels.slack.maxchars',
      problem: 'is no key that is known here, and has no effect; did you mean channels.slack.maxChars?',
    },
  ]);
});

describe('the-loop’s own Slack channel', () => {
  const loop = async (text: string) => {
    await writeFile(path.join(cwd, 'cli-config.yaml'), text);
    return load(withLine('channel: C0123456789'), {
      THE_LOOP_CLI_CONFIG: path.join(cwd, 'cli-config.yaml'),
    });
  };

  test.each(['true', 'yes', 'on', '1', '"true"', '[]'])('enabled: %s counts as on', async (value) => {
    await expect(loop(`channels: { slack: { enabled: ${value} } }`)).rejects.toMatchObject({
      problems: [{ path: 'channels.slack.enabled', file: path.join(cwd, 'cli-config.yaml') }],
    });
  });

  test.each([
    '{ slack: { enabled: false } }',
    '{ slack: { enabled: no } }',
    '{ slack: {} }',
    '{ slack: }',
    '',
    '3',
  ])('channels: %s counts as off', async (channels) => {
    const settings = await loop(`channels: ${channels}`);
    expect(settings.builtInChannel).toBeUndefined();
    expect(settings.slack.kind).toBe('on');
  });
});
