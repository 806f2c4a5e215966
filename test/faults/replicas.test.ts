import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createOwnDatabase, type OwnDatabase } from '../../src/sandbox/own-database.js';
import { testServer } from '../helpers/databases.js';
import { until } from '../helpers/until.js';
import { handIn, made, newTally } from './tally.js';
import { type AppChild, ONCE, startWorld, type World } from './world.js';

const server = await testServer();

/** A dead replica's question is posted by another within this time, its answer brought to its end. Milliseconds. */
const POSTED_WITHIN = 35_000;
const ANSWERED_WITHIN = 50_000;

(server === undefined ? describe.skip : describe)('two replicas on one Postgres, one of them killed', () => {
  const tally = newTally();
  let database: OwnDatabase;
  let world: World;
  let first: AppChild;

  beforeEach(async () => {
    database = await createOwnDatabase(server ?? '', 'the_loop_slack_faults');
    world = await startWorld({ url: database.url });
    first = world.start();
    await world.ready();
  }, 120_000);
  afterEach(async () => {
    await world.close(1);
    await database.drop();
    const { faults, ...counts } = world.tally;
    for (const [kind, times] of Object.entries(faults)) made(tally, kind, times);
    for (const name of ['kills', 'questions', 'answers', 'lost', 'doubled', 'told'] as const)
      tally[name] += counts[name];
  }, 60_000);
  afterAll(() => handIn(tally));

  /** Whether a question is in the database: one replica follows the stream, for all of them. */
  const heard = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('SELECT 1 FROM outbox');
    await client.end();
    return rows.length > 0;
  };

  /** Starts the second replica while the first has the work in hand, and kills the first. */
  const takeOver = async () => {
    world.start();
    await world.ready(2);
    await first.end('SIGKILL');
    return performance.now();
  };

  test('before Slack took its question', async () => {
    world.slack.faults.down(true);
    world.ask(1);
    world.start();
    await until('the question to be heard', heard, 60_000);
    await first.end('SIGKILL');
    world.slack.faults.down(false);
    await world.ready(1);
    await world.asked(1);
    world.answer(1);
    await world.done(1);
    expect(world.stands(1)).toEqual(ONCE);
  }, 180_000);

  test('while its question is being posted: the other finds it in Slack', async () => {
    world.slack.faults.next('chat.postMessage', { kind: 'delay', ms: 12_000 });
    made(world.tally, 'Slack delay');
    world.ask(1);
    const killed = await takeOver();
    await world.asked(1);
    world.answer(1);
    await world.done(1);
    expect(world.stands(1)).toEqual(ONCE);
    expect(performance.now() - killed).toBeLessThan(POSTED_WITHIN + 10_000);
  }, 180_000);

  test('while its answer is written on the ticket: the other finds it there', async () => {
    world.ask(1);
    await world.asked(1);
    world.ticket.faults.next({ kind: 'delay', ms: 20_000 }, 1, 'POST');
    made(world.tally, 'GitHub delay');
    world.answer(1);
    await until('the comment', () => world.ticket.comments('octo/app#1').length > 0, 30_000);
    const killed = await takeOver();
    await world.done(1);
    expect(world.stands(1)).toEqual(ONCE);
    expect(performance.now() - killed).toBeLessThan(ANSWERED_WITHIN);
  }, 180_000);

  test('while its answer is on its way to the session: nobody sends it again, and the member is told', async () => {
    world.ask(1);
    await world.asked(1);
    world.loop.faults.next('reply', { kind: 'delay', ms: 20_000 });
    made(world.tally, 'the-loop delay');
    world.answer(1);
    await until('the delivery', () => world.loop.calls().some(({ route }) => route === 'reply'), 30_000);
    const killed = await takeOver();
    await world.done(1);
    const { deliveries, ...others } = world.stands(1);
    expect(deliveries).toBeLessThanOrEqual(1);
    expect(others).toEqual({ questions: 1, mirrors: 1, notices: 1, marks: ['eyes', 'warning'] });
    expect(performance.now() - killed).toBeLessThan(ANSWERED_WITHIN);
  }, 180_000);
});
