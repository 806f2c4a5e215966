import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type Job,
  oneByOne,
  startWorkLoop,
  type Take,
  type WorkLoop,
  workOff,
} from '../../src/store/work-loop.js';
import { keepingLogger } from '../helpers/logger.js';
import { until } from '../helpers/until.js';

/** A queue in memory, as the database's are: what was taken is no longer there. */
function queue() {
  const due: string[] = [];
  const looks: number[] = [];
  const begun: string[] = [];
  const finish = new Map<string, { well(): void; badly(error: Error): void }>();
  const take: Take = async (atMost) => {
    looks.push(atMost);
    return due.splice(0, atMost).map(
      (name): Job =>
        () =>
          new Promise((well, badly) => {
            begun.push(name);
            finish.set(name, { well, badly });
          }),
    );
  };
  return { due, looks, begun, finish, take };
}

describe('a work loop', () => {
  let stop = new AbortController();
  let loop: WorkLoop | undefined;
  const { logger, entries } = keepingLogger();
  const run = (take: Take, slots = 2) => {
    stop = new AbortController();
    loop = startWorkLoop('test', take, { slots, logger, signal: stop.signal });
    return loop;
  };
  afterEach(async () => {
    stop.abort();
    await loop?.done;
    entries.length = 0;
  });

  test('takes as much as it has slots for, and more as soon as one is free', async () => {
    const q = queue();
    q.due.push('a', 'b', 'c', 'd');
    const { wake } = run(q.take);
    await until('two are in hand', () => q.begun.length === 2);
    expect(q.begun).toEqual(['a', 'b']);
    wake();
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(q.looks).toEqual([2]);
    const since = performance.now();
    q.finish.get('b')?.well();
    await until('the third is in hand', () => q.begun.length === 3);
    expect(performance.now() - since).toBeLessThan(400);
    expect(q.looks).toEqual([2, 1]);
    q.finish.get('a')?.well();
    q.finish.get('c')?.well();
    await until('the fourth is in hand', () => q.begun.includes('d'));
    q.finish.get('d')?.well();
  });

  test('hears whoever woke it while it looked', async () => {
    const q = queue();
    let looking: (() => void) | undefined;
    const slow: Take = async (atMost) => {
      const jobs = await q.take(atMost);
      if (q.looks.length === 1)
        await new Promise<void>((resolve) => {
          looking = resolve;
        });
      return jobs;
    };
    const { wake } = run(slow);
    await until('it looks', () => looking !== undefined);
    q.due.push('late');
    wake();
    const since = performance.now();
    looking?.();
    await until('the late one is in hand', () => q.begun.includes('late'));
    expect(performance.now() - since).toBeLessThan(400);
    q.finish.get('late')?.well();
  });

  test('one look serves all who woke it together', async () => {
    const q = queue();
    const { wake } = run(q.take);
    await until('it has looked', () => q.looks.length === 1);
    wake();
    wake();
    wake();
    await until('it has looked again', () => q.looks.length === 2);
    await until('it looks at its next tick', () => q.looks.length === 3);
    expect(q.looks).toEqual([2, 2, 2]);
  });

  test('goes on after work that failed, and after a look that failed', async () => {
    const q = queue();
    q.due.push('bad');
    let refuse = true;
    const take: Take = async (atMost) => {
      if (refuse) {
        refuse = false;
        throw new Error('no database');
      }
      return q.take(atMost);
    };
    run(take, 1);
    await until('it is in hand', () => q.begun.includes('bad'));
    q.due.push('good');
    q.finish.get('bad')?.badly(new Error('broken'));
    await until('the next is in hand', () => q.begun.includes('good'));
    q.finish.get('good')?.well();
    expect(entries.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  test('is as quick as before once the database answers again', async () => {
    const at: number[] = [];
    run(async () => {
      at.push(performance.now());
      if (at.length === 1) throw new Error('no database');
      return [];
    });
    await until('it has looked three times', () => at.length === 3);
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThan(900);
    expect(third - second).toBeLessThan(900);
  });

  test('looks no more slowly for work that failed before it', async () => {
    const at: number[] = [];
    const q = queue();
    q.due.push('slow');
    run(async (atMost) => {
      at.push(performance.now());
      if (at.length === 1) throw new Error('no database');
      return q.take(atMost);
    });
    await until('the slow one is in hand', () => q.begun.length === 1);
    await until('it has looked twice more', () => at.length === 4);
    expect((at[3] ?? 0) - (at[2] ?? 0)).toBeLessThan(900);
    q.finish.get('slow')?.well();
  });

  test.each(Array.from({ length: 14 }, (_, turns) => turns))(
    'hears who wakes it %i turns before the slot is free',
    async (turns) => {
      const q = queue();
      q.due.push('first');
      const { wake } = run(q.take, 1);
      await until('it is in hand', () => q.begun.length === 1, 10_000, 1);
      q.due.push('second');
      const since = performance.now();
      wake();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      q.finish.get('first')?.well();
      await until('the second is in hand', () => q.begun.length === 2, 10_000, 1);
      expect(performance.now() - since).toBeLessThan(400);
      q.finish.get('second')?.well();
    },
  );

  test('ends when what it has in hand is done', async () => {
    const q = queue();
    q.due.push('a');
    const { done } = run(q.take);
    let ended = false;
    void done.then(() => {
      ended = true;
    });
    await until('it is in hand', () => q.begun.length === 1);
    stop.abort();
    q.due.push('too late');
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    q.finish.get('a')?.well();
    await done;
    expect(q.begun).toEqual(['a']);
  });
});

test('what was claimed before a claim failed is worked on', async () => {
  const done: string[] = [];
  const claims = ['one', undefined];
  const take = oneByOne(async () => {
    const name = claims.shift();
    if (name === undefined) throw new Error('no database');
    return async () => void done.push(name);
  });
  const jobs = await take(3);
  for (const job of jobs) await job();
  expect(done).toEqual(['one']);
  await expect(take(3)).rejects.toThrow('no database');
});

test('working off goes on until nothing is due', async () => {
  const due = ['a', 'b', 'c'];
  const done: string[] = [];
  await workOff(async (atMost) => due.splice(0, atMost).map((name) => async () => void done.push(name)));
  expect(done).toEqual(['a', 'b', 'c']);
});
