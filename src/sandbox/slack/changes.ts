import type { CallRecord } from './calls.js';

/** What can change in the local workspace; the sandbox's page and `waitFor` listen to it. */
export type SlackChanges = {
  channel: { id: string };
  message: { channel: string; ts: string; change: 'posted' | 'edited' | 'deleted' };
  reaction: { channel: string; ts: string; name: string; change: 'added' | 'removed' };
  ephemeral: { channel: string; user: string; ts: string };
  view: { id: string; user: string; change: 'opened' | 'updated' | 'published' | 'closed' };
  call: CallRecord;
  connections: { open: number };
  envelope: { type: string; state: 'sent' | 'queued' | 'acknowledged' | 'abandoned'; attempt: number };
};

type Listener<T> = (value: T) => void;

type Listeners = { readonly [K in keyof SlackChanges]: Set<Listener<SlackChanges[K]>> };

/** A small typed emitter. Listeners run at once, in the order they came; each `on` gives its own `off`. */
export class Changes {
  readonly #listeners: Listeners = {
    channel: new Set(),
    message: new Set(),
    reaction: new Set(),
    ephemeral: new Set(),
    view: new Set(),
    call: new Set(),
    connections: new Set(),
    envelope: new Set(),
  };
  readonly #any = new Set<Listener<keyof SlackChanges>>();

  /** Calls `listener` at each such change until the returned function is called. */
  on<K extends keyof SlackChanges>(name: K, listener: Listener<SlackChanges[K]>): () => void {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  }

  /** Calls `listener` with the name of each change of any kind. */
  onAny(listener: Listener<keyof SlackChanges>): () => void {
    this.#any.add(listener);
    return () => this.#any.delete(listener);
  }

  emit<K extends keyof SlackChanges>(name: K, value: SlackChanges[K]): void {
    for (const listener of [...this.#listeners[name]]) listener(value);
    for (const listener of [...this.#any]) listener(name);
  }
}
