import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../eventlog/logger-type.js';
import { atMost } from '../time/at-most.js';
import { backoff } from '../time/backoff.js';
import { pause } from '../time/pause.js';
import type { BoltApp } from './bolt-app.js';
import { slackFailure } from './failure.js';

/** Where the connection stands, for `status` and for waiting on it. */
export type SocketState = { state: 'connected' } | { state: 'waiting'; reason: string };

/** What keeping the connection needs. */
export type SocketDeps = {
  appToken: () => string | undefined;
  appTokenEnv: string;
  build: (appToken: string) => BoltApp;
  onState: (state: SocketState) => void;
  logger: Logger;
};

/** Tried again soon after a drop, then ever more slowly; milliseconds. */
const RECONNECT = { first: 500, longest: 30_000 };

/** How long a start that is no longer wanted is waited for; a stop has ten seconds in all. */
const STARTING_MS = 4_000;

/** How long a connection may take to be greeted before it counts as failed. */
const GREETING_MS = 20_000;

/**
 * Keeps one Socket Mode connection until `signal` aborts. A missing token waits and is looked for again; a refused one
 * too, since it may be replaced while the app runs.
 */
export async function runSocket(deps: SocketDeps, signal: AbortSignal): Promise<void> {
  let attempt = 0;
  let reported = '';
  const report = (reason: string) => {
    deps.onState({ state: 'waiting', reason });
    if (reason !== reported)
      deps.logger.warn('Slack is not connected; status --probe names what to mend', { reason });
    reported = reason;
  };
  while (!signal.aborted) {
    const token = deps.appToken();
    if (token === undefined) {
      report(`no app token: ${deps.appTokenEnv} is not set`);
    } else {
      const ended = await connectOnce(deps.build(token), signal, () => {
        attempt = 0;
        reported = '';
        deps.logger.info('Slack is connected');
        deps.onState({ state: 'connected' });
      });
      if (signal.aborted) return;
      report(ended);
    }
    attempt += 1;
    await pause(backoff(attempt, RECONNECT), signal);
  }
}

/** Connects, and resolves with the reason when the connection is over or never came to be. */
async function connectOnce(
  { receiver }: BoltApp,
  signal: AbortSignal,
  connected: () => void,
): Promise<string> {
  const { client } = receiver;
  const over = new Promise<string>((resolve) => {
    client.once('disconnected', () => resolve('the connection closed'));
  });
  let stop = () => {};
  const aborted = new Promise<string>((resolve) => {
    stop = () => resolve('stopped');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  const timer = new AbortController();
  const late = sleep(GREETING_MS, 'no greeting from Slack', { signal: timer.signal }).catch(() => 'greeted');
  const started = client.start().then(
    () => 'connected' as const,
    (error: unknown) => (error === undefined ? 'the connection closed' : slackFailure(error).code),
  );
  try {
    const first = await Promise.race([started, late, aborted]);
    if (first !== 'connected') return first;
    connected();
    return await Promise.race([over, aborted]);
  } finally {
    timer.abort();
    signal.removeEventListener('abort', stop);
    // A start that is still under way would open its socket after all, and be handed events nobody listens to: it is
    // waited for, within a stop's patience, and ended whenever it ends.
    await atMost(STARTING_MS, started);
    await disconnect(client);
    started.then(() => disconnect(client));
  }
}

/** Ends the connection; the SDK's own promise can stay open when there is none, so it is not waited for for long. */
async function disconnect(client: BoltApp['receiver']['client']): Promise<void> {
  await atMost(2_000, client.disconnect());
}
