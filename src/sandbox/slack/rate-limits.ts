import { LIMITS } from '#blocks/limits.js';
import type { JsonObject } from './model.js';

/** Slack says that short bursts of posts are tolerated and not how many; five is a cautious guess. */
const POST_BURST = 5;
const MINUTE_MS = 60_000;

type Rate = {
  /** Calls that may come at once. */
  readonly burst: number;
  /** Milliseconds until one more may come. */
  readonly refillMs: number;
  /** Which calls share one allowance. */
  readonly sharedBy: (args: JsonObject) => string;
};

const perMinute = (calls: number): Rate => ({
  burst: calls,
  refillMs: MINUTE_MS / calls,
  sharedBy: () => '',
});

const RATES: ReadonlyMap<string, Rate> = new Map([
  [
    'chat.postMessage',
    {
      burst: POST_BURST,
      refillMs: 1_000 / LIMITS.rate.postsPerSecondPerChannel,
      sharedBy: ({ channel }: JsonObject) => String(channel),
    },
  ],
  ['conversations.replies', perMinute(LIMITS.rate.repliesPerMinute)],
  ['conversations.history', perMinute(LIMITS.rate.repliesPerMinute)],
]);

/** Slack's own rate limits, as one allowance per method (and channel) that fills up again over time. */
export class RateLimits {
  readonly #now: () => number;
  /** When each allowance will be full again, in milliseconds since 1970. */
  readonly #fullAt = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call. Gives the seconds of `Retry-After` when it comes too early; it is not counted then. */
  take(method: string, args: JsonObject): number | undefined {
    const rate = RATES.get(method);
    if (rate === undefined) return undefined;
    const key = `${method} ${rate.sharedBy(args)}`;
    const now = this.#now();
    const fullAt = Math.max(now, this.#fullAt.get(key) ?? 0) + rate.refillMs;
    const early = fullAt - now - rate.burst * rate.refillMs;
    if (early > 0) return Math.ceil(early / 1_000);
    this.#fullAt.set(key, fullAt);
    return undefined;
  }
}
