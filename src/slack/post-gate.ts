/** Lets posts through at Slack's pace, for one process and channel. */
export type PostGate = {
  /** Milliseconds until the next post may go; 0 for now. */
  wait(now: number): number;
  /** A post goes. */
  pass(now: number): void;
  /** Slack asked to be left alone until then. */
  shut(until: number): void;
};

/**
 * A token bucket: `chat.postMessage` is meant for about one a second in a channel, and bursts are tolerated
 * (contracts/slack.md, "Rate limits"). A rate limit shuts the gate for every row, not only for the one that met it.
 */
export function createPostGate(pace: { perSecond: number; burst: number }): PostGate {
  let tokens = pace.burst;
  let at = 0;
  let shutUntil = 0;
  const refill = (now: number) => {
    tokens = Math.min(pace.burst, tokens + (Math.max(0, now - at) / 1000) * pace.perSecond);
    at = now;
  };
  return {
    wait(now) {
      refill(now);
      const forToken = tokens >= 1 ? 0 : ((1 - tokens) / pace.perSecond) * 1000;
      return Math.max(0, shutUntil - now, forToken);
    },
    pass(now) {
      refill(now);
      tokens -= 1;
    },
    shut(until) {
      shutUntil = Math.max(shutUntil, until);
    },
  };
}
