import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { follow } from './following.js';
import { memoryCursor, until } from './support.js';

/** What can happen to a stream, one after the other without waiting in between. */
const happenings = fc.array(
  fc.constantFrom(
    'ask',
    'ask',
    'ask a long one',
    'noise',
    'drop',
    'restart',
    'rotate',
    'truncate',
    'desync',
    'silence',
    'down',
    'query fails',
    'query breaks',
    'refused',
    'refuse a record',
  ),
  { minLength: 5, maxLength: 30 },
);

test('whatever happens, in whatever order, every question is heard and none is made up', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (steps) => {
      const loop = await startLocalLoop({ retryMs: 5, keepAliveMs: 20 });
      const cursor = memoryCursor();
      const heard = new Map<string, string>();
      const asked: string[] = [];
      let refusals = 0;
      const begin = () =>
        follow({
          baseUrl: loop.url,
          cursor,
          silenceMs: 500,
          backoff: { minMs: 2, maxMs: 20, slowMs: 20 },
          onRecord: async ({ key, record }) => {
            if (refusals > 0) {
              refusals -= 1;
              throw new Error('refused');
            }
            if (record.event === 'session.awaiting_input') heard.set(key, record.question);
          },
        });
      let following = begin();
      await until(() => cursor.place !== null, 'the first start to be kept');
      const ask = (words: string) => {
        asked.push(`${asked.length} ${words}`);
        loop.ask({ workItem: 'github:o/a#1', question: asked.at(-1) ?? '' });
      };
      const all = () =>
        until(() => heard.size === asked.length, `all of ${asked.length}, heard ${heard.size}`, 10_000);
      const happen: Record<string, () => void | Promise<void>> = {
        ask: () => ask('short'),
        'ask a long one': () => ask('x'.repeat(20_000)),
        noise: () => {
          for (let n = 0; n < 40; n += 1) loop.emit({ event: 'x', filler: 'x'.repeat(10_000) });
        },
        drop: () => loop.dropStreams(),
        restart: async () => {
          await following.stop();
          following = begin();
        },
        // What a log lost before anybody read it is gone, so this comes when all was heard, and while the app is away.
        rotate: () => startOver(loop.rotateLog),
        truncate: () => startOver(loop.truncateLog),
        desync: () => loop.streams.desync('queue-overflow'),
        silence: () => {
          loop.faults.silent(true);
          ask('in silence');
          loop.streams.desync('replay-window');
          loop.faults.silent(false);
        },
        down: async () => {
          await loop.faults.down(true);
          ask('while down');
          await loop.faults.down(false);
        },
        'query fails': () => loop.faults.next('events', { kind: 'http', status: 500 }),
        'query breaks': () => loop.faults.next('events', { kind: 'garbage' }),
        refused: () => loop.faults.next('stream', { kind: 'http', status: 503 }),
        'refuse a record': () => {
          refusals += 1;
        },
      };
      const startOver = async (change: LocalLoop['rotateLog']) => {
        await all();
        await following.stop();
        change();
        ask('in the new log');
        following = begin();
      };
      try {
        for (const step of steps) await happen[step]?.();
        await all();
        expect([...heard.values()].sort()).toEqual([...asked].sort());
      } finally {
        await following.stop();
        await loop.close();
      }
    }),
    { numRuns: 25, interruptAfterTimeLimit: 60_000 },
  );
}, 90_000);
