import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { type Aftermath, type CrashWorld, startCrashWorld } from './crash.js';

const server = await testServer();
const kinds = [
  { name: 'embedded Postgres', url: undefined },
  ...(server === undefined ? [] : [{ name: 'a Postgres server', url: server }]),
];

/** More points than a round has; the run ends when a round comes through without a kill. */
const MOST = 250;

describe.each(kinds)('killed at every outside call and every write, on $name', ({ name, url }) => {
  let world: CrashWorld;
  beforeAll(async () => {
    world = await startCrashWorld(url);
  });
  afterAll(() => world.close());

  test(
    'nothing is lost and nothing is doubled',
    async () => {
      const rounds: Aftermath[] = [];
      const bad: Aftermath[] = [];
      let unknown = 0;
      for (let at = 1; at <= MOST; at += 1) {
        const aftermath = await world.round(at);
        rounds.push(aftermath);
        const { questions, mirrors, deliveries, marks, notices } = aftermath;
        const delivered = deliveries === 1 && marks.includes('white_check_mark') && notices.length === 0;
        const told = deliveries <= 1 && marks.includes('warning') && notices.length === 1;
        if (!delivered && told) unknown += 1;
        if (questions !== 1 || mirrors !== 1 || !(delivered || told)) bad.push(aftermath);
        if (aftermath.killedAt === undefined) break;
      }
      const kills = rounds.filter(({ killedAt }) => killedAt !== undefined).length;
      process.stderr.write(
        `${name}: ${kills} kills, ${rounds.length} questions, ${rounds.length} answers; ${bad.length} lost or doubled; ${unknown} deliveries in doubt, each told\n`,
      );
      expect(bad).toEqual([]);
      expect(kills).toBeGreaterThan(30);
      expect(kills).toBeLessThan(MOST);
      // Only a kill within the delivery call itself may leave it in doubt: before and after the call, and its two writes.
      expect(unknown).toBeLessThanOrEqual(8);
    },
    45 * 60_000,
  );
});
