/** How long a call that met trouble is left alone when Slack does not say, in milliseconds. */
const LEFT_ALONE_MS = 1_000;

/**
 * Keeps calls that can be made later from holding up what cannot: while one kind of call meets trouble, a single one at a
 * time finds out whether that is over, and the others are not made.
 */
export class Breaker {
  #shutUntil = 0;
  #trouble = false;
  #trying = false;

  /**
   * Whether a call may be made. If so, tell how it went: `well` or `badly`.
   *
   * @param now milliseconds of a clock that never jumps
   */
  enter(now: number): boolean {
    if (!this.#trouble) return true;
    if (this.#trying || now < this.#shutUntil) return false;
    this.#trying = true;
    return true;
  }

  /** Slack answered. */
  well(): void {
    this.#trouble = false;
    this.#trying = false;
  }

  /** @param forMs how long Slack asks to be left alone; undefined when it does not say */
  badly(now: number, forMs: number | undefined): void {
    this.#trouble = true;
    this.#trying = false;
    this.#shutUntil = Math.max(this.#shutUntil, now + (forMs ?? LEFT_ALONE_MS));
  }
}
