/**
 * What the sandbox's server and its page say to each other. The page draws a state and sends actions; everything in a
 * state may hold text from anybody.
 */

/** A JSON object of Slack's, such as a block. */
export type Json = { readonly [key: string]: unknown };

/** Somebody a person can be in the sandbox, or the app itself. */
export type Person = {
  readonly id: string;
  readonly name: string;
  /** `listed` may answer; `unlisted` may not; `bot` is another app's; `app` is ours. */
  readonly kind: 'listed' | 'unlisted' | 'bot' | 'app';
};

export type SharedFile = { readonly name: string; readonly size: number | undefined };

export type Reaction = { readonly name: string; readonly users: readonly string[] };

export type Message = {
  readonly ts: string;
  readonly user: string;
  /** Slack's notation, as everywhere in a message. */
  readonly text: string;
  readonly blocks: readonly Json[];
  /** The root's `ts` on a reply. */
  readonly threadTs: string | undefined;
  readonly edited: boolean;
  readonly deleted: boolean;
  /** The only member who sees it; undefined for everyone. */
  readonly onlyFor: string | undefined;
  readonly files: readonly SharedFile[];
  readonly reactions: readonly Reaction[];
};

export type View = {
  readonly id: string;
  readonly user: string;
  readonly type: 'modal' | 'home';
  readonly title: string;
  readonly close: string;
  readonly blocks: readonly Json[];
};

export type SlackState = {
  readonly channel: string;
  readonly people: readonly Person[];
  /** Oldest first, replies and ephemeral lines among them. */
  readonly messages: readonly Message[];
  readonly views: readonly View[];
};

/** A comment's HTML as a tree of elements that may be drawn, and text. */
export type Node =
  | string
  | {
      readonly tag: string;
      readonly href?: string;
      readonly align?: 'right' | 'center';
      readonly children: readonly Node[];
    };

export type Comment = {
  readonly id: number;
  readonly author: string;
  readonly association: string;
  /** ISO time. */
  readonly at: string;
  readonly raw: string;
  /** Whether the-loop takes it for an agent's or a mirror, and so never for input. */
  readonly marker: 'agent' | 'mirror' | undefined;
  readonly drawn: readonly Node[];
};

export type TicketState = {
  readonly items: readonly {
    readonly ref: string;
    readonly label: string;
    readonly comments: readonly Comment[];
  }[];
};

export type Delivery = {
  readonly ref: string;
  readonly actor: string;
  readonly text: string;
};

/** A record of the event log. */
export type LogEvent = {
  readonly at: string;
  readonly source: string;
  readonly event: string;
  /** Why, where a record says so; `''` where not. */
  readonly detail: string;
  /** The record, as it stands in the log. */
  readonly raw: string;
};

export type SessionState = { readonly deliveries: readonly Delivery[]; readonly events: readonly LogEvent[] };

/** How messages are drawn, as `channels.slack` in the configuration says. */
export type Drawing = {
  readonly maxChars: number;
  readonly verbosity: 'quiet' | 'normal' | 'verbose';
  readonly longMessages: 'digest' | 'truncate';
};

export type FaultName = 'duplicates' | 'rate-limit' | 'github-down' | 'loop-down' | 'no-session' | 'app-down';

export type AppInfo = {
  /** Grows with each reset. */
  readonly world: number;
  readonly state: 'starting' | 'up' | 'restarting' | 'down' | 'ended';
  readonly sockets: number;
  readonly streams: number;
  /** What the running app was started with. */
  readonly drawing: Drawing;
  readonly faults: Readonly<Record<FaultName, boolean>>;
};

export type Preview = {
  readonly text: string;
  readonly blocks: readonly Json[];
  /** UTF-16 units of the digest; 0 at `quiet`. */
  readonly length: number;
  /** The `maxChars` that it was drawn with. */
  readonly budget: number;
  readonly choices: number;
  readonly pointers: number;
  /** `whole` as written, a `digest`, `cut` by `truncate`, or `none` at `quiet`. */
  readonly form: 'whole' | 'digest' | 'cut' | 'none';
};

/** What the composer holds, as it was sent last. */
export type Draft = {
  readonly markdown: string;
  readonly drawing: Drawing;
  /** One of the items, or `new` for one that nothing was asked about yet. */
  readonly workItem: string;
  readonly preview: Preview;
};

/** What is on the page, in the parts that change separately. */
export type PageState = {
  readonly slack: SlackState;
  readonly ticket: TicketState;
  readonly session: SessionState;
  readonly app: AppInfo;
  readonly draft: Draft;
  readonly examples: readonly { readonly name: string; readonly markdown: string }[];
};

export type PartName = 'slack' | 'ticket' | 'session' | 'draft' | 'app';

/** Which control is pressed: Slack's names for it. */
export type Control = {
  readonly actionId: string;
  readonly blockId?: string | undefined;
  readonly option?: string | undefined;
};

export type Action =
  | {
      readonly kind: 'post';
      readonly as: string;
      readonly text: string;
      readonly threadTs?: string | undefined;
      readonly file?: { readonly name: string; readonly size: number; readonly type: string } | undefined;
    }
  | { readonly kind: 'edit'; readonly as: string; readonly ts: string; readonly text: string }
  | { readonly kind: 'delete'; readonly as: string; readonly ts: string }
  | { readonly kind: 'press'; readonly as: string; readonly ts: string; readonly control: Control }
  | {
      readonly kind: 'press-in-view';
      readonly as: string;
      readonly viewId: string;
      readonly control: Control;
    }
  | { readonly kind: 'close-view'; readonly as: string; readonly viewId: string }
  | { readonly kind: 'open-home'; readonly as: string }
  | {
      readonly kind: 'ask';
      readonly markdown: string;
      readonly drawing: Drawing;
      readonly workItem: string;
    }
  | {
      readonly kind: 'draft';
      readonly markdown: string;
      readonly drawing: Drawing;
      readonly workItem: string;
    }
  | { readonly kind: 'fault'; readonly name: FaultName; readonly on: boolean }
  | { readonly kind: 'drop-socket' }
  | { readonly kind: 'kill-and-restart' }
  | { readonly kind: 'reset' };

/** What became of an action: done, with something to tell or to draw; or not, for a reason. */
export type Outcome =
  | { readonly ok: true; readonly note?: string; readonly preview?: Preview; readonly ts?: string }
  | { readonly ok: false; readonly problem: string };
