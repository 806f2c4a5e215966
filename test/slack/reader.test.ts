import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { createBoltApp } from '../../src/slack/bolt-app.js';
import { createSlackClient } from '../../src/slack/client.js';
import { inTurn } from '../../src/slack/middleware/in-turn.js';
import { Presses } from '../../src/slack/presses.js';
import { runSocket, type SocketState } from '../../src/slack/socket.js';
import { createAnswers } from '../../src/store/answers.js';
import { createBindings } from '../../src/store/bindings.js';
import { createQuestions } from '../../src/store/questions.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { makeEventLog, type TestEventLog } from '../helpers/event-log.js';
import { keepingLogger } from '../helpers/logger.js';
import { until } from '../helpers/until.js';

const CHANNEL = 'C0SANDBOX';
const ITEM = 'github:octo/app#7';

describe.each((await databaseKinds()).slice(0, 1))('reading on $name', ({ open }) => {
  let db: TestDatabase;
  let slack: LocalSlack;
  let log: TestEventLog;
  let stop: AbortController;
  let running: Promise<void>;
  let states: SocketState[];
  let appToken: string | undefined;
  let woken: number;
  let root: string;

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  const start = async (authorizedUsers: readonly string[] = ['U0ALICE']) => {
    const { logger } = keepingLogger();
    running = runSocket(
      {
        appToken: () => appToken,
        appTokenEnv: 'THE_LOOP_SLACK_APP_TOKEN',
        build: (token) =>
          createBoltApp(token, {
            apiUrl: slack.apiUrl,
            botToken: () => slack.tokens.bot,
            authorizedUsers,
            bindings: createBindings(db.prisma),
            answers: createAnswers(db.prisma),
            questions: createQuestions(db.prisma, 'slack'),
            client: createSlackClient(slack.apiUrl, logger),
            whisper: async () => undefined,
            holdsKeyword: () => false,
            itemUrl: () => undefined,
            describeWorkItem: (label) => ({ label, url: undefined }),
            health: async () => [],
            channel: CHANNEL,
            redraw: () => undefined,
            readSoon: () => undefined,
            heardFrom: () => undefined,
            eventLog: log.eventLog,
            logger,
            isNewEdit: () => true,
            inTurn: inTurn(),
            presses: new Presses(),
            wake: () => {
              woken += 1;
            },
          }),
        onState: (state) => states.push(state),
        logger,
      },
      stop.signal,
    );
  };
  const connected = async () => {
    await until('a connection', () => slack.connections() === 1);
    // The root itself is an event outside every thread: wait until it is out of the way.
    await until('the root', async () =>
      (await log.records()).some(({ event }) => event === 'channel.dropped'),
    );
  };
  const inbox = () => db.prisma.inboxItem.findMany({ orderBy: { seq: 'asc' } });
  const records = async (event: string) =>
    (await log.records()).slice(1).filter((record) => record.event === event);

  beforeEach(async () => {
    slack = await startLocalSlack();
    log = await makeEventLog();
    stop = new AbortController();
    states = [];
    woken = 0;
    appToken = slack.tokens.app;
    await db.prisma.inboxItem.deleteMany();
    await db.prisma.threadBinding.deleteMany();
    root = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'root' }).message.ts;
    await db.prisma.threadBinding.create({ data: { channel: CHANNEL, threadTs: root, workItem: ITEM } });
  });
  afterEach(async () => {
    stop.abort();
    await running;
    await slack.close();
    await log.remove();
  });

  test('takes an authorized member’s thread reply into the inbox, once', async () => {
    await start();
    await connected();
    slack.faults.duplicateEvents(3);
    const { message } = slack.post({
      user: 'U0ALICE',
      channel: CHANNEL,
      threadTs: root,
      text: 'Number 2 &amp; go',
    });
    slack.faults.duplicateEvents(1);
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'and one more' });
    await until('two rows', async () => (await inbox()).length === 2);
    expect(await inbox()).toMatchObject([
      {
        channel: CHANNEL,
        messageTs: message.ts,
        threadTs: root,
        workItem: ITEM,
        actor: 'U0ALICE',
        text: 'Number 2 &amp; go',
      },
      { text: 'and one more' },
    ]);
    await until('both recorded', async () => (await records('channel.reply_received')).length === 2);
    expect(woken).toBe(2);
  });

  test.each([
    ['thread_broadcast', { broadcast: true }],
    [
      'file_share',
      { files: [{ id: 'F1', name: 'a.txt', mimetype: 'text/plain', permalink: 'https://x.example/a.txt' }] },
    ],
  ] as const)('a %s in the thread is a reply', async (_subtype, extra) => {
    await start();
    await connected();
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'like this', ...extra });
    await until('a row', async () => (await inbox()).length === 1);
  });

  test.each([
    ['a bot', 'self-authored', { user: 'U0ALICE', botId: 'B0OTHER' }],
    ['our own bot', 'self-authored', { user: 'U0THELOOP', botId: 'B0THELOOP' }],
    ['an unlisted member', 'unauthorized-actor', { user: 'U0MALLORY' }],
  ] as const)('drops a reply of %s as %s', async (_who, reason, as) => {
    await start();
    await connected();
    slack.post({ channel: CHANNEL, threadTs: root, text: 'let me in', ...as });
    await until('a drop', async () => (await records('channel.dropped')).length === 1);
    expect(await records('channel.dropped')).toMatchObject([{ reason, channel: 'slack' }]);
    expect(await inbox()).toEqual([]);
  });

  test('drops what is outside our threads as unmapped, at debug, without naming its text', async () => {
    await start();
    await connected();
    const other = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'not for you' }).message.ts;
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: other, text: 'nor this' });
    await until('two drops', async () => (await records('channel.dropped')).length === 2);
    expect(await records('channel.dropped')).toMatchObject([
      { reason: 'unmapped', level: 'debug' },
      { reason: 'unmapped', level: 'debug' },
    ]);
    expect(JSON.stringify(await log.records())).not.toContain('nor this');
    expect(await inbox()).toEqual([]);
  });

  test('a reply that outruns the binding of its thread waits for it', async () => {
    await start();
    await connected();
    await db.prisma.threadBinding.deleteMany();
    const row = {
      via: 'slack',
      key: 'opening',
      workItem: ITEM,
      eventType: 'session.awaiting_input',
      text: 'Which?',
    };
    await db.prisma.outboxItem.create({ data: { ...row, status: 'posting' } });
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'quick' });
    await until('the event to be handled', () => log.entries.length > 0);
    await db.prisma.threadBinding.create({ data: { channel: CHANNEL, threadTs: root, workItem: ITEM } });
    await db.prisma.outboxItem.deleteMany();
    await until('the row', async () => (await inbox()).length === 1);
    expect(await records('channel.dropped')).toEqual([]);
  });

  test('checks for a bot before it looks at the thread', async () => {
    await start();
    await connected();
    slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'elsewhere', botId: 'B0OTHER' });
    await until('a drop', async () => (await records('channel.dropped')).length === 1);
    expect(await records('channel.dropped')).toMatchObject([{ reason: 'self-authored', level: 'debug' }]);
  });

  test('an empty allow-list denies everyone', async () => {
    await start([]);
    await connected();
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'hello?' });
    await until('a drop', async () => (await records('channel.dropped')).length === 1);
    expect(await records('channel.dropped')).toMatchObject([
      { reason: 'unauthorized-actor', level: 'warning', actor: 'U0ALICE', work_item: ITEM },
    ]);
  });

  test('connects once an app token is set after the start', async () => {
    appToken = undefined;
    await start();
    await until('a reason', () =>
      states.some((s) => s.state === 'waiting' && s.reason.includes('THE_LOOP_SLACK_APP_TOKEN')),
    );
    expect(slack.connections()).toBe(0);
    appToken = slack.tokens.app;
    await connected();
  });

  test.each([
    ['the socket drops', (s: LocalSlack) => s.faults.dropSockets()],
    ['Slack asks to reconnect', (s: LocalSlack) => s.disconnect('refresh_requested')],
  ])('connects again after %s, and misses nothing', async (_name, cut) => {
    await start();
    await connected();
    cut(slack);
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'while you were away' });
    await until('the row', async () => (await inbox()).length === 1);
  });

  test('outlives an outage of Slack while it reconnects', async () => {
    await start();
    await connected();
    slack.faults.down(true);
    await until('two failures', () => states.filter((s) => s.state === 'waiting').length >= 2);
    slack.faults.down(false);
    await connected();
    slack.post({ user: 'U0ALICE', channel: CHANNEL, threadTs: root, text: 'back again' });
    await until('the row', async () => (await inbox()).length === 1);
  });

  test('waits with the reason when the app token is refused', async () => {
    appToken = 'xapp-1-wrong';
    await start();
    await until('the reason', () => states.some((s) => s.state === 'waiting' && s.reason === 'invalid_auth'));
  });
});
