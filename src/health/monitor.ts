import type { Logger } from '../eventlog/logger-type.js';
import { createMetrics, type Metrics, type Waiting } from './metrics.js';
import { createProbe, type Probe } from './probe.js';
import { readiness } from './readiness.js';
import { type Page, startServer } from './server.js';
import { VitalSigns, type Wants } from './vital-signs.js';

/** How the app says how it is, and what is counted. */
export type Monitor = {
  signs: VitalSigns;
  counts: Metrics['counts'];
  /** The database is open: from now on it is asked too. */
  watch(database: { ping: () => Promise<unknown>; backlog: () => Promise<readonly Waiting[]> }): void;
  close(): Promise<void>;
};

/** The longest a look at the database may take, milliseconds: probes commonly wait for no more than a few seconds. */
const DATABASE_MS = 2_000;

/**
 * Starts to keep an eye on the app, and serves `/healthz`, `/readyz` and `/metrics` where it is told to.
 *
 * @param options.listenAt undefined for no server
 * @throws HealthError when the server cannot listen
 */
export async function startMonitor(options: {
  listenAt: { host: string; port: number } | undefined;
  wants: Wants;
  logger: Logger;
}): Promise<Monitor> {
  const { listenAt, wants, logger } = options;
  const signs = new VitalSigns(wants);
  const metrics = createMetrics(signs);
  let ping: Probe<unknown> | undefined;
  let backlog: Probe<readonly Waiting[]> | undefined;

  const pages = {
    '/healthz': async () => json(200, { alive: true }),
    '/readyz': async () => {
      const result = await readiness(signs, ping);
      return json(result.ready ? 200 : 503, result);
    },
    '/metrics': async () => {
      const asked = await backlog?.();
      const queues = asked?.kind === 'answered' ? asked.value : undefined;
      return { status: 200, contentType: metrics.contentType, body: await metrics.text(queues) };
    },
  };
  const server = listenAt === undefined ? undefined : await startServer(listenAt, pages, logger);
  if (server) {
    metrics.withProcess();
    logger.info('health and metrics are served', { url: server.url });
  }
  return {
    signs,
    counts: metrics.counts,
    watch(database) {
      ping = createProbe(database.ping, DATABASE_MS);
      backlog = createProbe(database.backlog, DATABASE_MS);
    },
    async close() {
      await server?.close();
    },
  };
}

function json(status: number, value: unknown): Page {
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}
