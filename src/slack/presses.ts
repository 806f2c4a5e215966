import { atMost } from '../time/at-most.js';

/** The presses that Slack may have been told of and that are not taken in yet: they are nowhere but in this process. */
export class Presses {
  readonly #underWay = new Map<Promise<void>, () => Promise<void>>();

  /**
   * Follows the handling of a press to its end.
   *
   * @param notTaken tells its member to press again
   * @throws what `work` throws
   */
  async follow(work: Promise<void>, notTaken: () => Promise<void>): Promise<void> {
    this.#underWay.set(work, notTaken);
    try {
      await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  /** For a stop: waits for what is under way, at most `ms` milliseconds, and tells the members whose press it leaves. */
  async end(ms: number): Promise<void> {
    await atMost(ms, Promise.allSettled([...this.#underWay.keys()]));
    await Promise.allSettled([...this.#underWay.values()].map((notTaken) => notTaken()));
  }
}
