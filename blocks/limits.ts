/**
 * Every number of Slack's that this app depends on, once.
 *
 * Lengths are upper bounds, inclusive. Slack says "characters"; we count UTF-16 units, which is never
 * less than any other reading, so a text that fits here fits there.
 * Each line says whether the number is documented (docs.slack.dev) or observed (real calls, see
 * `contracts/slack.md`); where the two differ the smaller one stands here.
 */
export const LIMITS = {
  message: {
    /** Documented: blocks in one message. */
    blocks: 50,
    /**
     * Observed: what all blocks together may hold, about; beyond it `msg_blocks_too_long`. Text counts by characters and
     * structure counts too, by a sum that Slack does not tell: `size.ts` counts the most that it can be.
     */
    blockText: 13_000,
    /** Observed: `text` beyond it is `msg_too_long`, although the documents say 40,000. */
    text: 4_000,
  },
  view: {
    /** Documented: blocks in one modal or one App Home. */
    blocks: 100,
    /** Documented as "250 KB" (`view_too_large`); read as decimal kilobytes, the stricter reading. */
    bytes: 250_000,
    /** Documented: modal title. */
    title: 24,
    /** Documented: label of the submit button. */
    submit: 24,
    /** Documented: label of the close button. */
    close: 24,
    /** Documented. */
    privateMetadata: 3_000,
    /** Documented. */
    callbackId: 255,
    /** Documented. */
    externalId: 255,
  },
  /** Documented: `block_id` and `action_id` have the same bound. */
  id: { block: 255, action: 255 },
  section: {
    /** Documented; at least 1. */
    text: 3_000,
    /** Documented: number of fields. */
    fields: 10,
    /** Documented: characters of one field. */
    field: 2_000,
  },
  /** Documented. */
  header: { text: 150 },
  context: {
    /** Documented. */
    elements: 10,
    /** Documented for text objects in general: 1 to 3,000. */
    text: 3_000,
  },
  /** Documented. */
  actions: { elements: 25 },
  /** Documented: characters of all `markdown` blocks of one message together; messages only. */
  markdown: { text: 12_000 },
  button: {
    /** Documented. */
    text: 75,
    /** Documented. */
    value: 2_000,
    /** Documented. */
    url: 3_000,
    /** Documented. */
    accessibilityLabel: 75,
  },
  option: {
    /** Documented. */
    text: 75,
    /** Documented. */
    description: 75,
    /** Documented: 150 since 2024, 75 before. */
    value: 150,
    /** Documented: `url` of an option, overflow menus only. */
    url: 3_000,
  },
  select: {
    /** Documented. */
    options: 100,
    /** Documented. */
    optionGroups: 100,
    /** Documented. */
    groupLabel: 75,
    /** Documented. */
    placeholder: 150,
  },
  overflow: {
    /** Documented. */
    options: 5,
  },
  confirm: {
    /** Documented. */
    title: 100,
    /** Documented. */
    text: 300,
    /** Documented: labels of both buttons. */
    button: 30,
  },
  image: {
    /** Documented. */
    url: 3_000,
    /** Documented. */
    altText: 2_000,
    /** Documented. */
    title: 2_000,
  },
  input: {
    /** Documented. */
    label: 2_000,
    /** Documented. */
    hint: 2_000,
    /** Documented: largest `max_length` of a plain text input. */
    maxLength: 3_000,
  },
  trigger: {
    /** Documented: milliseconds that a `trigger_id` lives. */
    lifeMs: 3_000,
  },
  socket: {
    /** Documented: open Socket Mode connections per app. */
    connections: 10,
    /** Documented: milliseconds before an unacknowledged envelope comes again. */
    ackMs: 3_000,
    /** Documented for the Events API: times an event is sent again. */
    retries: 3,
  },
  rate: {
    /** Documented: `chat.postMessage` per second and channel; short bursts tolerated. */
    postsPerSecondPerChannel: 1,
    /** Documented: `conversations.replies` per minute (Tier 3), for an app a team made for itself. */
    repliesPerMinute: 50,
    /** Documented: the same for commercially distributed apps outside the Marketplace. */
    distributedRepliesPerMinute: 1,
    /** Documented: messages in one answer for those apps. */
    distributedRepliesPerPage: 15,
  },
  page: {
    /** Documented: largest `limit` of `conversations.replies`. */
    replies: 1_000,
    /** Documented: largest `limit` of `conversations.history`. */
    history: 999,
    /** Documented: `limit` of `conversations.history` when none is given. */
    historyDefault: 100,
  },
} as const;
