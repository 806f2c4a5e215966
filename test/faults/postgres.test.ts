import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { until } from '../helpers/until.js';
import { ownServer } from './own-server.js';
import { handIn, made } from './tally.js';
import { type AppChild, ONCE, startWorld, type World } from './world.js';

const server = await ownServer();

/** How long the server is away, in milliseconds; 0 is a restart. */
const DAYS = [
  { name: 'a fast restart', mode: 'fast', away: 0 },
  { name: 'an immediate restart', mode: 'immediate', away: 0 },
  { name: 'four seconds away', mode: 'fast', away: 4_000 },
] as const;

(server === undefined ? describe.skip : describe)('when the Postgres server goes away', () => {
  let world: World;
  let app: AppChild;
  let n = 0;

  beforeAll(async () => {
    await server?.start();
    world = await startWorld({ url: server?.url ?? '' });
    app = world.start();
    await world.ready();
  }, 120_000);
  afterAll(async () => {
    await world.close(n);
    handIn(world.tally);
    await server?.stop('immediate');
    await server?.remove();
  }, 60_000);

  const isPosting = async () => {
    const client = new pg.Client({ connectionString: server?.url });
    await client.connect();
    const found = await client.query(`SELECT 1 FROM outbox WHERE status = 'posting'`);
    await client.end();
    return found.rowCount === 1;
  };
  const goAway = async ({ mode, away }: (typeof DAYS)[number]) => {
    await server?.stop(mode);
    made(world.tally, `Postgres ${mode} stop`);
    await sleep(away);
    await server?.start();
  };

  test.each(DAYS)(
    '$name while a question is asked',
    async (day) => {
      n += 1;
      const gone = goAway(day);
      world.ask(n);
      await gone;
      await world.asked(n);
      world.answer(n);
      await world.done(n);
      expect(world.stands(n)).toEqual(ONCE);
      expect(app.ended()).toBe(false);
    },
    120_000,
  );

  test.each(DAYS)(
    '$name while a question is being posted',
    async (day) => {
      n += 1;
      world.slack.faults.next('chat.postMessage', { kind: 'delay', ms: 1_500 });
      world.ask(n);
      await until('the post to be under way', isPosting, 30_000);
      await goAway(day);
      await world.asked(n);
      world.answer(n);
      await world.done(n);
      expect(world.stands(n)).toEqual(ONCE);
    },
    120_000,
  );

  test.each(DAYS)(
    '$name while an answer comes in',
    async (day) => {
      n += 1;
      world.ask(n);
      await world.asked(n);
      const gone = goAway(day);
      world.answer(n);
      await gone;
      await world.done(n);
      expect(world.stands(n)).toEqual(ONCE);
    },
    120_000,
  );

  test.each(DAYS)(
    '$name while an answer is written on the ticket',
    async (day) => {
      n += 1;
      world.ask(n);
      await world.asked(n);
      const before = world.ticket.calls().length;
      world.ticket.faults.next({ kind: 'delay', ms: 2_000 }, 1, 'POST');
      world.answer(n);
      await until('the comment to be under way', () => world.ticket.calls().length > before, 30_000);
      await goAway(day);
      await world.done(n);
      expect(world.stands(n)).toEqual(ONCE);
    },
    120_000,
  );

  test.each(DAYS)(
    '$name while an answer is on its way to the session',
    async (day) => {
      n += 1;
      world.ask(n);
      await world.asked(n);
      const before = world.loop.calls().filter(({ route }) => route === 'reply').length;
      world.loop.faults.next('reply', { kind: 'delay', ms: 2_000 });
      world.answer(n);
      const calls = () => world.loop.calls().filter(({ route }) => route === 'reply').length;
      await until('the delivery to be under way', () => calls() > before, 30_000);
      await goAway(day);
      await world.done(n);
      // The session's answer is known, and is written down once there is somewhere to write it.
      expect(world.stands(n)).toEqual(ONCE);
    },
    120_000,
  );
});
