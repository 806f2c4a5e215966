/** Why a Slack message went no further (contracts/the-loop.md, "The event log we write"). */
export type DropReason =
  | 'unmapped'
  | 'self-authored'
  | 'unauthorized-actor'
  | 'undeliverable'
  | 'edited'
  | 'too-large'
  | 'error';

/** A `channel.*` record: ids and reasons, never text. `channel` is the channel's name, `slack`. */
export type ChannelRecord =
  | { event: 'channel.posted'; channel: string; work_item: string; event_type: string; thread: string }
  | { event: 'channel.post_failed'; channel: string; work_item: string; event_type: string; error: string }
  | { event: 'channel.reply_received'; channel: string; work_item: string; actor: string }
  | {
      event: 'channel.dropped';
      channel: string;
      work_item?: string | undefined;
      actor?: string | undefined;
      reason: DropReason;
    }
  | { event: 'channel.mirrored'; channel: string; work_item: string; actor: string }
  | { event: 'channel.mirror_skipped'; channel: string; work_item: string; reason: string }
  | { event: 'channel.mirror_failed'; channel: string; work_item: string; error: string };

/** A record's severity, as the contract's table gives it. */
export type RecordLevel = 'debug' | 'info' | 'warning' | 'error';

/** The drops that are part of any busy channel: noticing them is for debugging only. */
const QUIET_DROPS: ReadonlySet<DropReason> = new Set(['unmapped', 'self-authored']);

/** The level of a record (contracts/the-loop.md): failures and refused people are warnings. */
export function recordLevel(record: ChannelRecord): RecordLevel {
  switch (record.event) {
    case 'channel.post_failed':
    case 'channel.mirror_failed':
      return 'warning';
    case 'channel.dropped':
      return QUIET_DROPS.has(record.reason) ? 'debug' : 'warning';
    default:
      return 'info';
  }
}
