import { appendFileSync, copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tailLog } from '../../src/loop/tail.js';
import { keptLog, memoryCursor, until } from './support.js';

const happenings = fc.array(
  fc.constantFrom(
    'ask',
    'ask',
    'in pieces',
    'long',
    'corrupt',
    'too long',
    'restart',
    'away',
    'rename',
    'copy',
    'refuse',
  ),
  { minLength: 5, maxLength: 25 },
);

test('whatever happens to a log, every question in it is heard and none is made up', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'tail-storm-'));
      const path = join(folder, 'events.jsonl');
      const cursor = memoryCursor();
      const heard = new Map<string, string>();
      const asked: string[] = [];
      let refusals = 0;
      let rotations = 0;
      const begin = () => {
        const controller = new AbortController();
        const tailing = tailLog({
          path,
          cursor,
          logger: keptLog().logger,
          signal: controller.signal,
          pollMs: 2,
          backoff: { minMs: 1, maxMs: 5 },
          onRecord: async ({ key, record }) => {
            if (refusals > 0) {
              refusals -= 1;
              throw new Error('refused');
            }
            if (record.event === 'session.awaiting_input') heard.set(key, record.question);
          },
        });
        return async () => {
          controller.abort();
          await tailing;
        };
      };
      const line = (words: string) => {
        const question = `${asked.length} ${words}`;
        asked.push(question);
        const ts = new Date().toISOString();
        return `${JSON.stringify({ ts, event: 'session.awaiting_input', work_item: 'github:o/a#1', question })}\n`;
      };
      const ask = (words: string) => appendFileSync(path, line(words));
      const all = () =>
        until(() => heard.size === asked.length, `all of ${asked.length}, heard ${heard.size}`, 10_000);
      // A place at the first byte is the same in every log, so something of the old one has been heard before it goes.
      const rotate = async (change: (aside: string) => void) => {
        ask('heard');
        await all();
        ask('last of the old');
        rotations += 1;
        change(`${path}.${rotations}`);
        ask('first of the new');
      };
      let stop = begin();
      await until(() => cursor.place !== null, 'the first start to be kept');
      const happen: Record<string, () => void | Promise<void>> = {
        ask: () => ask('short'),
        'in pieces': async () => {
          const bytes = Buffer.from(line('é 😀 漢'));
          for (const byte of bytes) {
            appendFileSync(path, Buffer.of(byte));
            if (byte > 0x7f) await new Promise((resolve) => setTimeout(resolve, 3));
          }
        },
        long: () => ask('x'.repeat(100_000)),
        corrupt: () => appendFileSync(path, '{"event":"session.awaiting_inp\n\n\r\n[1]\n'),
        'too long': () => appendFileSync(path, `${'x'.repeat(1_100_000)}\n`),
        restart: async () => {
          await stop();
          stop = begin();
        },
        away: async () => {
          ask('heard');
          await all();
          await stop();
          ask('while away');
          rotations += 1;
          renameSync(path, `${path}.${rotations}`);
          ask('x'.repeat(50_000));
          stop = begin();
        },
        rename: () => rotate((aside) => renameSync(path, aside)),
        copy: () =>
          rotate((aside) => {
            copyFileSync(path, aside);
            truncateSync(path);
          }),
        refuse: () => {
          refusals += 1;
        },
      };
      try {
        for (const step of steps) await happen[step]?.();
        await all();
        expect([...heard.values()].sort()).toEqual([...asked].sort());
      } finally {
        await stop();
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 25, interruptAfterTimeLimit: 60_000 },
  );
}, 90_000);
