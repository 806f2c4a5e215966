import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Problem, Reply, TellPort } from '../../src/replies/ports.js';
import type { LocalSlack } from '../../src/sandbox/slack/local-slack.js';
import { startLocalSlack } from '../../src/sandbox/slack/server.js';
import { createSlackClient } from '../../src/slack/client.js';
import { createTell } from '../../src/slack/tell.js';
import { createOutbox } from '../../src/store/outbox.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';
import { keepingLogger } from '../helpers/logger.js';

const CHANNEL = 'C0SANDBOX';

describe.each((await databaseKinds()).slice(0, 1))('telling on $name', ({ open }) => {
  let db: TestDatabase;
  let slack: LocalSlack;
  let tell: TellPort;
  let reply: Reply;

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    slack = await startLocalSlack();
    const { logger } = keepingLogger();
    tell = createTell({
      ...{ logger, reactions: true, botToken: () => slack.tokens.bot, wake: () => undefined },
      client: createSlackClient(slack.apiUrl, logger),
      outbox: createOutbox(db.prisma, 'slack'),
    });
    const { ts: messageTs } = slack.post({ user: 'U0ALICE', channel: CHANNEL, text: 'two' }).message;
    reply = {
      ...{ id: 'a-reply', channel: CHANNEL, messageTs, threadTs: messageTs, workItem: 'github:octo/app#7' },
      ...{ actor: 'U0ALICE', text: 'two', kind: 'reply', createdAt: new Date() },
    };
    await db.prisma.outboxItem.deleteMany();
  });
  afterEach(() => slack.close());

  const said = async () =>
    (await db.prisma.outboxItem.findMany({ orderBy: { seq: 'asc' } })).map(({ text }) => text);
  const problem = (ticket: Problem['ticket']): Problem => ({
    ...{ kind: 'problem', outcome: 'unknown', reason: 'reset', ticket },
  });

  test('what went wrong is said once, though the mark fails and the ticket is written meanwhile', async () => {
    slack.faults.next('reactions.add', { kind: 'reset' });
    expect(await tell.verdict(reply, problem('pending'))).toBe(false);
    await tell.verdict(reply, problem('written'));
    expect(await said()).toEqual([expect.stringContaining('It will be on the ticket')]);
  });

  test('a ticket that fails after it was promised is said', async () => {
    slack.faults.next('reactions.add', { kind: 'reset' });
    await tell.verdict(reply, problem('pending'));
    await tell.verdict(reply, problem('failed'));
    expect(await said()).toEqual([
      expect.stringContaining('It will be on the ticket'),
      expect.stringContaining('could not be written on the ticket either'),
    ]);
  });
});
