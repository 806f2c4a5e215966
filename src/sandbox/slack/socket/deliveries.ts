import type { WebSocket } from 'ws';
import { LIMITS } from '#blocks/limits.js';
import type { Changes } from '../changes.js';
import { envelopeId } from '../ids.js';
import type { Connections } from './connections.js';
import { type Delivery, type DeliveryOutcome, envelopeJson, type Notice } from './envelope.js';

type Pending = {
  readonly notice: Notice;
  readonly redeliver: boolean;
  /** Sendings so far. */
  attempts: number;
  lastSocket: WebSocket | undefined;
  readonly envelopeIds: string[];
  timer: NodeJS.Timeout | undefined;
  readonly settle: (outcome: DeliveryOutcome) => void;
};

export type DeliverySettings = {
  readonly ackTimeoutMs: number;
  readonly keepUndeliveredMs: number;
  readonly redeliverInteractions: boolean;
};

/**
 * Gets each notice to one connection and sends it again until it is acknowledged: at most
 * `LIMITS.socket.retries` more times, on another connection when there is one. Without any connection an
 * event waits for one for `keepUndeliveredMs`; an interaction fails at once, as a tap does in Slack.
 */
export class Deliveries {
  readonly #byEnvelope = new Map<string, Pending>();
  readonly #pending = new Set<Pending>();
  readonly #queue = new Set<Pending>();
  readonly #connections: Connections;
  readonly #settings: DeliverySettings;
  readonly #changes: Changes;

  constructor(connections: Connections, settings: DeliverySettings, changes: Changes) {
    this.#connections = connections;
    this.#settings = settings;
    this.#changes = changes;
  }

  send(notice: Notice): Delivery {
    let settle: Pending['settle'] = () => {};
    const outcome = new Promise<DeliveryOutcome>((resolve) => {
      settle = resolve;
    });
    const pending: Pending = {
      notice,
      redeliver: notice.type === 'events_api' || this.#settings.redeliverInteractions,
      attempts: 0,
      lastSocket: undefined,
      envelopeIds: [],
      timer: undefined,
      settle,
    };
    this.#pending.add(pending);
    this.#attempt(pending);
    return { outcome };
  }

  /** A client acknowledged an envelope; an unknown or already settled one is ignored, as in Slack. */
  acknowledge(id: string, response: unknown): void {
    const pending = this.#byEnvelope.get(id);
    if (pending === undefined) return;
    this.#finish(pending, { kind: 'acknowledged', attempts: pending.attempts, response });
  }

  /** A connection is ready: what waited for one goes out, oldest first. */
  flush(): void {
    for (const pending of [...this.#queue]) {
      this.#queue.delete(pending);
      clearTimeout(pending.timer);
      this.#attempt(pending);
    }
  }

  /** Settles everything still on its way as `closed` and stops every timer. */
  close(): void {
    for (const pending of [...this.#pending]) this.#finish(pending, { kind: 'closed' });
  }

  #attempt(pending: Pending): void {
    const socket = this.#connections.next(pending.lastSocket);
    if (socket === undefined) {
      this.#wait(pending);
      return;
    }
    const id = envelopeId();
    const attempt = pending.attempts;
    pending.attempts += 1;
    pending.lastSocket = socket;
    pending.envelopeIds.push(id);
    this.#byEnvelope.set(id, pending);
    this.#connections.send(socket, envelopeJson(id, pending.notice, attempt));
    this.#report(pending, 'sent');
    pending.timer = setTimeout(() => this.#unacknowledged(pending), this.#settings.ackTimeoutMs);
  }

  #unacknowledged(pending: Pending): void {
    if (pending.redeliver && pending.attempts <= LIMITS.socket.retries) this.#attempt(pending);
    else this.#finish(pending, { kind: 'unacknowledged', attempts: pending.attempts });
  }

  #wait(pending: Pending): void {
    if (!pending.redeliver) {
      this.#finish(pending, { kind: 'no_connection' });
      return;
    }
    this.#queue.add(pending);
    this.#report(pending, 'queued');
    pending.timer = setTimeout(
      () => this.#finish(pending, { kind: 'no_connection' }),
      this.#settings.keepUndeliveredMs,
    );
  }

  #finish(pending: Pending, outcome: DeliveryOutcome): void {
    clearTimeout(pending.timer);
    this.#pending.delete(pending);
    this.#queue.delete(pending);
    for (const id of pending.envelopeIds) this.#byEnvelope.delete(id);
    pending.settle(outcome);
    this.#report(pending, outcome.kind === 'acknowledged' ? 'acknowledged' : 'abandoned');
  }

  #report(pending: Pending, state: 'sent' | 'queued' | 'acknowledged' | 'abandoned'): void {
    const { type } = pending.notice;
    this.#changes.emit('envelope', { type, state, attempt: pending.attempts });
  }
}
