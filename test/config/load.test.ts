import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../src/config/errors.js';
import { loadSettings } from '../../src/config/load.js';
import type { Settings } from '../../src/config/settings.js';
import type { SlackSettings } from '../../src/config/slack-settings.js';
import { parseYaml } from '../../src/config/yaml-text.js';

let cwd: string;
let home: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-config-'));
  home = path.join(cwd, 'home');
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<string> {
  const full = path.join(cwd, file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, text);
  return full;
}

const load = (
  env: Record<string, string> = {},
  more: { config?: string; allowBuiltInChannel?: boolean } = {},
) => loadSettings({ cwd, home, env, ...more });

/** Loads our file with the given text and gives the channel's settings. */
async function section(text: string): Promise<{ slack: SlackSettings; settings: Settings }> {
  await write('.the-loop/slack.yaml', text);
  const settings = await load();
  if (settings.slack.kind !== 'on') throw new Error(`the channel is off: ${settings.slack.reason}`);
  return { slack: settings.slack.settings, settings };
}

async function problems(run: Promise<unknown>): Promise<string[]> {
  try {
    await run;
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(({ path: at, problem }) => `${at}: ${problem}`);
    throw error;
  }
  throw new Error('the configuration was accepted');
}

/** `channels.slack` with one more line. */
const withLine = (line: string) => `channels:\n  slack:\n    enabled: true\n    ${line}\n`;

describe('defaults', () => {
  test('an enabled section alone has every default of the contract', async () => {
    const { slack, settings } = await section('channels: { slack: { enabled: true } }');
    expect(slack).toEqual({
      botTokenEnv: 'THE_LOOP_SLACK_BOT_TOKEN',
      appTokenEnv: 'THE_LOOP_SLACK_APP_TOKEN',
      channel: '',
      events: ['session.awaiting_input'],
      verbosity: 'normal',
      maxChars: 1500,
      longMessages: 'digest',
      authorizedUsers: [],
      readMode: 'socket',
      intervalSeconds: 30,
      reactions: true,
    });
    expect(settings).toMatchObject({
      stateRoot: path.join(cwd, '.the-loop'),
      eventLogPath: path.join(cwd, '.the-loop/logs/events.jsonl'),
      embeddedDir: path.join(cwd, '.the-loop/local/slack'),
      loopUrl: 'http://127.0.0.1:4114',
      source: { kind: 'stream', url: 'http://127.0.0.1:4114' },
      bindingCap: 10_000,
      warnings: [],
    });
  });

  test.each([
    ['no file at all', undefined, 'no-section'],
    ['an empty file', '', 'no-section'],
    ['no channels section', 'state: { root: .x }', 'no-section'],
    ['a section that is not enabled', 'channels: { slack: { channel: C0123456789 } }', 'disabled'],
    ['a section that is switched off', 'channels: { slack: { enabled: false } }', 'disabled'],
  ])('%s leaves the channel off', async (_name, text, reason) => {
    if (text !== undefined) await write('.the-loop/slack.yaml', text);
    expect((await load()).slack).toEqual({ kind: 'off', reason });
  });
});

describe('values that are refused at load, each with what would be right', () => {
  test.each([
    ['enabled: "yes"', 'channels.slack.enabled: must be true or false'],
    [
      'botTokenEnv: xoxb-1-2-3',
      'channels.slack.botTokenEnv: looks like a token; put the token in an environment variable and name the variable here',
    ],
    [
      'appTokenEnv: xapp-1-A-2',
      'channels.slack.appTokenEnv: looks like a token; put the token in an environment variable and name the variable here',
    ],
    [
      'botTokenEnv: "MY TOKEN"',
      'channels.slack.botTokenEnv: must be the name of an environment variable, such as THE_LOOP_SLACK_BOT_TOKEN',
    ],
    [
      'channel: "#dev"',
      'channels.slack.channel: must be a channel id (C…, G… or D…), not a name; Slack shows it at the bottom of the channel’s details',
    ],
    ['events: session.awaiting_input', 'channels.slack.events: must be a list of event names'],
    ['maxChars: lots', 'channels.slack.maxChars: must be a whole number from 200 to 3000'],
    ['longMessages: summarize', 'channels.slack.longMessages: must be digest or truncate'],
    [
      'authorizedUsers: [dana]',
      'channels.slack.authorizedUsers.0: must be a member id (U… or W…), not a name; copy it from the member’s profile in Slack',
    ],
    [
      'read: { intervalSeconds: soon }',
      'channels.slack.read.intervalSeconds: must be a whole number of seconds, 5 to 86400',
    ],
    ['reactions: { enabled: 1 }', 'channels.slack.reactions.enabled: must be true or false'],
  ])('%s', async (line, expected) => {
    const text = line.startsWith('enabled') ? `channels: { slack: { ${line} } }` : withLine(line);
    await write('.the-loop/slack.yaml', text);
    expect(await problems(load())).toEqual([expected]);
  });

  test('every problem is listed, not just the first', async () => {
    await write(
      '.the-loop/slack.yaml',
      `${withLine('channel: dev')}    longMessages: 3\n    maxChars: x\nintegrations: { slack: { url: x } }\n`,
    );
    const found = await problems(load({ DATABASE_URL: 'mysql://x', SLACK_API_URL: 'nonsense' }));
    expect(found.map((line) => line.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'SLACK_API_URL',
      'channels.slack.channel',
      'channels.slack.longMessages',
      'channels.slack.maxChars',
      'integrations.slack',
    ]);
  });

  test('the retired integrations.slack names its replacement (R3.4)', async () => {
    await write('.the-loop/slack.yaml', 'integrations: { slack: { webhookUrlEnv: X } }');
    expect(await problems(load())).toEqual([
      'integrations.slack: is retired; use channels.slack instead (migrate-config moves an older file forward)',
    ]);
  });

  test('a file that is not YAML names the line', async () => {
    await write('.the-loop/slack.yaml', 'channels:\n  slack: {enabled: true\n');
    expect(await problems(load())).toEqual([expect.stringMatching(/^line \d+: is not YAML here: /)]);
  });

  const bomb = [...'abcd'].map(
    (name, at) => `${name}: &${name} [${`${at === 0 ? 'x' : `*${'abcd'[at - 1]}`}, `.repeat(9)}]\n`,
  );
  test.each([
    ['a key twice', 'state: {}\nstate: {}\n', 'line 2: is not YAML here: this key stands twice in its map'],
    ['a tab', 'state:\n\troot: x\n', 'line 2: is not YAML here: a tab is no indentation; use blanks'],
    [
      'two documents',
      'state: {}\n---\nstate: {}\n',
      'line 2: must be one document; a second one begins here',
    ],
    ['an alias of nothing', 'a: 1\nb: *a\n', 'line 2: is not YAML here: an alias has no anchor before it'],
    ['aliases of aliases', bomb.join(''), ': has too many aliases'],
    ['very many aliases', `a: &a x\nb: [${'*a , '.repeat(1001)}]\n`, 'line 2: has too many aliases'],
    ['brackets', '['.repeat(200_000), 'line 1: is nested deeper than 64 levels'],
    ['dashes', '- '.repeat(200_000), 'line 1: is nested deeper than 64 levels'],
    [
      'UTF-16',
      Buffer.from('\uFEFFstate: {}\n', 'utf16le'),
      ': cannot be read as UTF-8 text; save it as UTF-8',
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('state: {}\n', 'utf16le'),
      ': cannot be read as UTF-8 text; save it as UTF-8',
    ],
    [
      'Latin-1',
      Buffer.from('state: { root: caf\xe9 }\n', 'latin1'),
      ': cannot be read as UTF-8 text; save it as UTF-8',
    ],
    ['more than 1 MB', `# ${'x'.repeat(1_000_000)}`, ': must be at most 1 MB large'],
  ])('%s is said in plain words, and where', async (_what, text, expected) => {
    await writeFile(await write('.the-loop/slack.yaml', ''), text);
    expect(await problems(load())).toEqual([expected]);
  });

  test('a folder or a pipe is refused at once', async () => {
    await mkdir(path.join(cwd, 'folder'));
    await promisify(execFile)('mkfifo', [path.join(cwd, 'pipe')]);
    for (const config of ['folder', 'pipe'])
      expect(await problems(load({}, { config }))).toEqual([': must be a regular file']);
  });

  test('as many keys as fit are read in time that grows with their number, not with its square', () => {
    const seconds = (count: number) => {
      const text = Array.from({ length: count }, (_, at) => `k${at}: 1\n`).join('');
      const start = performance.now();
      expect(parseYaml(text).kind).toBe('document');
      return (performance.now() - start) / 1000;
    };
    const few = seconds(8_000);
    // Eight times the keys: in square time, 64 times as long.
    expect(seconds(64_000)).toBeLessThan(Math.max(30 * few, 2));
  }, 60_000);

  test('a merge key is read', async () => {
    const { slack } = await section(
      'x: &x { enabled: true, maxChars: 300 }\nchannels: { slack: { <<: *x, maxChars: 400 } }\n',
    );
    expect(slack.maxChars).toBe(400);
  });

  test('a named file that is missing is an error, not a default', async () => {
    expect(await problems(load({}, { config: 'nowhere.yaml' }))).toEqual([
      ': there is no such file (named by --config)',
    ]);
    expect(await problems(load({ THE_LOOP_SLACK_CONFIG: 'nowhere.yaml' }))).toEqual([
      ': there is no such file (named by THE_LOOP_SLACK_CONFIG)',
    ]);
  });

  test('a cap that is no whole number is refused', async () => {
    expect(await problems(load({ THE_LOOP_SLACK_BINDING_CAP: 'many' }))).toEqual([
      'THE_LOOP_SLACK_BINDING_CAP: must be a whole number, 1 or more',
    ]);
  });

  test.each([
    'postgrs://me:hunter2@db/x',
    'postgres:me:hunter2@db/x',
    'postgres:me:hunter2',
    'postgres://me:12/hunter2@db/x',
  ])('%s is no database URL, and its password never stands in the problem', async (url) => {
    await write('.the-loop/slack.yaml', withLine('channel: C0123456789'));
    const found = await problems(load({ DATABASE_URL: url }));
    expect(found).toEqual([
      'DATABASE_URL: must be a URL that starts with postgres:// or postgresql://, with / ? # @ in a password as %2F %3F %23 %40',
    ]);
  });

  test.each(['http:me:hunter2@db/x', 'http://:hunter2@db/x'])(
    'an address with a password, %s, is refused',
    async (url) => {
      const found = await problems(load({ THE_LOOP_URL: url }));
      expect(found.length).toBeGreaterThan(0);
      expect(found.join()).not.toContain('hunter2');
    },
  );
});

describe('values that fall back with a warning', () => {
  test.each([
    ['verbosity: loud', { verbosity: 'normal' }, 'channels.slack.verbosity'],
    ['maxChars: 50', { maxChars: 200 }, 'channels.slack.maxChars'],
    ['maxChars: 9000', { maxChars: 3000 }, 'channels.slack.maxChars'],
    ['maxChars: 1500.5', { maxChars: 1500 }, 'channels.slack.maxChars'],
    ['read: { mode: websocket }', { readMode: 'off' }, 'channels.slack.read.mode'],
    ['read: { intervalSeconds: 1 }', { intervalSeconds: 5 }, 'channels.slack.read.intervalSeconds'],
    ['read: { intervalSeconds: 86401 }', { intervalSeconds: 86400 }, 'channels.slack.read.intervalSeconds'],
    ['events: [nothing.such]', { events: ['nothing.such'] }, 'channels.slack.events'],
  ])('%s', async (line, resolved, at) => {
    const { slack, settings } = await section(withLine(line));
    expect(slack).toMatchObject(resolved);
    expect(settings.warnings.map(({ path: where }) => where)).toEqual([at]);
  });

  test('malformed keywords leave the defaults', async () => {
    const { settings } = await section(
      `${withLine('channel: C0123456789')}routing: { control: { keywords: [go] } }\n`,
    );
    expect(settings.keywords).toEqual([]);
    expect(settings.warnings.map(({ path: at }) => at)).toEqual(['routing.control.keywords']);
  });
});

describe('the keys of the-loop 13.x', () => {
  test('subscribe, reactions and routing.authorizedUsers mean what events and authorizedUsers mean', async () => {
    const { slack } = await section(`
channels:
  ledger: { provider: github }
  slack:
    enabled: true
    subscribe: [session.awaiting_input, decision-pending]
    publish: [comment.human]
    kickoff: { enabled: true }
    reactions: { enabled: false }
routing:
  authorizedUsers: [{ github: dana, slack: U0DANA }, { github: lee }, { slack: W0KIM }]
`);
    expect(slack).toMatchObject({
      events: ['session.awaiting_input', 'decision-pending'],
      reactions: false,
      authorizedUsers: ['U0DANA', 'W0KIM'],
    });
  });

  test('our own list wins over the routed one, even when it is empty', async () => {
    const { slack } = await section(
      `${withLine('authorizedUsers: []')}routing: { authorizedUsers: [{ slack: U0DANA }] }\n`,
    );
    expect(slack.authorizedUsers).toEqual([]);
  });
});

describe('the-loop’s own file', () => {
  test('gives what is the-loop’s to say, and ours wins where both say it', async () => {
    await write(
      '.the-loop/cli-config.yaml',
      `state: { root: /var/lib/loop }
eventLog: { path: /var/log/loop.jsonl }
service: { host: 127.0.0.2, port: 5000 }
routing: { control: { keywords: { start: "bot go" } }, authorizedUsers: [{ slack: U0DANA }] }
`,
    );
    const { slack, settings } = await section(`${withLine('channel: C0123456789')}state: { root: ours }\n`);
    expect(settings).toMatchObject({
      stateRoot: path.join(cwd, 'ours'),
      eventLogPath: '/var/log/loop.jsonl',
      loopUrl: 'http://127.0.0.2:5000',
    });
    expect(settings.keywords).toEqual(['bot go']);
    expect(slack.authorizedUsers).toEqual(['U0DANA']);
  });

  test('with its own Slack channel on, nothing runs, unless the operator says it has none', async () => {
    await write('.the-loop/slack.yaml', withLine('channel: C0123456789'));
    const file = await write('.the-loop/cli-config.yaml', 'channels: { slack: { enabled: true } }');
    const [problem] = await problems(load());
    expect(problem).toMatch(/^channels\.slack\.enabled: is true: the-loop’s own Slack channel/);
    await expect(load()).rejects.toMatchObject({ problems: [{ file }] });
    expect((await load({}, { allowBuiltInChannel: true })).slack.kind).toBe('on');
  });
});

describe('where files and variables are found', () => {
  test('--config, then the variable, then here, then the home folder', async () => {
    const channelOf = async (run: Promise<Settings>) => {
      const { slack } = await run;
      return slack.kind === 'on' ? slack.settings.channel : slack.reason;
    };
    await write('home/.the-loop/slack.yaml', withLine('channel: C0HOME'));
    expect(await channelOf(load())).toBe('C0HOME');
    await write('.the-loop/slack.yaml', withLine('channel: C0HERE'));
    expect(await channelOf(load())).toBe('C0HERE');
    await write('named.yaml', withLine('channel: C0NAMED'));
    expect(await channelOf(load({ THE_LOOP_SLACK_CONFIG: 'named.yaml' }))).toBe('C0NAMED');
    await write('flag.yaml', withLine('channel: C0FLAG'));
    expect(await channelOf(load({ THE_LOOP_SLACK_CONFIG: 'named.yaml' }, { config: 'flag.yaml' }))).toBe(
      'C0FLAG',
    );
  });

  test('THE_LOOP_EVENT_LOG reads the file instead of the stream', async () => {
    const settings = await load({
      THE_LOOP_EVENT_LOG: 'logs/e.jsonl',
      THE_LOOP_URL: 'http://loop.internal:1/',
    });
    expect(settings.source).toEqual({ kind: 'log', path: path.join(cwd, 'logs/e.jsonl') });
    expect(settings.loopUrl).toBe('http://loop.internal:1');
  });

  test('tokens are read when they are used: from the process, else from a .env beside the config, even one written later', async () => {
    await write('.the-loop/slack.yaml', withLine('botTokenEnv: MY_BOT'));
    const { tokens } = await load({ THE_LOOP_SLACK_APP_TOKEN: 'xapp-process', GH_TOKEN: 'gh' });
    expect([tokens.bot(), tokens.app(), tokens.github(), tokens.loop()]).toEqual([
      undefined,
      'xapp-process',
      'gh',
      undefined,
    ]);
    await write(
      '.the-loop/.env',
      'MY_BOT=xoxb-later\nTHE_LOOP_SLACK_APP_TOKEN=xapp-file\nGITHUB_TOKEN=first\n',
    );
    expect([tokens.bot(), tokens.app(), tokens.github()]).toEqual(['xoxb-later', 'xapp-process', 'first']);
  });
});
