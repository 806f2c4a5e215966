import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { tailEvents } from '../../../src/sandbox/page/event-tail.js';

let folder: string;
let log: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-tail-'));
  log = path.join(folder, 'events.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('whole lines are events, a half one waits for its end, and what is no record is skipped', async () => {
  await writeFile(log, '{"event":"one","ts":"2026-11-30T12:00:00Z","source":"ask"}\nnonsense\n{"event":"tw');
  const tail = tailEvents(log);
  expect(tail.read()).toBe(true);
  expect(tail.events()).toEqual([
    {
      at: '2026-11-30T12:00:00Z',
      source: 'ask',
      event: 'one',
      detail: '',
      raw: expect.stringContaining('"event":"one"'),
    },
  ]);
  expect(tail.read()).toBe(false);
  await appendFile(log, 'o","reason":"ünlisted"}\n');
  expect(tail.read()).toBe(true);
  expect(tail.events().map(({ event, detail }) => [event, detail])).toEqual([
    ['one', ''],
    ['two', 'ünlisted'],
  ]);
});

test('the newest 300 are kept, and a long one is cut', async () => {
  const lines = Array.from({ length: 400 }, (_, index) =>
    JSON.stringify({ event: `e${index}`, q: 'x'.repeat(3_000) }),
  );
  await writeFile(log, `${lines.join('\n')}\n`);
  const tail = tailEvents(log);
  tail.read();
  expect(tail.events()).toHaveLength(300);
  expect(tail.events()[0]?.event).toBe('e100');
  expect(tail.events()[0]?.raw).toHaveLength(2_001);
});
