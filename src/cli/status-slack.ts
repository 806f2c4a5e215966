import type { ConversationKind, Refusal, SlackFacts } from '../slack/probe.js';
import { fixFor } from './fixes.js';
import { type Finding, ok, problem } from './status-report.js';

/** What every surface needs, whatever the channel is: R3.1, R5 and the marks on a reply. */
const NEEDED = [
  { scope: 'chat:write', what: 'post' },
  { scope: 'reactions:write', what: 'mark replies' },
] as const;

/** What each kind of channel needs besides, and the event that brings its messages (contracts/slack.md). */
const KINDS: Readonly<Record<ConversationKind, { scope: string; event: string }>> = {
  'public channel': { scope: 'channels:history', event: 'message.channels' },
  'private channel': { scope: 'groups:history', event: 'message.groups' },
  'direct message': { scope: 'im:history', event: 'message.im' },
  'group direct message': { scope: 'mpim:history', event: 'message.mpim' },
};

function refused(who: string, { kind, code, needed }: Refusal, fix = fixFor(code, needed)): Finding {
  switch (kind) {
    case 'unreached':
      return problem(
        `Slack was not reached: ${code}`,
        fixFor(code) ?? 'check the network between here and Slack (SLACK_API_URL), and try again',
      );
    case 'passing':
      return problem(
        code === 'ratelimited'
          ? 'Slack limits how often it may be asked just now'
          : `Slack gave no clear answer: ${code}`,
        'try again in a minute',
      );
    case 'refused':
      return problem(
        `${who}: ${code}${needed === undefined ? '' : ` (needs ${needed})`}`,
        fix ?? 'see what api.slack.com says of that code, mend it there, and try again',
      );
  }
}

/** What Slack's answers mean, each problem with its fix. @param reads whether replies are read at all */
export function slackFindings(
  { bot, app, channel }: SlackFacts,
  names: TokenNames,
  reads: boolean,
): Finding[] {
  const found: Finding[] = [];
  if (bot.kind === 'ok') found.push(ok(`Slack takes the bot token: ${bot.name} in ${bot.team}`));
  if (bot.kind === 'refused') found.push(refused(`Slack refuses the bot token (${names.bot})`, bot.refusal));
  if (app.kind === 'ok') found.push(ok('the app token opens a socket'));
  // Where Slack is not reached, it is not reached with either token.
  const isSaid = bot.kind === 'refused' && bot.refusal.kind !== 'refused';
  if (app.kind === 'refused' && !(isSaid && app.refusal.kind !== 'refused'))
    found.push(refused(`Slack opens no socket (${names.app})`, app.refusal, appFix(app.refusal, names)));
  if (bot.kind !== 'ok') return found;

  const isGranted = (scope: string) => bot.scopes.includes(scope);
  const lacking = NEEDED.filter(({ scope }) => !isGranted(scope));
  if (lacking.length > 0) {
    const scopes = lacking.map(({ scope }) => scope);
    found.push(scopesMissing(scopes, lacking.map(({ what }) => what).join(' or ')));
  }
  switch (channel.kind) {
    case 'known': {
      const { is, name, isMember, isArchived } = channel;
      const where = name === undefined ? `the channel is a ${is}` : `the channel is ${name}, a ${is}`;
      if (isArchived) found.push(problem(`${where}, and archived`, fixFor('is_archived')));
      else if (!isMember) found.push(problem(`${where}, and the bot is not in it`, fixFor('not_in_channel')));
      else found.push(ok(`${where}, and the bot is in it`));
      const { scope, event } = KINDS[is];
      if (reads && !isGranted(scope)) found.push(scopesMissing([scope], `read replies in a ${is}`, event));
      else if (reads) found.push(eventNote(is, event));
      break;
    }
    case 'refused':
      found.push(refused('Slack does not show the channel', channel.refusal));
      // What the channel is, only its id tells then; the likeliest kind has to do.
      if (reads) found.push(...unreadable(channel.id, isGranted));
      break;
    case 'not-asked':
      break;
  }
  return found;
}

const LIKELIEST: Readonly<Record<string, ConversationKind>> = {
  C: 'public channel',
  D: 'direct message',
  G: 'private channel',
};

function unreadable(id: string, isGranted: (scope: string) => boolean): Finding[] {
  const is = LIKELIEST[id.charAt(0)];
  if (is === undefined || isGranted(KINDS[is].scope)) return [];
  const { scope, event } = KINDS[is];
  return [scopesMissing([scope], `read replies in a ${is}`, event)];
}

/** The variables that name the tokens. */
export type TokenNames = { bot: string; app: string };

function appFix({ code, needed }: Refusal, { app }: TokenNames): string | undefined {
  if (
    code === 'missing_scope' ||
    code === 'not_allowed_token_type' ||
    code === 'invalid_auth' ||
    code === 'token_revoked'
  ) {
    return `generate an app-level token with connections:write (Basic Information at api.slack.com/apps) and set ${app} to it (xapp-…)`;
  }
  return fixFor(code, needed);
}

function scopesMissing(scopes: readonly string[], what: string, event?: string): Finding {
  const list = scopes.join(', ');
  const also = event === undefined ? '' : `, and the event ${event} under Event Subscriptions,`;
  return problem(
    `the bot token has no ${list}: it cannot ${what}`,
    `add ${list} under OAuth & Permissions at api.slack.com/apps${also} (manifest.yml has all of them), and install the app again`,
  );
}

function eventNote(is: ConversationKind, event: string): Finding {
  return {
    level: 'note',
    what: `replies in a ${is} come with the event ${event}; Slack cannot be asked whether the app is subscribed`,
    fix: `if replies get no 👀, add ${event} under Event Subscriptions at api.slack.com/apps (manifest.yml has it), and install the app again`,
  };
}
