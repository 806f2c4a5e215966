import type { Delivery, DeliveryOutcome, Notice } from './socket/envelope.js';

type Held = { readonly notice: Notice; readonly settle: (outcome: DeliveryOutcome) => void };

/** The way out to the app, with the bad luck that can happen to events on it. */
export class Outgoing {
  readonly #deliver: (notice: Notice) => Delivery;
  #copies = 1;
  #toLose = 0;
  #toHold = 0;
  #held: Held[] = [];

  constructor(deliver: (notice: Notice) => Delivery) {
    this.#deliver = deliver;
  }

  /** Sends a notice; with copies, the first one's outcome counts. */
  send(notice: Notice): Delivery {
    if (notice.type === 'events_api' && this.#toLose > 0) {
      this.#toLose -= 1;
      return { outcome: Promise.resolve({ kind: 'lost' }) };
    }
    if (notice.type === 'events_api' && this.#toHold > 0) return this.#hold(notice);
    return this.#sendCopies(notice);
  }

  /** From now on each notice is sent this often (at least once), each time in its own envelope. */
  duplicate(copies: number): void {
    this.#copies = Math.max(1, Math.floor(copies));
  }

  /** The next `count` events are never sent. */
  lose(count: number): void {
    this.#toLose = count;
  }

  /** The next `count` events wait for each other and then go out newest first. */
  reorder(count: number): void {
    this.#toHold = count;
  }

  /** Settles what is still held as `closed`. */
  close(): void {
    for (const { settle } of this.#held.splice(0)) settle({ kind: 'closed' });
  }

  #hold(notice: Notice): Delivery {
    this.#toHold -= 1;
    const outcome = new Promise<DeliveryOutcome>((settle) => this.#held.push({ notice, settle }));
    if (this.#toHold === 0) {
      for (const held of this.#held.splice(0).reverse()) {
        void this.#sendCopies(held.notice).outcome.then(held.settle);
      }
    }
    return { outcome };
  }

  #sendCopies(notice: Notice): Delivery {
    const first = this.#deliver(notice);
    for (let copy = 1; copy < this.#copies; copy += 1) this.#deliver(notice);
    return first;
  }
}
