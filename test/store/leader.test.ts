import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { LEADING, leadOnServer } from '../../src/store/leader.js';
import { createServerDatabase, testServer } from '../helpers/databases.js';
import { keepingLogger } from '../helpers/logger.js';
import { until } from '../helpers/until.js';

const server = await testServer();
const QUICK = { everyMs: 50, silentMs: 1_000, answerMs: 500 };

(server === undefined ? describe.skip : describe)('the lead among replicas', () => {
  let url: string;
  let drop: () => Promise<void>;
  let running: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase(server ?? ''));
  });
  afterAll(() => drop());

  /** A replica that wants to lead: whether it does, and how to stop it. */
  function replica(name: string, times = QUICK, work?: () => Promise<void>) {
    const stopping = new AbortController();
    const state = { leads: 0, leading: false };
    const idle = async (signal: AbortSignal) => {
      state.leads += 1;
      state.leading = true;
      if (!signal.aborted) await once(signal, 'abort');
      state.leading = false;
    };
    const done = leadOnServer(url, keepingLogger().logger, times)(name, work ?? idle, stopping.signal);
    const all = {
      state,
      done,
      stop: async () => {
        stopping.abort();
        await done;
      },
    };
    if (!work) running.push(all);
    return all;
  }
  const stopAll = async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    running = [];
  };

  const cutOff = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
  };

  test('is one for each name, and goes to the next when its holder stops', async () => {
    const first = replica('a');
    await until('the first to lead', () => first.state.leading);
    const second = replica('a');
    const other = replica('b');
    await until('another name to be led', () => other.state.leading);
    expect(second.state.leads).toBe(0);
    await first.stop();
    await until('the second to lead', () => second.state.leading);
    expect(first.state.leading).toBe(false);
    await stopAll();
  });

  test('is lost with its connection, and taken up again', async () => {
    const one = replica('c');
    await until('it to lead', () => one.state.leading);
    await cutOff();
    await until('it to lead again', () => one.state.leads === 2 && one.state.leading);
    await stopAll();
  });

  test('ends with an error when the work does', async () => {
    const failing = replica('d', QUICK, () => Promise.reject(new RangeError('no')));
    await expect(failing.done).rejects.toBeInstanceOf(RangeError);
    const next = replica('d');
    await until('the next to lead', () => next.state.leading);
    await stopAll();
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'of a process that met %s is taken over within 15 s',
    async (signal) => {
      const leader = new URL('../../dist/store/leader.js', import.meta.url).href;
      const script = `const { leadOnServer } = await import(${JSON.stringify(leader)});
        const log = () => {};
        await leadOnServer(process.env.URL, { debug: log, info: log, warn: log, error: log })('${signal}', async () => {
          process.stdout.write('leading');
          await new Promise((resolve) => setTimeout(resolve, 600_000));
        }, new AbortController().signal);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        env: { URL: url, PATH: process.env.PATH },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const gone = once(child, 'close');
      await once(child.stdout, 'data');
      const next = replica(signal, LEADING);
      try {
        child.kill(signal);
        const before = Date.now();
        await until('the next to lead', () => next.state.leading, 20_000);
        expect(Date.now() - before).toBeLessThan(15_000);
      } finally {
        child.kill('SIGKILL');
        await gone;
        await stopAll();
      }
    },
  );
});
