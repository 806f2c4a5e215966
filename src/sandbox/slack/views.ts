import type { Changes } from './changes.js';
import { shortId, slackId } from './ids.js';
import type { Identity, JsonObject } from './model.js';

/** A modal that someone has open, or someone's App Home. */
export type ShownView = {
  readonly id: string;
  /** Who sees it. */
  readonly user: string;
  readonly type: 'modal' | 'home';
  /** Changes with every update. */
  readonly hash: string;
  /** The view as Slack gives it back: what the app sent, with ids, `hash` and `state`. */
  readonly view: JsonObject;
};

/** A view as the app sent it, already checked. */
export type ViewSource = JsonObject & {
  readonly type: 'modal' | 'home';
  readonly blocks: readonly JsonObject[];
};

/** Every view that can be seen now. Each change is announced. */
export class Views {
  readonly #shown = new Map<string, ShownView>();
  readonly #identity: Identity;
  readonly #nextTs: () => string;
  readonly #changes: Changes;

  constructor(deps: { identity: Identity; nextTs: () => string; changes: Changes }) {
    this.#identity = deps.identity;
    this.#nextTs = deps.nextTs;
    this.#changes = deps.changes;
  }

  list(): readonly ShownView[] {
    return [...this.#shown.values()];
  }

  get(id: string): ShownView | undefined {
    return this.#shown.get(id);
  }

  byExternalId(externalId: string): ShownView | undefined {
    return this.list().find(({ view }) => externalId !== '' && view.external_id === externalId);
  }

  homeOf(user: string): ShownView | undefined {
    return this.list().find((shown) => shown.type === 'home' && shown.user === user);
  }

  /** Shows a new modal to a member. */
  open(user: string, source: ViewSource): ShownView {
    return this.#show(slackId('V'), user, source, 'opened');
  }

  update(shown: ShownView, source: ViewSource): ShownView {
    return this.#show(shown.id, shown.user, source, 'updated');
  }

  /** Makes this the member's App Home, in place of the one before. */
  publish(user: string, source: ViewSource): ShownView {
    return this.#show(this.homeOf(user)?.id ?? slackId('V'), user, source, 'published');
  }

  close(shown: ShownView): void {
    this.#shown.delete(shown.id);
    this.#changes.emit('view', { id: shown.id, user: shown.user, change: 'closed' });
  }

  #show(id: string, user: string, source: ViewSource, change: 'opened' | 'updated' | 'published'): ShownView {
    const hash = `${this.#nextTs().split('.')[0]}.${shortId()}`;
    const view = {
      private_metadata: '',
      callback_id: '',
      external_id: '',
      ...source,
      id,
      hash,
      team_id: this.#identity.team.id,
      app_id: this.#identity.appId,
      bot_id: this.#identity.botId,
      root_view_id: id,
      previous_view_id: null,
      state: { values: {} },
    };
    const shown: ShownView = { id, user, type: source.type, hash, view };
    this.#shown.set(id, shown);
    this.#changes.emit('view', { id, user, change });
    return shown;
  }
}
