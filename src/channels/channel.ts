import type { ChannelEvent } from './event.js';

/**
 * A surface that events are told on (R1.1): a name, its own choice of events (R2.1), and a way to take one over.
 * The next surface is another of these, not another code path.
 */
export type Channel = {
  name: string;
  wants(type: string): boolean;
  /** Takes the event into the channel's own keeping; what happens to it later never reaches the caller (R1.2). */
  accept(event: ChannelEvent): Promise<void>;
  /** Somebody answered the work item's open questions on another surface, at `at`. */
  answeredElsewhere(answer: { workItem: string; actor: string | undefined; at: Date }): Promise<void>;
};

/** Hands an event to every channel that wants it (R2.3). Rejects only when a channel cannot take it into keeping. */
export async function broadcast(channels: readonly Channel[], event: ChannelEvent): Promise<void> {
  for (const channel of channels) {
    if (channel.wants(event.type)) await channel.accept(event);
  }
}
