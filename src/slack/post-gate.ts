import { setTimeout as sleep } from 'node:timers/promises';

/** Lets posts through at Slack's pace, for one process and channel. */
export type PostGate = {
  /** Milliseconds until the next post may go; 0 for now. */
  wait(now: number): number;
  /** Takes the place of one post, if one may go now. */
  take(now: number): boolean;
  /** Gives back a place that was taken for nothing. */
  giveBack(): void;
  /** Slack asked to be left alone until then. */
  shut(until: number): void;
};

/**
 * All times are those of a clock that never jumps (`performance.now()`): a gate shut until ten must not stay shut for hours
 * because the computer's clock was set back.
 *
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
  const wait = (now: number) => {
    refill(now);
    const forToken = tokens >= 1 ? 0 : ((1 - tokens) / pace.perSecond) * 1000;
    return Math.max(0, shutUntil - now, forToken);
  };
  return {
    wait,
    take(now) {
      if (wait(now) > 0) return false;
      tokens -= 1;
      return true;
    },
    giveBack() {
      tokens = Math.min(pace.burst, tokens + 1);
    },
    shut(until) {
      shutUntil = Math.max(shutUntil, until);
    },
  };
}

/** Resolves once a place was taken. */
export async function taken(gate: PostGate): Promise<void> {
  while (!gate.take(performance.now())) await sleep(Math.ceil(gate.wait(performance.now())));
}
