import type { Outgoing } from './outgoing.js';

/** One thing that can go wrong with a Web API call. */
export type Fault =
  /** HTTP 429 with `Retry-After`, in seconds. */
  | { readonly kind: 'ratelimited'; readonly retryAfter: number }
  /** Any HTTP status, nothing processed. */
  | { readonly kind: 'http'; readonly status: number; readonly body?: string }
  /** The connection is destroyed before the call is processed. */
  | { readonly kind: 'reset' }
  /** The call is processed, then the connection is destroyed instead of answered. */
  | { readonly kind: 'reset-after' }
  /** The call is processed, then half of the answer is sent and the connection destroyed. */
  | { readonly kind: 'cut' }
  /** The call waits before it is processed. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The call is taken, and neither processed nor answered for as long as the caller waits. */
  | { readonly kind: 'hang' }
  /** `{ok: false, error}`, nothing processed. */
  | { readonly kind: 'error'; readonly error: string }
  /** HTTP 200 with a body that is not JSON, nothing processed. */
  | { readonly kind: 'garbage' };

type Planned = { readonly fault: Fault; left: number };

/** What the scripted faults act on; the server gives it. */
export type FaultTargets = {
  /** Destroys every open socket at once, without a close frame. */
  dropSockets(): void;
  /** Destroys every open HTTP connection at once. */
  dropHttp(): void;
  /** Breaks the next `count` envelopes off in the middle of their frame, with their connection. */
  cutFrames(count: number): void;
  readonly outgoing: Pick<Outgoing, 'duplicate' | 'lose' | 'reorder'>;
};

/** The scripted bad days of the local Slack. Everything is on until it is switched off or used up. */
export class Faults {
  readonly #planned = new Map<string, Planned[]>();
  readonly #targets: FaultTargets;
  #down = false;
  #revoked = false;
  #scopes: readonly string[];

  constructor(targets: FaultTargets, scopes: readonly string[]) {
    this.#targets = targets;
    this.#scopes = scopes;
  }

  /**
   * The next `times` calls of `method` (`*` means any method) go wrong like this. Faults of one method
   * come in the order they were planned; those of the method before those of `*`.
   */
  next(method: string, fault: Fault, times = 1): void {
    const planned = this.#planned.get(method) ?? [];
    this.#planned.set(method, [...planned, { fault, left: times }]);
  }

  /** Forgets every fault planned by `next`. */
  clear(): void {
    this.#planned.clear();
  }

  /** How many calls of `method` are still to go wrong. */
  left(method: string): number {
    return (this.#planned.get(method) ?? []).reduce((sum, { left }) => sum + left, 0);
  }

  /** Takes the fault that the next call of `method` must suffer, if one is planned. */
  take(method: string): Fault | undefined {
    for (const key of [method, '*']) {
      const first = this.#planned.get(key)?.find((planned) => planned.left > 0);
      if (first !== undefined) {
        first.left -= 1;
        return first.fault;
      }
    }
    return undefined;
  }

  /** While down, every connection is destroyed, open ones at once. */
  down(down: boolean): void {
    this.#down = down;
    if (!down) return;
    this.#targets.dropSockets();
    this.#targets.dropHttp();
  }

  get isDown(): boolean {
    return this.#down;
  }

  /** From now on each envelope is sent `copies` times, under its own envelope id, with one `event_id`. */
  duplicateEvents(copies: number): void {
    this.#targets.outgoing.duplicate(copies);
  }

  /** The next `count` events never reach the app, as after a crash between acknowledging and listening. */
  loseEvents(count: number): void {
    this.#targets.outgoing.lose(count);
  }

  /** The next `count` events wait for each other and then come newest first. */
  reorderEvents(count: number): void {
    this.#targets.outgoing.reorder(count);
  }

  /** The next `count` envelopes break off in the middle of their frame, and their connection with them. */
  cutFrames(count: number): void {
    this.#targets.cutFrames(count);
  }

  /** Destroys every open Socket Mode connection without a close frame. */
  dropSockets(): void {
    this.#targets.dropSockets();
  }

  /** The bot token answers `token_revoked` from now on; `false` makes it good again. */
  revokeToken(revoked = true): void {
    this.#revoked = revoked;
  }

  get isRevoked(): boolean {
    return this.#revoked;
  }

  /** Replaces the scopes granted to the bot token. */
  scopes(scopes: readonly string[]): void {
    this.#scopes = [...scopes];
  }

  get grantedScopes(): readonly string[] {
    return this.#scopes;
  }
}
