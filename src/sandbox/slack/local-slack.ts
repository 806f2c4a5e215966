import type { DeleteAction, EditAction } from './acting/change-message.js';
import type { PressAction, Pressed, PressInViewAction } from './acting/interact.js';
import type { PostAction, Posted } from './acting/post.js';
import type { SubmitAction, Submitted } from './acting/submit-view.js';
import type { CallRecord } from './calls.js';
import type { Changes } from './changes.js';
import type { Faults } from './faults.js';
import type { SentEvent } from './feed.js';
import type { Channel, Ephemeral, Identity, Reaction, SlackMessage, User } from './model.js';
import type { DisconnectReason } from './socket/connections.js';
import type { Delivery } from './socket/envelope.js';
import type { ShownView } from './views.js';
import type { WaitOptions } from './wait-for.js';

/**
 * A running local Slack: its address, what a person can do in it, and what can be seen.
 * Whatever a person could not do throws a `SandboxSlackError` that says why.
 */
export type LocalSlack = {
  /** `http://127.0.0.1:PORT/api/`, for `clientOptions.slackApiUrl`. */
  readonly apiUrl: string;
  readonly identity: Identity;
  /** The made-up tokens that this workspace takes. */
  readonly tokens: { readonly bot: string; readonly app: string };
  readonly events: Changes;
  readonly faults: Faults;
  /** Stops everything: connections, timers, the port. Stop the app first. */
  close(): Promise<void>;

  post(action: PostAction): Posted;
  edit(action: EditAction): Posted;
  delete(action: DeleteAction): SentEvent | null;
  /** Presses a control on a message, as the message stands now. */
  press(action: PressAction): Pressed;
  pressInView(action: PressInViewAction): Pressed;
  submitView(action: SubmitAction): Promise<Submitted>;
  closeView(action: { user: string; viewId: string }): Delivery | null;
  /** Opens the app's home; `null` when the app is not subscribed to `app_home_opened`. */
  openHome(action: { user: string }): SentEvent | null;
  /** Invites or removes the bot, archives or revives a channel. */
  changeChannel(id: string, change: Partial<Pick<Channel, 'botIsMember' | 'archived'>>): void;

  channels(): readonly Channel[];
  users(): readonly User[];
  /** A channel's messages, oldest first; with `threadTs` that thread's root and replies. */
  messages(channel: string, threadTs?: string): readonly SlackMessage[];
  /** One message as it stands now, without a look at all the others. */
  message(channel: string, ts: string): SlackMessage | undefined;
  reactions(channel: string, ts: string): readonly Reaction[];
  ephemerals(channel: string): readonly Ephemeral[];
  /** Modals open now and published App Homes. */
  views(): readonly ShownView[];
  /** Web API requests so far, oldest first. */
  calls(method?: string): readonly CallRecord[];
  /** Open Socket Mode connections. */
  connections(): number;
  /** Asks every Socket Mode client to reconnect. */
  disconnect(reason: DisconnectReason): void;
  /** Resolves with the first truthy value of `predicate`, asked again at each change. */
  waitFor<T>(predicate: () => T | false | null | undefined | '' | 0, options?: WaitOptions): Promise<T>;
};
