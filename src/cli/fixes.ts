/**
 * One line that says how to mend what an error of a row, a record or a call names; undefined for one that only time mends,
 * that says so itself, or that nobody knows.
 *
 * @param needed the scope that Slack named, with `missing_scope`
 */
export function fixFor(error: string, needed?: string | undefined): string | undefined {
  if (error === 'missing_scope') {
    const scope = needed === undefined ? 'the scope that is missing' : needed;
    return `add ${scope} under OAuth & Permissions at api.slack.com/apps (manifest.yml has every scope), and install the app again`;
  }
  const known = FIXES.get(error);
  if (known !== undefined) return known;
  if (error.startsWith('no bot token:'))
    return 'set that variable where listen runs, or in the .env beside the configuration; it is read at each try';
  if (error.startsWith('no channel:'))
    return 'set it to the channel’s id (the channel’s details, at the bottom), and start listen again';
  if (error === 'in_doubt')
    return 'nobody knows whether it is in Slack: look in the channel or thread; if it is not there, outbox retry posts it again; if it is, outbox drop gives it up';
  if (NETWORK.test(error))
    return 'Slack cannot be reached from here: check the network, a proxy and SLACK_API_URL';
  if (OURS.test(error))
    return 'our fault: please report it with the log’s pointers; outbox drop gives the post up';
  return undefined;
}

const AGAIN = 'install the app again at api.slack.com/apps, and set the bot token it shows (xoxb-…)';

/** By Slack's code (contracts/slack.md, "Failures to tell apart"). */
const FIXES: ReadonlyMap<string, string> = new Map([
  ['not_in_channel', 'invite the bot: /invite @the-loop in the channel'],
  [
    'channel_not_found',
    'check channels.slack.channel: an id such as C0123456789 (the channel’s details, at the bottom; start listen again after a change); a private channel is not seen before the bot is invited',
  ],
  ['is_archived', 'unarchive the channel, or name another in channels.slack.channel and start listen again'],
  ['invalid_auth', AGAIN],
  ['not_authed', AGAIN],
  ['account_inactive', AGAIN],
  ['token_revoked', AGAIN],
  ['token_expired', AGAIN],
  [
    'not_allowed_token_type',
    'the two tokens are swapped: the bot token starts with xoxb-, the app token with xapp-',
  ],
  ['restricted_action', 'an admin of the workspace must let apps post in this channel'],
  ['team_access_not_granted', 'an admin of the organization must add the app to this workspace'],
]);

/** Slack did not take what we built, not even the text alone. */
const OURS =
  /^(?:invalid_blocks|invalid_arguments|invalid_attachments|invalid_metadata|metadata_|msg_|no_text)/;

const NETWORK =
  /^(?:network_error|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|UND_ERR_CONNECT|CERT_|SELF_SIGNED|DEPTH_ZERO)/;
