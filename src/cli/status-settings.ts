import { EVENT_TYPES } from '../channels/catalog.js';
import type { Settings } from '../config/settings.js';
import type { SlackSettings } from '../config/slack-settings.js';
import { mistakenTokens } from './needed-tokens.js';
import { GITHUB_FIX } from './status-outside.js';
import { type Finding, problem, type Section } from './status-report.js';

/** One line on what each way of treating long text does (requirements/000, R4.3). */
const LONG_MESSAGES = {
  digest:
    'longer text becomes a digest: the ask first, choices numbered, code as pointers, cut at a sentence',
  truncate: 'longer text is cut at maxChars, and the rest is behind the link',
} as const;

const READ_MODES = {
  socket: 'replies and taps are pushed by Slack at once',
  poll: 'replies are fetched every so often; no buttons, since no tap can arrive (socket needs an app token)',
  off: 'nothing is read; no buttons (socket needs an app token)',
} as const;

const presence = (token: string | undefined) => (token === undefined ? 'not set' : 'set');

const filesRows = ({ files }: Settings) =>
  [
    ['our file', files.ours ?? 'none'],
    ['the-loop’s file', files.loop ?? 'none'],
  ] as const;

/** What can be said of the settings while the channel is off. */
export function sectionsWhileOff(settings: Settings): Section[] {
  const { tokens } = settings;
  return [
    { title: 'Configuration', rows: filesRows(settings) },
    {
      title: 'Tokens (only whether they are set)',
      rows: [
        ['the bot token', presence(tokens.bot())],
        ['the app token', presence(tokens.app())],
        ['GITHUB_TOKEN or GH_TOKEN', presence(tokens.github())],
      ],
    },
  ];
}

/** What is set, and where it came from. Of tokens only whether they are there. */
export function settingsSections(settings: Settings, slack: SlackSettings): Section[] {
  const { tokens } = settings;
  const other = slack.longMessages === 'digest' ? 'truncate' : 'digest';
  const unknown = slack.events.filter((name) => !EVENT_TYPES.has(name));
  return [
    {
      title: 'Configuration',
      rows: [
        ...filesRows(settings),
        ['channel', slack.channel === '' ? 'not set' : slack.channel],
        ['verbosity', slack.verbosity],
        ['maxChars', `${slack.maxChars}: how much text one message carries`],
        ['longMessages', `${slack.longMessages}: ${LONG_MESSAGES[slack.longMessages]}`],
        ['', `(${other}: ${LONG_MESSAGES[other]})`],
        ['read', `${slack.readMode}: ${READ_MODES[slack.readMode]}`],
        ...(slack.readMode === 'poll' ? [['interval', `${slack.intervalSeconds} s`] as const] : []),
        ['authorized', members(slack.authorizedUsers.length)],
      ],
    },
    {
      title: 'Events',
      rows: [
        ...[...EVENT_TYPES.keys()].map((name) => [slack.events.includes(name) ? '✓' : '·', name] as const),
        ...unknown.map((name) => ['[!]', `${name}: no event we know`] as const),
      ],
    },
    {
      title: 'Tokens (only whether they are set)',
      rows: [
        [slack.botTokenEnv, presence(tokens.bot())],
        [slack.appTokenEnv, presence(tokens.app())],
        ['GITHUB_TOKEN or GH_TOKEN', presence(tokens.github())],
        ['THE_LOOP_TOKEN', `${presence(tokens.loop())} (only for a gateway before the-loop)`],
      ],
    },
  ];
}

function members(count: number): string {
  if (count === 0) return 'nobody: every answer is refused';
  return count === 1 ? '1 member' : `${count} members`;
}

/** Whether the-loop's own Slack channel is in the way; said first, whatever else there is (contracts/config.md). */
export function builtInFindings({ builtInChannel, files }: Settings): Finding[] {
  if (builtInChannel !== undefined) {
    return [
      problem(
        `the-loop’s own Slack channel is on (${builtInChannel}): both would post every question and act on every answer`,
        `set channels.slack.enabled to false in ${builtInChannel}; this app replaces it (--allow-built-in-channel where the-loop has none)`,
      ),
    ];
  }
  if (files.loop !== undefined) return [];
  return [
    {
      level: 'note',
      what: 'the-loop’s own cli-config.yaml was not found: its event log, its keywords, and whether its own Slack channel is on are not known here',
      fix: 'if it has one, name it in THE_LOOP_CLI_CONFIG',
    },
  ];
}

/** What is wrong with the settings, without asking anybody. */
export function settingsFindings(settings: Settings, slack: SlackSettings): Finding[] {
  const { tokens } = settings;
  const found: Finding[] = builtInFindings(settings);
  const add = (what: string, fix: string) => found.push(problem(what, fix));
  for (const { path, problem: what } of settings.warnings)
    found.push({ level: 'note', what: `${path} ${what}` });
  // A variable that holds no token is said once, not as one that is not set too.
  const unsendable = tokens.unsendable();
  const isMissing = (name: string, token: string | undefined) =>
    token === undefined && !unsendable.includes(name);
  for (const name of unsendable) {
    add(
      `${name} holds something that is no token (blanks, line breaks or an ellipsis)`,
      `set ${name} to the whole token, in the environment or in the .env beside the configuration`,
    );
  }
  if (isMissing(slack.botTokenEnv, tokens.bot())) {
    add(
      `${slack.botTokenEnv} is not set: nothing can be posted`,
      `set ${slack.botTokenEnv} to the bot token (xoxb-…) in the environment or in the .env beside the configuration`,
    );
  }
  if (slack.readMode === 'socket' && isMissing(slack.appTokenEnv, tokens.app())) {
    add(
      `${slack.appTokenEnv} is not set: no reply and no tap can arrive`,
      `set ${slack.appTokenEnv} to the app-level token (xapp-…), or read.mode to poll`,
    );
  }
  for (const { name, prefix } of mistakenTokens(settings, slack)) {
    add(
      `${name} holds another token than the one that starts with ${prefix}…`,
      `set ${name} to that token; the bot token starts with xoxb-, the app-level token with xapp-`,
    );
  }
  if (isMissing('GITHUB_TOKEN', tokens.github())) {
    add('GITHUB_TOKEN is not set: answers cannot be written on the ticket', GITHUB_FIX);
  }
  if (slack.channel === '') {
    add(
      'channels.slack.channel is not set: nothing can be posted',
      'set it to the channel’s id, such as C0123456789',
    );
  }
  if (slack.authorizedUsers.length === 0) {
    add(
      'nobody is authorized: neither routing.authorizedUsers nor channels.slack.authorizedUsers names a member id, so nobody may answer',
      'list the member ids of those who may under routing.authorizedUsers, each as slack: U0123456789; App Home shows each member their own',
    );
  }
  return found;
}
