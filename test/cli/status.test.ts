import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import type { ChannelKind } from '../../src/sandbox/slack/model.js';
import { MANIFEST_SCOPES } from '../../src/sandbox/slack/options.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import { freePort } from '../helpers/free-port.js';
import { migratedTemplate } from '../helpers/template.js';
import { run } from './run.js';

const nobodysPort = await freePort();

const TOKENS = { bot: 'xoxb-5entinel', app: 'xapp-5entinel', github: 'ghp_5entinel' };

let folder: string;
let slack: LocalSlack;
let ticket: LocalTicket;
let loop: LocalLoop;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-status-'));
  const dataDir = path.join(folder, '.the-loop', 'local', 'slack', 'pgdata');
  await mkdir(dataDir, { recursive: true });
  const seed = await PGlite.create({ dataDir, loadDataDir: await migratedTemplate() });
  await seed.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  ticket = await startLocalTicket({ token: TOKENS.github, repositories: ['octo/app'] });
  loop = await startLocalLoop({ retryMs: 50 });
});
afterEach(async () => {
  await Promise.all([slack.close(), ticket.close(), loop.close()]);
  await rm(path.join(folder, '.the-loop', 'cli-config.yaml'), { force: true });
});

type Setup = {
  kind?: ChannelKind;
  botIsMember?: boolean;
  scopes?: readonly string[];
  /** More keys of the section. */
  section?: string;
  authorized?: string;
  builtIn?: boolean;
  revoked?: boolean;
  env?: Record<string, string>;
};

/** Runs `status` against a workspace that is set up like this. */
async function statusOf(setup: Setup, args: readonly string[] = ['--probe', '--json']) {
  const { kind = 'public', botIsMember = true, scopes = MANIFEST_SCOPES, env = {} } = setup;
  const { section = '', authorized = '[U0ALICE]' } = setup;
  const id = { public: 'C0SANDBOX', private: 'C0SANDBOX', im: 'D0SANDBOX', mpim: 'G0SANDBOX' }[kind];
  slack = await startLocalSlack({
    botToken: TOKENS.bot,
    appToken: TOKENS.app,
    botScopes: scopes,
    channels: [{ id, name: 'the-loop', kind, botIsMember, archived: false }],
  });
  if (setup.revoked === true) slack.faults.revokeToken();
  await writeFile(
    path.join(folder, 'slack.yaml'),
    `channels: { slack: { enabled: true, channel: ${id}, authorizedUsers: ${authorized}${section} } }\n`,
  );
  if (setup.builtIn === true) {
    await writeFile(
      path.join(folder, '.the-loop', 'cli-config.yaml'),
      'channels: { slack: { enabled: true } }\n',
    );
  }
  const result = await run(['status', '--config', 'slack.yaml', ...args], {
    cwd: folder,
    env: sandboxEnvironment(folder, {
      SLACK_API_URL: slack.apiUrl,
      GITHUB_API_URL: ticket.apiUrl,
      THE_LOOP_URL: loop.url,
      THE_LOOP_SLACK_BOT_TOKEN: TOKENS.bot,
      THE_LOOP_SLACK_APP_TOKEN: TOKENS.app,
      GITHUB_TOKEN: TOKENS.github,
      ...env,
    }),
  });
  for (const token of Object.values(TOKENS)) expect(`${result.stdout}${result.stderr}`).not.toContain(token);
  return result;
}

type Found = { level: string; what: string; fix?: string };

const findingsOf = ({ stdout }: { stdout: string }): Found[] => JSON.parse(stdout).findings;

describe('status --probe', () => {
  test('all well', async () => {
    const result = await statusOf({});
    const findings = findingsOf(result);
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
    expect(result.code).toBe(0);
    const all = findings.map(({ what }) => what).join('\n');
    expect(all).toContain('the channel is the-loop, a public channel, and the bot is in it');
    expect(all).toContain('the app token opens a socket');
    expect(all).toContain('GitHub takes the token');
    expect(all).toMatch(/the-loop \S+ answers at/);
  });

  const rows: { name: string; setup: Setup; what: RegExp; fix: RegExp; more?: number }[] = [
    {
      name: 'the bot is not in the channel',
      setup: { botIsMember: false },
      what: /public channel, and the bot is not in it/,
      fix: /\/invite @the-loop/,
    },
    {
      name: 'a private channel the bot is not in',
      setup: { kind: 'private', botIsMember: false },
      what: /channel_not_found/,
      fix: /private channel is not seen before the bot is invited/,
    },
    {
      name: 'a scope is missing for the kind of channel',
      setup: { scopes: MANIFEST_SCOPES.filter((scope) => scope !== 'channels:history') },
      what: /no channels:history: it cannot read replies in a public channel/,
      fix: /add channels:history under OAuth & Permissions.*message\.channels/,
    },
    {
      name: 'a scope is missing whatever the channel',
      setup: { scopes: MANIFEST_SCOPES.filter((scope) => scope !== 'reactions:write') },
      what: /^the bot token has no reactions:write: it cannot mark replies$/,
      fix: /add reactions:write/,
    },
    {
      name: 'a direct message without its scope and event',
      setup: { kind: 'im', scopes: MANIFEST_SCOPES.filter((scope) => scope !== 'im:history') },
      what: /no im:history: it cannot read replies in a direct message/,
      fix: /im:history.*message\.im/,
    },
    {
      name: 'nobody is authorized',
      setup: { authorized: '[]' },
      what: /^nobody is authorized: .* nobody may answer/,
      fix: /list the member ids/,
    },
    {
      name: 'the-loop’s own channel is on',
      setup: { builtIn: true },
      what: /own Slack channel is on \(.*cli-config\.yaml\)/,
      fix: /set channels\.slack\.enabled to false in .*cli-config\.yaml/,
    },
    {
      name: 'the-loop is down',
      setup: { env: { THE_LOOP_URL: 'http://127.0.0.1:1' } },
      what: /the-loop does not answer at http:\/\/127\.0\.0\.1:1/,
      fix: /start the-loop’s service, or set THE_LOOP_URL/,
    },
    {
      name: 'GitHub takes another token',
      setup: { env: { GITHUB_TOKEN: 'ghp_other' } },
      what: /GitHub/,
      fix: /set GITHUB_TOKEN/,
    },
    {
      name: 'the app token is not one',
      setup: { env: { THE_LOOP_SLACK_APP_TOKEN: 'xapp-other' } },
      what: /Slack opens no socket \(THE_LOOP_SLACK_APP_TOKEN\): invalid_auth/,
      fix: /connections:write.*THE_LOOP_SLACK_APP_TOKEN/,
    },
    {
      name: 'the token was revoked',
      setup: { revoked: true },
      what: /Slack refuses the bot token \(THE_LOOP_SLACK_BOT_TOKEN\): token_revoked/,
      fix: /install the app again/,
    },
    {
      name: 'Slack is not reached',
      setup: { env: { SLACK_API_URL: `http://127.0.0.1:${nobodysPort}/api/` } },
      what: /^Slack was not reached: ECONNREFUSED$/,
      fix: /check the network, a proxy and SLACK_API_URL/,
    },
    {
      name: 'nothing of the channel may be seen',
      setup: {
        scopes: MANIFEST_SCOPES.filter((scope) => scope !== 'channels:history' && !scope.endsWith(':read')),
      },
      what: /no channels:history: it cannot read replies in a public channel/,
      fix: /add channels:history/,
      more: 1,
    },
    {
      name: 'there is no GitHub token',
      setup: { env: { GITHUB_TOKEN: '' } },
      what: /^GITHUB_TOKEN is not set/,
      fix: /fine-grained: Issues, read and write/,
    },
    {
      name: 'the database does not answer',
      setup: { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } },
      what: /DATABASE_URL/,
      fix: /start the database, or correct DATABASE_URL/,
    },
  ];
  test.each(rows)('$name: said, with its fix', async ({ setup, what, fix, more = 0 }) => {
    const shown = await statusOf(setup);
    const problems = findingsOf(shown).filter(({ level }) => level === 'problem');
    const found = problems.find((problem) => what.test(problem.what));
    expect(found?.what).toMatch(what);
    expect(found?.fix).toMatch(fix);
    expect(found?.fix).not.toContain('\n');
    expect(problems).toHaveLength(1 + more);
    expect(shown.code).toBe(1);
  });
});

describe('status', () => {
  test('says what is set: the resolved longMessages beside maxChars, and what each value does (R4.3)', async () => {
    const { stdout, code } = await statusOf(
      { section: ', longMessages: truncate, events: [decision-pending, oops]' },
      [],
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /maxChars +1500: how much text one message carries\n +longMessages +truncate: longer text is cut at maxChars/,
    );
    expect(stdout).toMatch(/\(digest: longer text becomes a digest: the ask first/);
    expect(stdout).toMatch(/✓ +decision-pending/);
    expect(stdout).toMatch(/· +session\.awaiting_input/);
    expect(stdout).toMatch(/\[!\] +oops: no event we know/);
    expect(stdout).toMatch(/THE_LOOP_SLACK_BOT_TOKEN +set/);
    expect(stdout).toMatch(/threads +0/);
  });

  test('says which token is of another kind, without asking anybody', async () => {
    const swapped = { THE_LOOP_SLACK_BOT_TOKEN: 'xapp-1-A', THE_LOOP_SLACK_APP_TOKEN: 'xoxb-1-A' };
    const shown = await statusOf({ env: swapped }, ['--json']);
    const problems = findingsOf(shown).filter(({ level }) => level === 'problem');
    expect(problems.map(({ what }) => what)).toEqual([
      'THE_LOOP_SLACK_BOT_TOKEN holds another token than the one that starts with xox…',
      'THE_LOOP_SLACK_APP_TOKEN holds another token than the one that starts with xapp-…',
    ]);
    expect(problems[0]?.fix).toMatch(/the bot token starts with xoxb-, the app-level token with xapp-/);
    expect(shown.code).toBe(1);
  });

  test('asks nobody outside without --probe', async () => {
    const { code } = await statusOf({}, []);
    expect(code).toBe(0);
    expect(slack.calls()).toEqual([]);
    expect(ticket.calls()).toEqual([]);
  });

  test('of a channel that is off says first that the-loop’s own is on', async () => {
    slack = await startLocalSlack();
    await writeFile(path.join(folder, 'slack.yaml'), 'channels: { slack: { enabled: false } }\n');
    await writeFile(
      path.join(folder, '.the-loop', 'cli-config.yaml'),
      'channels: { slack: { enabled: true } }\n',
    );
    const shown = await run(['status', '--config', 'slack.yaml', '--json'], {
      cwd: folder,
      env: sandboxEnvironment(folder, {}),
    });
    expect(shown.code).toBe(1);
    const problems = findingsOf(shown).filter(({ level }) => level === 'problem');
    expect(problems.map(({ what }) => what)).toEqual([
      expect.stringContaining('own Slack channel is on'),
      'channels.slack.enabled is not true',
    ]);
    for (const { fix } of problems) expect(fix).not.toContain('\n');
  });

  test('of a channel that is off says what to write', async () => {
    slack = await startLocalSlack();
    await writeFile(path.join(folder, 'slack.yaml'), 'state: { root: .the-loop }\n');
    const { stdout, code } = await run(['status', '--config', 'slack.yaml'], {
      cwd: folder,
      env: sandboxEnvironment(folder, {}),
    });
    expect(code).toBe(1);
    expect(stdout).toContain('there is no channels.slack section');
    expect(stdout).toContain('Fix: set enabled, channel and who may answer in ');
    expect(stdout).toMatch(/the bot token +not set/);
  });
});
