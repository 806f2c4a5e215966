/**
 * One call's clock, and its answer to "had anything been sent?". The clock runs from the start, a turn in the pacing
 * queue included, so that the caller's lease on the work outlives the call.
 */
export class CallAttempt {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #onOuterAbort = () => this.#controller.abort();
  #sent = false;
  #timedOut = false;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#outer = outer;
    if (outer?.aborted) this.#controller.abort();
    outer?.addEventListener('abort', this.#onOuterAbort, { once: true });
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.#controller.abort();
    }, timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The platform's fetch, which leaves a note that it was called. After the end it sends nothing more. */
  readonly fetch: typeof globalThis.fetch = (input, init) => {
    if (!this.#controller.signal.aborted) this.#sent = true;
    return globalThis.fetch(input, init);
  };

  facts(): { sent: boolean; timedOut: boolean } {
    return { sent: this.#sent, timedOut: this.#timedOut };
  }

  /** The promise's outcome; or a rejection as soon as the call is given up while it still waits for its turn. */
  async unlessGivenUp<T>(sending: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => {
        if (!this.#sent) reject(new Error('given up before it was sent'));
      };
      if (this.signal.aborted) giveUp();
      this.signal.addEventListener('abort', giveUp, { once: true });
      sending.then(resolve, reject);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
  }
}
