import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lane, type Result, type Round } from './lane.js';
import type { Row } from './rows.js';
import { handIn, newTally, type Tally } from './tally.js';

/** What must stand at the end of a round whose answer certainly arrived. */
const ARRIVED = (how: 'tap' | 'typed'): Round => ({
  ...{ questions: 1, mirrors: 1, deliveries: 1, shown: '✅' },
  marks: how === 'tap' ? [] : ['eyes', 'white_check_mark'],
});

/** The same where the delivery call went unanswered: it is never repeated, and the member is told. */
const IN_DOUBT = (how: 'tap' | 'typed', deliveries: number): Round => ({
  ...{ questions: 1, mirrors: 1, deliveries: Math.min(1, deliveries), shown: '⚠️' },
  marks: how === 'tap' ? [] : ['eyes', 'warning'],
});

/** Only the rows whose names match, to look at a few. */
const ONLY = new RegExp(process.env.FAULTS_ONLY ?? '');

/** Runs every row through running apps, several at once, and makes a named test of each. */
export function testMatrix(all: readonly Row[], lanes: number): void {
  const rows = all.filter(({ side, fault }) => ONLY.test(`${side}: ${fault}`));
  const results = new Map<Row, Result>();
  const tally = newTally();
  const left: unknown[] = [];

  beforeAll(async () => {
    const queue = [...rows].sort((a, b) => (b.slow ?? 0) - (a.slow ?? 0));
    const work = async (lane: Lane) => {
      const own: Row[] = [];
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        const began = performance.now();
        const result = await lane.run(row);
        own.push(row);
        results.set(row, result);
        if (process.env.FAULTS_TIMES) {
          const seconds = ((performance.now() - began) / 1000).toFixed(1);
          process.stderr.write(`${seconds} s  ${row.side}: ${row.fault}  ${result.stuck ?? ''}\n`);
        }
      }
      const { undone, outcomes } = await lane.close();
      left.push(...undone);
      // Something may have come twice long after its round.
      for (const [index, row] of own.entries()) {
        const result = results.get(row);
        const outcome = outcomes[index];
        if (result && outcome) results.set(row, { ...result, ...outcome });
      }
      add(tally, lane.tally);
    };
    // Opened one by one: each is a database that starts.
    const working: Promise<void>[] = [];
    for (let open = 0; open < lanes; open += 1) working.push(work(await Lane.open()));
    const failed = (await Promise.allSettled(working)).filter(({ status }) => status === 'rejected');
    expect(failed).toEqual([]);
    for (const [row, result] of results) judge(tally, row, result);
  }, 900_000);
  afterAll(() => handIn(tally));

  test.each(rows.map((row) => ({ name: `${row.side}: ${row.fault}`, row })))('$name', ({ row }) => {
    const result = results.get(row);
    const expected = (how: 'tap' | 'typed') =>
      row.inDoubt ? IN_DOUBT(how, result?.[how].deliveries ?? 0) : ARRIVED(how);
    expect(result).toEqual({
      ...{ tap: expected('tap'), typed: expected('typed'), metFault: true },
      notices: row.inDoubt ? 2 : 0,
    });
  });

  test('nothing is left undone', () => {
    expect(left).toEqual([]);
  });
}

function add(sum: Tally, part: Tally): void {
  for (const [kind, times] of Object.entries(part.faults)) sum.faults[kind] = (sum.faults[kind] ?? 0) + times;
  sum.questions += part.questions;
  sum.answers += part.answers;
}

function judge(tally: Tally, row: Row, { tap, typed, notices }: Result): void {
  const told = row.inDoubt && notices === 2;
  if (told) tally.told += 2;
  if (notices > 2) tally.doubled += 1;
  for (const { questions, mirrors, deliveries } of [tap, typed]) {
    if (questions < 1 || mirrors < 1 || (deliveries < 1 && !told)) tally.lost += 1;
    if (questions > 1 || mirrors > 1 || deliveries > 1) tally.doubled += 1;
  }
}
