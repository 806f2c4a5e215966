import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSourceCursor } from '../../src/store/cursors.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';

const DAY_MS = 24 * 60 * 60_000;

describe.each(await databaseKinds())('cursors of sources on $name', ({ open }) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(() => db.prisma.cursor.deleteMany());

  test('the very first source has none', async () => {
    expect(await createSourceCursor(db.prisma, 'stream:a').load()).toBeNull();
  });

  test('a source has its own, whatever others have', async () => {
    const own = { position: '7', heardAt: new Date(Date.now() - 5_000) };
    await createSourceCursor(db.prisma, 'stream:a').save(own);
    await createSourceCursor(db.prisma, 'log:b').save({ position: '9:', heardAt: new Date() });
    expect(await createSourceCursor(db.prisma, 'stream:a').load()).toEqual(own);
  });

  test('one that takes another’s place goes on from the time that was heard last, with no place of its own', async () => {
    const [older, newer] = [new Date(Date.now() - DAY_MS), new Date(Date.now() - 5_000)];
    await createSourceCursor(db.prisma, 'stream:a').save({ position: '7', heardAt: older });
    await createSourceCursor(db.prisma, 'stream:b').save({ position: '8', heardAt: newer });
    expect(await createSourceCursor(db.prisma, 'log:c').load()).toEqual({ position: '', heardAt: newer });
  });

  test('when Slack was heard says nothing of the-loop', async () => {
    const heardAt = new Date(Date.now() - DAY_MS);
    await createSourceCursor(db.prisma, 'slack-events:C0SANDBOX').save({ position: '', heardAt: new Date() });
    expect(await createSourceCursor(db.prisma, 'log:c').load()).toBeNull();
    await createSourceCursor(db.prisma, 'stream:a').save({ position: '7', heardAt });
    expect(await createSourceCursor(db.prisma, 'log:c').load()).toEqual({ position: '', heardAt });
  });

  test('no further back than two weeks', async () => {
    await createSourceCursor(db.prisma, 'stream:a').save({ position: '7', heardAt: new Date(0) });
    const loaded = await createSourceCursor(db.prisma, 'log:c').load();
    const ageMs = Date.now() - (loaded?.heardAt.getTime() ?? 0);
    expect(ageMs).toBeGreaterThan(13.9 * DAY_MS);
    expect(ageMs).toBeLessThan(14.1 * DAY_MS);
  });
});
