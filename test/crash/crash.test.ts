import { describe, expect, test } from '@jest/globals';
import { testServer } from '../helpers/databases.js';
import { killEverywhere, summary } from './run.js';

const server = await testServer();
const kinds = [
  { name: 'embedded Postgres', url: undefined },
  ...(server === undefined ? [] : [{ name: 'a Postgres server', url: server }]),
];

/** Rounds side by side: while one waits, another works. */
const worlds = Number(process.env.CRASH_WORLDS ?? 3);

/** One point alone, by its label, as a failure names it. */
const only = process.env.CRASH_ONLY;

const say = (line: string) => process.stderr.write(`${line}\n`);

describe.each(kinds)(
  'killed before and after every outside call and every commit, on $name',
  ({ name, url }) => {
    test(
      'nothing is lost and nothing is doubled',
      async () => {
        const started = Date.now();
        const onRound = process.env.CRASH_VERBOSE ? say : () => undefined;
        const tally = await killEverywhere({ url, worlds, only, onRound });
        say(`${name}, in ${Math.round((Date.now() - started) / 1000)} s: ${summary(tally)}`);
        const kills = [...tally.kills.values()].reduce((sum, count) => sum + count, 0);
        expect(tally.wrong).toEqual([]);
        expect(kills).toBeGreaterThan(only === undefined ? 80 : 0);
        expect(only === undefined ? tally.neverKilled : []).toEqual([]);
      },
      60 * 60_000,
    );
  },
);
