import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { sandboxEnvironment } from '../../src/config/sandbox-env.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';
import { createServerDatabase, testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CHANNEL = 'C0SANDBOX';
const HANGS = { kind: 'delay', ms: 60_000 } as const;
const server = await testServer();
const kinds = [
  { name: 'embedded Postgres', on: undefined },
  ...(server === undefined ? [] : [{ name: 'a Postgres server', on: server }]),
];

describe.each(kinds)('a stop while everything hangs, on $name', ({ on }) => {
  let folder: string;
  let slack: LocalSlack;
  let ticket: LocalTicket;
  let loop: LocalLoop;
  let children: ChildProcess[] = [];
  let database: { url: string; drop(): Promise<void> } | undefined;

  beforeAll(async () => {
    database = on === undefined ? undefined : await createServerDatabase(on);
  });
  afterAll(() => database?.drop());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-stop-'));
    slack = await startLocalSlack();
    ticket = await startLocalTicket({ token: 'ghp_stop', repositories: ['octo/app'] });
    loop = await startLocalLoop({ retryMs: 50 });
    await writeFile(
      path.join(folder, 'slack.yaml'),
      `channels: { slack: { enabled: true, channel: ${CHANNEL}, authorizedUsers: [U0ALICE] } }\nstate: { root: ${folder}/.the-loop }\n`,
    );
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children = [];
    await Promise.all([slack.close(), ticket.close(), loop.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const start = () => {
    const child = spawn(process.execPath, [MAIN, 'listen', '--config', path.join(folder, 'slack.yaml')], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...sandboxEnvironment(folder, {
          SLACK_API_URL: slack.apiUrl,
          GITHUB_API_URL: ticket.apiUrl,
          THE_LOOP_URL: loop.url,
          THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
          THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
          GITHUB_TOKEN: 'ghp_stop',
        }),
        ...(database ? { DATABASE_URL: database.url } : {}),
      },
    });
    children.push(child);
    return { child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal })) };
  };
  const posted = (item: number) =>
    slack
      .messages(CHANNEL)
      .find(({ text, bot_id }) => bot_id !== undefined && text.includes(`Which one ${item}?`));
  const ask = (item: number) =>
    loop.ask({ workItem: `github:octo/app#${item}`, question: `Which one ${item}?`, actor: 'dev' });

  /** One question being posted, and one answer being written on the ticket, when the stop comes. */
  const untilAllHangs = async () => {
    await until('the app to connect', () => slack.connections() > 0 && loop.streams.count() > 0, 30_000);
    ask(1);
    const question = await until('the question', () => posted(1), 30_000);
    ticket.faults.next(HANGS, 1);
    slack.faults.next('chat.postMessage', HANGS);
    const answer = slack.post({
      user: 'U0ALICE',
      channel: CHANNEL,
      threadTs: question.ts,
      text: 'the answer',
    });
    ask(2);
    await until('Slack to be asked', () => slack.faults.left('chat.postMessage') === 0, 30_000);
    await until('the ticket to be asked', () => ticket.calls().length > 0, 30_000);
    return answer.message.ts;
  };

  test('ends within ten seconds with 0, and the next start goes on', async () => {
    const first = start();
    const answerTs = await untilAllHangs();
    const before = Date.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
    expect(Date.now() - before).toBeLessThan(10_000);
    if (database) {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query(
        `SELECT count(*)::int AS held FROM (SELECT lease_until FROM outbox WHERE status = 'posting'
         UNION ALL SELECT lease_until FROM inbox WHERE settled_at IS NULL) AS claims
         WHERE lease_until > now() + interval '2 s'`,
      );
      await client.end();
      expect(rows).toEqual([{ held: 0 }]);
    }
    const second = start();
    await until('the second question', () => posted(2), 30_000);
    await until(
      'the answer to be done with',
      () => slack.reactions(CHANNEL, answerTs).some(({ name }) => name === 'white_check_mark'),
      30_000,
    );
    expect(loop.delivered()).toHaveLength(1);
    second.child.kill('SIGTERM');
    expect(await second.ended).toEqual({ code: 0, signal: null });
  });

  test('a second SIGTERM ends it at once', async () => {
    const app = start();
    await untilAllHangs();
    app.child.kill('SIGTERM');
    const before = Date.now();
    // The signals may be merged when they come at once.
    const again = setInterval(() => app.child.kill('SIGTERM'), 200);
    const { code } = await app.ended;
    clearInterval(again);
    expect(code).toBe(130);
    expect(Date.now() - before).toBeLessThan(3_000);
  });
});
