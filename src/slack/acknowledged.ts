import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainArgs } from './chain.js';

/** A press as Bolt hands it over, with the way to tell Slack that it arrived. */
type PressArgs = ChainArgs & { ack: () => Promise<void> };

/** Slack shows its member an error after 3 s (contracts/slack.md, "Delivery"); the rest is for the way. Milliseconds. */
const WITHIN_MS = 2_000;

/**
 * Acknowledges a press once it is handled, and after `withinMs` whatever is still under way. Slack sends a press once and
 * keeps it nowhere: a process that dies before it acknowledged leaves its member with Slack's own error, to press again.
 *
 * @param unheard called when Slack could not be told: the member sees an error although the press counts
 * @throws what `handle` throws
 */
export function acknowledgedOnceHandled(
  handle: (args: ChainArgs) => Promise<void>,
  unheard: (error: unknown) => void,
  withinMs = WITHIN_MS,
): (args: PressArgs) => Promise<void> {
  return async ({ ack, ...args }) => {
    const handled = handle(args);
    const timer = new AbortController();
    const enough = sleep(withinMs, undefined, { signal: timer.signal });
    // What `handle` came to is this function's own outcome, below.
    await Promise.race([handled, enough]).catch(() => undefined);
    timer.abort();
    await Promise.all([handled, ack().catch(unheard)]);
  };
}
