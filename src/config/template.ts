/**
 * The configuration file that `config --init` writes: every key, each with its default, off until someone turns it on.
 *
 * @param schema where an editor finds the JSON Schema, a path or a URL
 */
export function configTemplate(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
#
# The-loop on Slack. Every key and its default; remove the # to set another value. Tokens never stand here: they are
# environment variables, or lines of a .env file beside this one. What each key does: docs/config/cli/channels-options.md.
# See what comes of it: npm run -s cli -- config

channels:
  slack:
    # Whether the app posts and reads at all.
    enabled: false

    # The id of the channel to post into (C…, G… or D…), at the bottom of its details in Slack. Invite the bot to it.
    #channel: C0123456789

    # The events that are posted, such as decision-pending, conflict-escalated, work-item-complete. An older name of this
    # key, events, is read as well.
    #subscribe: [session.awaiting_input]

    # How much a message carries: quiet, normal or verbose.
    #verbosity: normal

    # The longest text that is shown whole, 200 to 3000 characters, and what becomes of a longer one: digest or truncate.
    #maxChars: 1500
    #longMessages: digest

    # How replies are read: socket, poll or off. Without socket no button is drawn.
    #read:
    #  mode: socket
    #  intervalSeconds: 30

    # Whether replies are marked with 👀, ✅ and ⚠️.
    #reactions:
    #  enabled: true

    # The names of the variables that hold the two tokens.
    #botTokenEnv: THE_LOOP_SLACK_BOT_TOKEN
    #appTokenEnv: THE_LOOP_SLACK_APP_TOKEN

# Who may answer: the member id of each (U… or W…), in Slack under "Copy member ID". Nobody unless listed. A list
# channels.slack.authorizedUsers, the older place, wins over this one.
#routing:
#  authorizedUsers:
#    - slack: U0123456789
#  # The-loop's control keywords, if they were renamed: whatever is quoted has them broken.
#  control:
#    keywords: { start: the-loop start }

# What follows is read from the-loop's own cli-config.yaml as well; this file wins.
#state:
#  root: .the-loop
#eventLog:
#  path: .the-loop/logs/events.jsonl
#service:
#  host: 127.0.0.1
#  port: 4114
`;
}
