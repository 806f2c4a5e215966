/** Wakes those who wait for one thing of many: looking at all of them again and again is work that the replicas need. */
export class Bell<Key> {
  readonly #waiting = new Map<Key, Set<() => void>>();

  /** Wakes all who wait for `key`. */
  ring(key: Key): void {
    for (const wake of this.#waiting.get(key) ?? []) wake();
  }

  /**
   * Resolves at the next ring of `key`, or after `ms`.
   *
   * @throws the reason of `signal`, when it aborts first
   */
  next(key: Key, ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting);
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        waiting.delete(wake);
        if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
        settle();
      };
      const wake = () => end(resolve);
      const onAbort = () => end(() => reject(signal.reason));
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', onAbort);
      waiting.add(wake);
    });
  }
}
