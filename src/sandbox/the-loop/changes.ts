/** Waits for conditions over state that announces its changes. */
export class Changes {
  readonly #checks = new Set<() => void>();

  /** Something changed: every waiting condition is looked at again. */
  announce(): void {
    for (const check of [...this.#checks]) check();
  }

  /** Resolves once the condition holds; rejects after `timeoutMs` (5 s unless told). */
  waitFor(condition: () => boolean, { timeoutMs = 5000 }: { timeoutMs?: number } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!condition()) return;
        settle();
        resolve();
      };
      const settle = () => {
        clearTimeout(timer);
        this.#checks.delete(check);
      };
      const timer = setTimeout(() => {
        settle();
        reject(new Error(`the condition did not hold within ${timeoutMs} ms: ${condition}`));
      }, timeoutMs);
      this.#checks.add(check);
      check();
    });
  }
}
