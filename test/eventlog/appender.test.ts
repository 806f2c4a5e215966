import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createAppender } from '../../src/eventlog/appender.js';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-appender-'));
  file = path.join(dir, 'logs', 'events.jsonl');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('every record is there once, in order, when its promise has settled', async () => {
  const append = createAppender(file);
  const numbers = Array.from({ length: 50 }, (_, n) => n);
  await Promise.all(
    numbers.map(async (n) => {
      // Some come while a write is under way, some at once.
      for (let turn = 0; turn < n % 7; turn += 1) await Promise.resolve();
      await append({ n });
      expect(await readFile(file, 'utf8')).toContain(`{"n":${n}}\n`);
    }),
  );
  const written = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(written).toHaveLength(50);
  expect(written.map((line) => JSON.parse(line).n).sort((a, b) => a - b)).toEqual(numbers);
});

test('in the order they came, one at a time or together', async () => {
  const append = createAppender(file);
  await append({ n: 0 });
  const first = append({ n: 1 });
  const together = [append({ n: 2 }), append({ n: 3 })];
  await first;
  await append({ n: 4 });
  await Promise.all(together);
  expect(await readFile(file, 'utf8')).toBe([0, 1, 2, 3, 4].map((n) => `{"n":${n}}\n`).join(''));
});

test('a write that failed fails its own records, and the next ones are written', async () => {
  await writeFile(path.join(dir, 'logs'), '');
  const append = createAppender(file);
  const failed = await Promise.allSettled([append({ n: 1 }), append({ n: 2 })]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await rm(path.join(dir, 'logs'));
  await append({ n: 3 });
  expect(await readFile(file, 'utf8')).toBe('{"n":3}\n');
});
