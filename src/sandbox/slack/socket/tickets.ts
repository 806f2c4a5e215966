import { randomUUID } from 'node:crypto';

const LIFE_MS = 30_000;

/** The one-time tickets inside the WebSocket addresses that `apps.connections.open` hands out. */
export class Tickets {
  readonly #issued = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  issue(): string {
    const ticket = randomUUID();
    this.#issued.set(ticket, this.#now());
    return ticket;
  }

  /** Whether this ticket was issued in the last 30 seconds and not used yet; it is used up now. */
  redeem(ticket: string): boolean {
    const issuedAt = this.#issued.get(ticket);
    this.#issued.delete(ticket);
    return issuedAt !== undefined && this.#now() - issuedAt <= LIFE_MS;
  }
}
