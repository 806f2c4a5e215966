/** How a text longer than `maxChars` is shortened (`channels.slack.longMessages`, R1.4). */
export type Mode = 'digest' | 'truncate';

/** What {@link fit} may spend and where the whole text stands. */
export interface FitOptions {
  /** UTF-16 units the result may have, an integer from 200 to 3000 (Slack's section limit). */
  readonly maxChars: number;
  /** `digest` unless given. */
  readonly mode?: Mode | undefined;
  /** The event's own address, http or https; the closing line links it. Never taken from the text. */
  readonly url?: string | undefined;
}

/** One item of the list that answers the ask. */
export interface Choice {
  /** 1 to 100, in the author's order, each once: the number that `text` shows before the item, where it shows one. */
  readonly number: number;
  /** The item's own words, whole, without marks, on one line. Not escaped for Slack. */
  readonly label: string;
  /** The marker as the author wrote it: `2.`, `B)`, `-`. */
  readonly marker: string;
}

/** What a pointer line of the digest stands for. */
export type PointerKind = 'code' | 'table' | 'stack trace';

/** A pointer that stands in the digest. `count`: lines of code or trace, body rows of a table. */
export interface Pointer {
  readonly kind: PointerKind;
  readonly count: number;
}

/** The outcome of {@link fit}. */
export interface Digest {
  /** Slack mrkdwn. */
  readonly text: string;
  /** True when the text was condensed; false when it stands whole or was truncated. */
  readonly digested: boolean;
  /** The sentence that asks, whole, without marks, on one line. Not escaped for Slack. */
  readonly ask?: string;
  /** The items a member can answer with; empty when the text asks nothing or offers no list. */
  readonly choices: Choice[];
  /** The pointers that stand in `text`, in order. */
  readonly pointers: Pointer[];
}
