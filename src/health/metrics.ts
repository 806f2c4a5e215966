import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DropReason } from '../eventlog/channel-record.js';
import type { VitalSigns } from './vital-signs.js';

/** What waits in a queue: how many, and how long the oldest has, in seconds. */
export type Waiting = { queue: 'outbox' | 'inbox' | 'redraw'; waiting: number; oldestSeconds: number };

/** How a try to post ended; the first and the last are final. */
export type PostOutcome = 'posted' | 'retried' | 'unsure' | 'failed';

/** How a try to write on the ticket ended; only `retried` goes on. */
export type MirrorOutcome = 'mirrored' | 'skipped' | 'retried' | 'failed';

/** How the delivery of an answer was decided. */
export type DeliveryOutcome = 'delivered' | 'undeliverable' | 'unknown';

/** What the rooms count: narrow, so that none of them knows how it is kept. Seconds. */
export type Counts = {
  post(outcome: PostOutcome, seconds?: number): void;
  received(): void;
  mirror(outcome: MirrorOutcome, seconds?: number): void;
  delivery(outcome: DeliveryOutcome, seconds?: number): void;
  drop(reason: DropReason): void;
};

/** Counts nothing: for a command that ends before anybody could ask. */
export const NO_COUNTS: Counts = {
  post: () => undefined,
  received: () => undefined,
  mirror: () => undefined,
  delivery: () => undefined,
  drop: () => undefined,
};

const POSTS: readonly PostOutcome[] = ['posted', 'retried', 'unsure', 'failed'];
const MIRRORS: readonly MirrorOutcome[] = ['mirrored', 'skipped', 'retried', 'failed'];
const DELIVERIES: readonly DeliveryOutcome[] = ['delivered', 'undeliverable', 'unknown'];
const DROPS: Record<DropReason, true> = {
  unmapped: true,
  'self-authored': true,
  'unauthorized-actor': true,
  undeliverable: true,
  edited: true,
  'too-large': true,
  error: true,
};

/** From what a person does not notice to what an outage lasts, seconds. */
const BUCKETS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/**
 * Every metric of the app. Names are in docs/deploy.md, which a test compares with these. No label is a work item, a
 * member, a text or anything else from outside: each has the few values listed here.
 */
export function createMetrics(signs: VitalSigns) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, label: L, values: readonly string[]) => {
    const made = new Counter({ name, help, labelNames: [label], registers });
    // A series that is there from the start: the first of its kind shows as an increase.
    for (const value of values) made.inc(labels(label, value), 0);
    return made;
  };
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, buckets: BUCKETS, registers });

  const posts = counter('the_loop_slack_posts_total', 'Tries to post to Slack, by outcome', 'outcome', POSTS);
  const postLatency = histogram(
    'the_loop_slack_post_latency_seconds',
    'From an event being heard to its message being in Slack',
  );
  const received = new Counter({
    name: 'the_loop_slack_replies_received_total',
    help: 'Answers taken in, typed or tapped',
    registers,
  });
  const replies = counter(
    'the_loop_slack_replies_total',
    'Answers whose delivery was decided, by outcome',
    'outcome',
    DELIVERIES,
  );
  const replyLatency = histogram(
    'the_loop_slack_reply_latency_seconds',
    'From an answer being taken in to its being in the session',
  );
  const mirrors = counter(
    'the_loop_slack_mirrors_total',
    'Tries to write an answer on its ticket, by outcome',
    'outcome',
    MIRRORS,
  );
  const mirrorLatency = histogram(
    'the_loop_slack_mirror_latency_seconds',
    'From an answer being taken in to its being on the ticket',
  );
  const drops = counter(
    'the_loop_slack_drops_total',
    'Slack messages and presses that went no further, by reason',
    'reason',
    Object.keys(DROPS),
  );
  const backlog = new Gauge({
    name: 'the_loop_slack_backlog',
    help: 'What waits in each queue of the database; the same on every replica',
    labelNames: ['queue'],
    registers,
  });
  const oldest = new Gauge({
    name: 'the_loop_slack_backlog_oldest_seconds',
    help: 'How long the oldest of each queue has waited; 0 when it is empty',
    labelNames: ['queue'],
    registers,
  });
  const databaseUp = new Gauge({
    name: 'the_loop_slack_database_up',
    help: '1 when the database answered this scrape in time',
    registers,
  });
  const ready = new Gauge({
    name: 'the_loop_slack_ready',
    help: '1 when /readyz would say ready',
    registers,
  });
  new Gauge({
    name: 'the_loop_slack_socket_connected',
    help: '1 while Slack’s Socket Mode is connected; absent where it is not used',
    registers,
    collect() {
      only(this, signs.socketConnected);
    },
  });
  new Counter({
    name: 'the_loop_slack_socket_reconnects_total',
    help: 'How often Socket Mode was connected again after it had been',
    registers,
    collect() {
      this.reset();
      this.inc(signs.reconnects);
    },
  });
  new Gauge({
    name: 'the_loop_slack_stream_leading',
    help: '1 on the replica that follows the event stream, 0 on the others; absent with a log file',
    registers,
    collect() {
      only(this, signs.leading);
    },
  });
  new Gauge({
    name: 'the_loop_slack_stream_silence_seconds',
    help: 'Since the last byte of the-loop, on the replica that follows the stream',
    registers,
    collect() {
      only(this, signs.silentMs === undefined ? undefined : signs.silentMs / 1000);
    },
  });

  const counts: Counts = {
    post(outcome, seconds) {
      posts.inc({ outcome });
      if (seconds !== undefined) postLatency.observe(seconds);
    },
    received: () => received.inc(),
    mirror(outcome, seconds) {
      mirrors.inc({ outcome });
      if (seconds !== undefined) mirrorLatency.observe(seconds);
    },
    delivery(outcome, seconds) {
      replies.inc({ outcome });
      if (seconds !== undefined) replyLatency.observe(seconds);
    },
    drop: (reason) => drops.inc({ reason }),
  };

  return {
    counts,
    contentType: registry.contentType,
    /** Adds what Node says of its process: `process_…` and `nodejs_…`. */
    withProcess: () => collectDefaultMetrics({ register: registry }),
    /**
     * Everything, in Prometheus' text format.
     *
     * @param queues what waits; undefined when the database did not answer, and then nothing is said about it
     */
    async text(queues: readonly Waiting[] | undefined): Promise<string> {
      const up = queues !== undefined;
      databaseUp.set(Number(up));
      ready.set(Number(up && !signs.stopping && signs.checkSocket().ok && signs.checkSource().ok));
      backlog.reset();
      oldest.reset();
      for (const { queue, waiting, oldestSeconds } of queues ?? []) {
        backlog.set({ queue }, waiting);
        oldest.set({ queue }, oldestSeconds);
      }
      return registry.metrics();
    },
  };
}

/** The app's metrics. */
export type Metrics = ReturnType<typeof createMetrics>;

function labels<L extends string>(label: L, value: string): Partial<Record<L, string>> {
  const made: Partial<Record<L, string>> = {};
  made[label] = value;
  return made;
}

/** Sets a gauge, or takes its only series away while there is nothing to say. */
function only(gauge: Gauge, value: number | boolean | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(Number(value));
}
