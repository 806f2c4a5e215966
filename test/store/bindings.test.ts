import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createBindings } from '../../src/store/bindings.js';
import { databaseKinds, type TestDatabase } from '../helpers/databases.js';

describe.each(await databaseKinds())('thread bindings on $name', ({ open }) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  test('a thread that answers outrun is found once its post has ended', async () => {
    const bindings = createBindings(db.prisma);
    const row = await db.prisma.outboxItem.create({
      data: { via: 'slack', key: 'k', workItem: 'w', eventType: 'e', text: 't', status: 'posting' },
    });
    const now = `${Math.floor(Date.now() / 1000)}.000100`;
    let early: unknown = 'not yet';
    const found = bindings.byThread('C1', now).then((binding) => {
      early = binding;
      return binding;
    });
    // A dozen round trips: by then a look-up that does not wait has answered.
    for (let trip = 0; trip < 12; trip += 1) await db.prisma.outboxItem.count();
    expect(early).toBe('not yet');
    await db.prisma.threadBinding.create({ data: { channel: 'C1', threadTs: now, workItem: 'w' } });
    await db.prisma.outboxItem.update({ where: { id: row.id }, data: { status: 'posted' } });
    expect(await found).toEqual({ channel: 'C1', threadTs: now, workItem: 'w' });
  });

  test('a thread that is not ours is no binding, at once, when nothing is being posted', async () => {
    expect(await createBindings(db.prisma).byThread('C1', '9.9')).toBeUndefined();
  });
});
