import type { SocketState } from './socket.js';

/**
 * How long a break is bridged by Slack itself: an event that was not acknowledged is sent again at once, after a minute and after
 * five (contracts/slack.md, "Delivery"). Milliseconds.
 */
const BRIDGED_MS = 60_000;

/** The time of day, and a clock that stands still while the machine sleeps and never jumps; milliseconds. */
export type Clocks = { wall(): number; steady(): number };

const CLOCKS: Clocks = { wall: () => Date.now(), steady: () => performance.now() };

/**
 * Hears of each state of the connection to Slack, and calls `back` when it is there again after a break in which an event may
 * have been lost for good: a long one, or one in which the machine slept.
 */
export function afterBreaks(back: () => void, clocks: Clocks = CLOCKS): (state: SocketState) => void {
  const ahead = () => clocks.wall() - clocks.steady();
  let aheadThen = ahead();
  let goneSince: number | undefined;
  return ({ state }) => {
    if (state === 'waiting') {
      goneSince ??= clocks.steady();
      return;
    }
    // In sleep the time of day goes on alone. A clock that was set looks the same, and costs one more reading.
    const slept = Math.abs(ahead() - aheadThen) > BRIDGED_MS;
    const wasLong = goneSince !== undefined && clocks.steady() - goneSince > BRIDGED_MS;
    aheadThen = ahead();
    goneSince = undefined;
    if (slept || wasLong) back();
  };
}
