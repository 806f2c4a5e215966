/** A claim on a row: `attempts` tells it from every other claim on that row. */
type Claim = { id: string; attempts: number };

/** The claims that this process holds on one queue, so that a stop which cannot wait for its work can end them. */
export class Claims {
  readonly #held = new Map<string, number>();

  hold({ id, attempts }: Claim): void {
    this.#held.set(id, attempts);
  }

  /** The row has gone back into the queue, or is done with. */
  drop({ id }: Claim): void {
    this.#held.delete(id);
  }

  get held(): Claim[] {
    return [...this.#held].map(([id, attempts]) => ({ id, attempts }));
  }
}
