/** Something waiting for the local ticket to look a certain way. */
type Watcher = { check(): boolean };

/** Lets a test wait for a state instead of for a time: each waiting condition is tried again at every change. */
export class Watchers {
  readonly #waiting = new Set<Watcher>();

  changed(): void {
    for (const watcher of this.#waiting) if (watcher.check()) this.#waiting.delete(watcher);
  }

  /**
   * Resolves with the first value of `probe` that is neither `undefined` nor `false`.
   *
   * @throws Error when `timeoutMs` passes first; `describe` says how things stood.
   */
  async until<T>(probe: () => T | undefined | false, timeoutMs: number, describe: () => string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const watcher: Watcher = {
        check: () => {
          const value = probe();
          if (value === undefined || value === false) return false;
          clearTimeout(timer);
          resolve(value);
          return true;
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(watcher);
        reject(new Error(`the local ticket did not get there in ${timeoutMs} ms: ${describe()}`));
      }, timeoutMs);
      if (!watcher.check()) this.#waiting.add(watcher);
    });
  }
}
