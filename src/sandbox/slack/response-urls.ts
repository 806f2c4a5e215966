import { randomUUID } from 'node:crypto';

/** Documented: a `response_url` takes five answers within thirty minutes. */
const USES = 5;
const LIFE_MS = 1_800_000;

/** The message that an interaction came from, and who interacted. */
export type ResponseTarget = { readonly channel: string; readonly ts: string; readonly user: string };

type Issued = { readonly target: ResponseTarget; readonly at: number; left: number };

/** The `response_url`s that come with presses on messages. */
export class ResponseUrls {
  readonly #issued = new Map<string, Issued>();
  readonly #base: string;
  readonly #now: () => number;

  /** @param base the address in front of each key, with a slash at its end */
  constructor(base: string, now: () => number) {
    this.#base = base;
    this.#now = now;
  }

  issue(target: ResponseTarget): string {
    const key = randomUUID();
    this.#issued.set(key, { target, at: this.#now(), left: USES });
    return `${this.#base}${key}`;
  }

  /** Takes one use; `undefined` when there is none left, it is too old or was never issued. */
  take(key: string): ResponseTarget | undefined {
    const issued = this.#issued.get(key);
    if (issued === undefined || issued.left === 0 || this.#now() - issued.at > LIFE_MS) return undefined;
    issued.left -= 1;
    return issued.target;
  }
}
