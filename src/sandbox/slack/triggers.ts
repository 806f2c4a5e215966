import { randomBytes, randomInt } from 'node:crypto';
import { LIMITS } from '#blocks/limits.js';

export type Redeemed =
  | { readonly kind: 'good'; readonly user: string }
  | { readonly kind: 'expired' }
  /** Used before. */
  | { readonly kind: 'exchanged' }
  | { readonly kind: 'unknown' };

type Issued = { readonly user: string; readonly at: number; used: boolean };

/** The `trigger_id`s that come with interactions: good once, for `LIMITS.trigger.lifeMs`. */
export class Triggers {
  readonly #issued = new Map<string, Issued>();
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  issue(user: string): string {
    const id = `${randomInt(1e9, 1e10)}.${randomInt(1e9, 1e10)}.${randomBytes(16).toString('hex')}`;
    this.#issued.set(id, { user, at: this.#now(), used: false });
    return id;
  }

  redeem(id: string): Redeemed {
    const issued = this.#issued.get(id);
    if (issued === undefined) return { kind: 'unknown' };
    if (issued.used) return { kind: 'exchanged' };
    if (this.#now() - issued.at > LIMITS.trigger.lifeMs) return { kind: 'expired' };
    issued.used = true;
    return { kind: 'good', user: issued.user };
  }
}
