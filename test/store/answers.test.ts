import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Answers, createAnswers } from '../../src/store/answers.js';
import { createInbox } from '../../src/store/inbox.js';
import { createOutbox, type Outbox } from '../../src/store/outbox.js';
import { createQuestions, type Questions } from '../../src/store/questions.js';
import { createRedraws } from '../../src/store/redraws.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';

const ITEM = 'github:octo/app#7';

describe.each(await databaseKinds())('answers on $name', ({ open }) => {
  let db: TestDatabase;
  let answers: Answers;
  let outbox: Outbox;
  let questions: Questions;

  beforeAll(async () => {
    db = await open();
    answers = createAnswers(db.prisma);
    outbox = createOutbox(db.prisma, 'slack');
    questions = createQuestions(db.prisma, 'slack');
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await db.prisma.inboxItem.deleteMany();
    await db.prisma.outboxItem.deleteMany();
    await db.prisma.threadBinding.deleteMany();
  });

  /** Puts and posts a question; its message's `ts` is the key. */
  const ask = async (ts: string, saidAt = new Date(1000)) => {
    await outbox.put({
      key: ts,
      workItem: ITEM,
      eventType: 'session.awaiting_input',
      text: 'Which?',
      asks: true,
      saidAt,
    });
    const row = await outbox.claim(60_000);
    if (!row) throw new Error('not claimed');
    const choices = [{ number: 1, label: 'One', marker: '1.' }];
    await outbox.posted(row, {
      channel: 'C1',
      messageTs: ts,
      threadTs: '1.0',
      opensThread: false,
      ask: 'Which?',
      choices,
    });
    return row.id;
  };
  const answer = (messageTs: string, kind: 'reply' | 'tap' = 'tap', actor = 'U0ALICE') => ({
    ...{ kind, channel: 'C1', messageTs, threadTs: '1.0', workItem: ITEM, actor, text: '1: One' },
    choice: { number: 1, label: 'One' },
  });
  const stateOf = async (id: string) => (await questions.byId(id))?.question;

  test('of many taps at once one wins; the others learn who did', async () => {
    const id = await ask('1.1');
    const taken = await Promise.all(
      ['U1', 'U2', 'U3', 'U4', 'U5'].map((actor, index) =>
        answers.take(answer(`2.${index}`, 'tap', actor), id),
      ),
    );
    const [first] = await db.prisma.inboxItem.findMany();
    expect(taken.filter(({ kind }) => kind === 'taken')).toEqual([{ kind: 'taken', first: true }]);
    expect(taken.filter(({ kind }) => kind === 'too-late')).toEqual(
      Array.from({ length: 4 }, () => ({ kind: 'too-late', by: first?.actor })),
    );
    // Those that came too late are kept as known, and go nowhere.
    expect(await db.prisma.inboxItem.count({ where: { settledAt: null } })).toBe(1);
    expect(await stateOf(id)).toBe('answered');
  });

  test('a press that came too late is known when Slack sends it again', async () => {
    const id = await ask('1.1');
    await answers.take(answer('2.1'), id);
    expect((await answers.take(answer('2.2'), id)).kind).toBe('too-late');
    expect(await answers.take(answer('2.2'), id)).toEqual({ kind: 'duplicate' });
    expect(await createInbox(db.prisma).claim(1, 60_000)).toMatchObject([{ messageTs: '2.1' }]);
    expect(await createInbox(db.prisma).claim(1, 60_000)).toEqual([]);
  });

  test('a press that Slack sends again is known', async () => {
    const id = await ask('1.1');
    expect(await answers.take(answer('2.1'), id)).toEqual({ kind: 'taken', first: true });
    expect(await answers.take(answer('2.1'), id)).toEqual({ kind: 'duplicate' });
    expect(await db.prisma.inboxItem.count()).toBe(1);
  });

  test('a typed reply after the first is taken too, and closes nothing', async () => {
    const id = await ask('1.1');
    await answers.take(answer('2.1'), id);
    expect(await answers.take(answer('2.2', 'reply'), id)).toEqual({ kind: 'taken', first: false });
    expect(await answers.take(answer('2.3', 'reply'), undefined)).toEqual({ kind: 'taken', first: false });
  });

  test('a newer question takes the place of the older', async () => {
    const older = await ask('1.1');
    const newer = await ask('1.2');
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['superseded', 'open']);
    const seenAt = async (ts: string) =>
      (
        await questions.newestBefore({
          workItem: ITEM,
          channel: 'C1',
          threadTs: '1.0',
          ts,
          namesAnItem: false,
        })
      )?.id;
    // What was written between the two answers the older, however late it is read.
    expect([await seenAt('1.3'), await seenAt('1.15'), await seenAt('1.05')]).toEqual([
      newer,
      older,
      undefined,
    ]);
    expect(await answers.take(answer('2.1'), older)).toEqual({ kind: 'too-late', by: undefined });
  });

  test('an answer given elsewhere closes what was asked before it, not what came later', async () => {
    const id = await ask('1.1', new Date(5_000));
    expect(await questions.closeElsewhere(ITEM, 'octocat', new Date(4_999))).toBe(0);
    expect(await questions.closeElsewhere('github:octo/app#8', 'octocat', new Date(9_000))).toBe(0);
    expect(await stateOf(id)).toBe('open');
    expect(await questions.closeElsewhere(ITEM, 'octocat', new Date(5_000))).toBe(1);
    expect(await questions.byId(id)).toMatchObject({ question: 'elsewhere', closedBy: 'octocat' });
  });

  test('an answer of ours that fails does not open what was answered elsewhere meanwhile', async () => {
    const inbox = createInbox(db.prisma);
    const id = await ask('1.1', new Date(5_000));
    await answers.take(answer('2.1'), id);
    await questions.closeElsewhere(ITEM, 'octocat', new Date(6_000));
    const [row] = await inbox.claim(1, 60_000);
    if (!row) throw new Error('not claimed');
    await inbox.update(row, { delivery: 'undeliverable' }, 60_000);
    expect(await stateOf(id)).toBe('answered');
  });

  test('what was answered and is done with is left alone, however often an answer is given elsewhere', async () => {
    const inbox = createInbox(db.prisma);
    const id = await ask('1.1', new Date(5_000));
    await answers.take(answer('2.1'), id);
    const [row] = await inbox.claim(1, 60_000);
    if (!row) throw new Error('not claimed');
    await inbox.update(row, { delivery: 'delivered' }, 60_000);
    await inbox.settle(row);
    await db.prisma.outboxItem.update({ where: { id }, data: { redrawAt: null } });
    expect(await questions.closeElsewhere(ITEM, 'octocat', new Date(6_000))).toBe(0);
    expect(await db.prisma.outboxItem.findUnique({ where: { id } })).toMatchObject({
      ...{ question: 'answered', closedBy: null, redrawAt: null },
    });
  });

  test('one that was closed elsewhere already is not drawn anew by the next', async () => {
    await ask('1.1', new Date(5_000));
    expect(await questions.closeElsewhere(ITEM, 'octocat', new Date(6_000))).toBe(1);
    expect(await questions.closeElsewhere(ITEM, 'octocat', new Date(6_000))).toBe(0);
  });

  test('a question whose post is under way is waited for', async () => {
    await outbox.put({
      key: 'w',
      workItem: ITEM,
      eventType: 'session.awaiting_input',
      text: 'Which?',
      asks: true,
    });
    const row = await outbox.claim(60_000);
    if (!row) throw new Error('not claimed');
    const now = Date.now() / 1000;
    const where = { workItem: ITEM, channel: 'C1', threadTs: '1.0', ts: String(now + 5), namesAnItem: false };
    const [found, posted] = [questions.newestBefore(where), questions.posted(row.id)];
    await outbox.posted(row, { channel: 'C1', messageTs: String(now), threadTs: '1.0', opensThread: false });
    expect((await found)?.id).toBe(row.id);
    expect((await posted)?.messageTs).toBe(String(now));
  });

  test('an answer that reached nobody opens its question again, unless a newer one stands', async () => {
    const inbox = createInbox(db.prisma);
    const id = await ask('1.1');
    await answers.take(answer('2.1'), id);
    const [row] = await inbox.claim(1, 60_000);
    if (!row) throw new Error('not claimed');
    await inbox.update(row, { delivery: 'undeliverable' }, 60_000);
    expect(await stateOf(id)).toBe('open');
    expect(await answers.take(answer('2.2'), id)).toEqual({ kind: 'taken', first: true });
    await ask('1.2');
    const [again] = await inbox.claim(1, 60_000);
    if (!again) throw new Error('not claimed');
    await inbox.update(again, { delivery: 'undeliverable' }, 60_000);
    expect(await stateOf(id)).toBe('answered');
  });

  test('a message is redrawn for each change, and for one that comes while it is drawn', async () => {
    const redraws = createRedraws(db.prisma, 'slack');
    const inbox = createInbox(db.prisma);
    const id = await ask('1.1');
    expect(await redraws.claim(60_000)).toBeUndefined();
    await answers.take(answer('2.1'), id);
    const redraw = await redraws.claim(60_000);
    expect(redraw).toMatchObject({
      question: { id, question: 'answered' },
      answer: { actor: 'U0ALICE', choice: 1 },
    });
    const [row] = await inbox.claim(1, 60_000);
    if (!row || !redraw) throw new Error('nothing was due');
    await inbox.update(row, { mirror: 'mirrored', mirrorUrl: 'https://x.example/1' }, 60_000);
    await redraws.done(redraw);
    const next = await redraws.claim(60_000);
    expect(next).toMatchObject({ answer: { mirror: 'mirrored', mirrorUrl: 'https://x.example/1' } });
    if (!next) throw new Error('nothing was due');
    await redraws.done(next);
    expect(await redraws.claim(60_000)).toBeUndefined();
  });
});
