import path from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { type RunningApp, startApp } from '../../src/app.js';
import { loadSettings } from '../../src/config/load.js';
import type { Readiness } from '../../src/health/readiness.js';
import { testServer } from '../helpers/databases.js';
import { freePort } from '../helpers/free-port.js';
import { keepingLogger } from '../helpers/logger.js';
import { until } from '../helpers/until.js';
import { decided, ITEM, makeRig, type Rig, SENTINELS } from './rig.js';

const server = await testServer();
const PATIENCE = 30_000;
jest.setTimeout(180_000);

let rig: Rig;
let others: RunningApp[] = [];

afterEach(async () => {
  for (const app of others) await app.stop();
  others = [];
  await rig.close();
});

/** The value of a metric, its labels being part of its name. */
function metricIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`the_loop_slack_${name} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}

/** What the health server of a port says. */
function pagesAt(port: number) {
  const get = async (page: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/${page}`);
    return { status: response.status, text: await response.text() };
  };
  const ready = async (): Promise<Readiness & { status: number }> => {
    const { status, text } = await get('readyz');
    return { ...JSON.parse(text), status };
  };
  return {
    get,
    ready,
    isReady: (want = true) =>
      until(
        want ? 'ready' : 'not ready',
        async () => {
          const found = await ready();
          return found.ready === want && found;
        },
        PATIENCE,
      ),
    metric: async (name: string) => metricIn((await get('metrics')).text, name),
  };
}

/** Makes a rig whose app has a health server, and starts it. */
async function startRig(options: Parameters<typeof makeRig>[0] = {}) {
  rig = await makeRig(options);
  const port = await freePort();
  rig.env.HEALTH_PORT = String(port);
  await rig.start();
  return pagesAt(port);
}

test('after a round all is well, everything is counted, and no page says what was said or by whom', async () => {
  const pages = await startRig();
  const { threadTs } = await rig.ask('Which quokka should I take?');
  const ts = rig.reply(threadTs, 'the wombat, please');
  await decided(rig, ts, PATIENCE);
  rig.reply(threadTs, 'a stranger’s numbat', 'U0MALLORY');
  await until(
    'the drop',
    async () => Number(await pages.metric('drops_total{reason="unauthorized-actor"}')) >= 1,
    PATIENCE,
  );

  expect(await pages.isReady()).toEqual({
    status: 200,
    ready: true,
    stopping: false,
    checks: {
      socket: { ok: true, state: 'connected' },
      database: { ok: true, state: 'answering' },
      source: { ok: true, state: 'live' },
    },
    reasons: [],
  });
  expect(await pages.get('healthz')).toEqual({ status: 200, text: '{\n  "alive": true\n}\n' });
  await until('an empty backlog', async () => (await pages.metric('backlog{queue="inbox"}')) === 0, PATIENCE);
  const scraped = (await pages.get('metrics')).text;
  for (const [name, value] of [
    ['posts_total{outcome="posted"}', 1],
    ['post_latency_seconds_count', 1],
    ['replies_received_total', 1],
    ['mirrors_total{outcome="mirrored"}', 1],
    ['mirror_latency_seconds_count', 1],
    ['replies_total{outcome="delivered"}', 1],
    ['reply_latency_seconds_count', 1],
    ['backlog{queue="outbox"}', 0],
    ['database_up', 1],
    ['ready', 1],
    ['socket_connected', 1],
    ['stream_leading', 1],
  ] as const) {
    expect({ name, value: metricIn(scraped, name) }).toEqual({ name, value });
  }
  expect(metricIn(scraped, 'stream_silence_seconds')).toBeLessThan(45);

  const all = (await Promise.all(['healthz', 'readyz', 'metrics'].map(pages.get)))
    .map(({ text }) => text)
    .join('\n');
  expect(all).toContain('nodejs_eventloop_lag_seconds');
  for (const told of [
    ...Object.values(SENTINELS),
    'quokka',
    'wombat',
    'numbat',
    'U0ALICE',
    'U0MALLORY',
    ITEM,
    'octo',
    threadTs,
  ])
    expect(all).not.toContain(told);
});

test('without Slack it is not ready and says why; a connection made again is counted', async () => {
  const pages = await startRig();
  await pages.isReady();
  rig.slack.faults.down(true);
  const { status, checks, reasons } = await pages.isReady(false);
  expect(status).toBe(503);
  expect(checks.socket).toMatchObject({ ok: false, state: 'waiting' });
  expect(reasons).toEqual([expect.stringMatching(/^socket: \S/)]);
  expect(checks.source.ok).toBe(true);
  rig.slack.faults.down(false);
  await pages.isReady();
  expect(await pages.metric('socket_reconnects_total')).toBe(1);
});

test('in poll mode no socket is wanted', async () => {
  const pages = await startRig({
    slackSection: `channels: { slack: { enabled: true, channel: C0SANDBOX, authorizedUsers: [U0ALICE], read: { mode: poll } } }\nstate: { root: .the-loop }\n`,
  });
  const { checks } = await pages.isReady();
  expect(checks.socket).toEqual({ ok: true, state: 'not wanted' });
  expect(await pages.metric('socket_connected')).toBeUndefined();
});

test('a log file is the source where one is named', async () => {
  const pages = await startRig({ source: 'log' });
  // The rig's the-loop writes its log with the first record.
  rig.askOnly('Which one?');
  expect((await pages.isReady()).checks.source).toEqual({ ok: true, state: 'live' });
  expect(await pages.metric('stream_leading')).toBeUndefined();
});

test('while it stops it says so, and nobody who asks holds the stop up', async () => {
  const pages = await startRig();
  await pages.isReady();
  const { threadTs } = await rig.ask();
  rig.ticket.faults.next({ kind: 'delay', ms: 12_000 }, 1);
  rig.reply(threadTs, 'two');
  await until('the ticket to be asked', () => rig.ticket.calls().length > 0, PATIENCE);
  const asked = performance.now();
  const stopped = rig.stop();
  const saying = await pages.ready();
  expect(saying).toMatchObject({ status: 503, ready: false, stopping: true });
  expect(saying.reasons[0]).toBe('the app is stopping');
  expect((await pages.get('healthz')).status).toBe(200);
  expect(await pages.metric('ready')).toBe(0);
  await stopped;
  expect(performance.now() - asked).toBeLessThan(10_000);
  await expect(pages.ready()).rejects.toThrow();
});

(server === undefined ? describe.skip : describe)('on a Postgres server', () => {
  /** One more replica of the rig's app. */
  async function replica() {
    const port = await freePort();
    const env = { ...rig.env, HEALTH_PORT: String(port) };
    const settings = await loadSettings({
      config: path.join(rig.folder, 'slack.yaml'),
      env,
      cwd: rig.folder,
      home: rig.folder,
    });
    if (settings.slack.kind === 'off') throw new Error('the channel is off');
    others.push(await startApp(settings, settings.slack.settings, keepingLogger().logger));
    return pagesAt(port);
  }

  test('of two replicas one leads, both are ready, and the other follows on when it stops', async () => {
    const first = await startRig({ server });
    await until('the lead', async () => (await first.metric('stream_leading')) === 1, PATIENCE);
    const second = await replica();
    expect((await second.isReady()).checks.source).toEqual({ ok: true, state: 'standby' });
    expect(await second.metric('stream_leading')).toBe(0);
    expect(await second.metric('stream_silence_seconds')).toBeUndefined();
    await first.isReady();
    await rig.stop();
    await until('the lead to change', async () => (await second.metric('stream_leading')) === 1, PATIENCE);
    expect((await second.isReady()).checks.source).toEqual({ ok: true, state: 'live' });
  });

  test('without the database it is alive and not ready, and says so', async () => {
    const pages = await startRig({ server });
    await pages.isReady();
    const name = new URL(rig.env.DATABASE_URL ?? '').pathname.slice(1);
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      const { status, checks } = await pages.isReady(false);
      expect(status).toBe(503);
      expect(checks.database).toMatchObject({
        ok: false,
        state: 'away',
        reason: expect.stringMatching(/\S/),
      });
      expect((await pages.get('healthz')).status).toBe(200);
      expect(await pages.metric('database_up')).toBe(0);
      expect(await pages.metric('backlog{queue="inbox"}')).toBeUndefined();
      await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
    } finally {
      await admin.end();
    }
    await pages.isReady();
    expect(await pages.metric('backlog{queue="inbox"}')).toBe(0);
  });
});
