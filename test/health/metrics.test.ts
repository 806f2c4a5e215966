import { expect, test } from '@jest/globals';
import { createMetrics } from '../../src/health/metrics.js';
import { VitalSigns } from '../../src/health/vital-signs.js';

/** The lines of one metric, without its comments. */
const lines = (text: string, name: string) =>
  text.split('\n').filter((line) => line.split(/[ {]/)[0] === `the_loop_slack_${name}`);

test('every outcome is there from the start, at zero', async () => {
  const text = await createMetrics(new VitalSigns({ socket: true, source: 'stream' })).text([]);
  expect(lines(text, 'posts_total')).toEqual(
    ['posted', 'retried', 'unsure', 'failed'].map(
      (outcome) => `the_loop_slack_posts_total{outcome="${outcome}"} 0`,
    ),
  );
  expect(lines(text, 'replies_total')).toHaveLength(3);
  expect(lines(text, 'mirrors_total')).toHaveLength(4);
  expect(lines(text, 'drops_total')).toHaveLength(7);
  expect(lines(text, 'replies_received_total')).toEqual(['the_loop_slack_replies_received_total 0']);
  expect(lines(text, 'socket_reconnects_total')).toEqual(['the_loop_slack_socket_reconnects_total 0']);
});

test('what is counted shows, and latencies are in seconds', async () => {
  const metrics = createMetrics(new VitalSigns({ socket: true, source: 'stream' }));
  metrics.counts.post('posted', 0.7);
  metrics.counts.post('retried');
  metrics.counts.received();
  metrics.counts.mirror('mirrored', 2);
  metrics.counts.delivery('delivered', 3);
  metrics.counts.drop('unauthorized-actor');
  const text = await metrics.text([{ queue: 'inbox', waiting: 2, oldestSeconds: 4.5 }]);
  for (const line of [
    'posts_total{outcome="posted"} 1',
    'posts_total{outcome="retried"} 1',
    'post_latency_seconds_bucket{le="0.5"} 0',
    'post_latency_seconds_bucket{le="1"} 1',
    'replies_received_total 1',
    'mirrors_total{outcome="mirrored"} 1',
    'mirror_latency_seconds_sum 2',
    'replies_total{outcome="delivered"} 1',
    'reply_latency_seconds_sum 3',
    'drops_total{reason="unauthorized-actor"} 1',
    'backlog{queue="inbox"} 2',
    'backlog_oldest_seconds{queue="inbox"} 4.5',
    'database_up 1',
  ]) {
    expect(text.split('\n')).toContain(`the_loop_slack_${line}`);
  }
});

test('a database that does not answer is said, and no old backlog is repeated', async () => {
  const metrics = createMetrics(new VitalSigns({ socket: false, source: 'log' }));
  await metrics.text([{ queue: 'inbox', waiting: 2, oldestSeconds: 4.5 }]);
  const text = await metrics.text(undefined);
  expect(lines(text, 'database_up')).toEqual(['the_loop_slack_database_up 0']);
  expect(lines(text, 'ready')).toEqual(['the_loop_slack_ready 0']);
  expect(lines(text, 'backlog')).toEqual([]);
  expect(lines(text, 'backlog_oldest_seconds')).toEqual([]);
});

test('socket and stream show as they are, and are absent where they are not used', async () => {
  const clock = { now: 0 };
  const signs = new VitalSigns({ socket: true, source: 'stream' }, () => clock.now);
  const metrics = createMetrics(signs);
  const shown = async (name: string) => lines(await metrics.text([]), name);
  expect(await shown('socket_connected')).toEqual(['the_loop_slack_socket_connected 0']);
  expect(await shown('stream_leading')).toEqual(['the_loop_slack_stream_leading 0']);
  expect(await shown('stream_silence_seconds')).toEqual([]);
  signs.socketIs({ state: 'connected' });
  signs.leads(true);
  signs.byte();
  clock.now = 12_500;
  expect(await shown('socket_connected')).toEqual(['the_loop_slack_socket_connected 1']);
  expect(await shown('stream_leading')).toEqual(['the_loop_slack_stream_leading 1']);
  expect(await shown('stream_silence_seconds')).toEqual(['the_loop_slack_stream_silence_seconds 12.5']);
  expect(await shown('ready')).toEqual(['the_loop_slack_ready 1']);
  for (const connected of ['waiting', 'connected', 'waiting', 'connected'] as const)
    signs.socketIs({ state: connected });
  expect(await shown('socket_reconnects_total')).toEqual(['the_loop_slack_socket_reconnects_total 2']);
  expect(await shown('socket_reconnects_total')).toEqual(['the_loop_slack_socket_reconnects_total 2']);
  signs.stops();
  expect(await shown('ready')).toEqual(['the_loop_slack_ready 0']);

  const polling = createMetrics(new VitalSigns({ socket: false, source: 'log' }));
  const text = await polling.text([]);
  expect(lines(text, 'socket_connected')).toEqual([]);
  expect(lines(text, 'stream_leading')).toEqual([]);
});
