import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createEventLog } from '../../src/eventlog/event-log.js';
import { keepingLogger } from '../helpers/logger.js';

test('each record is one line with what every record has, at the contract’s level', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-eventlog-'));
  const file = path.join(dir, 'logs', 'events.jsonl');
  const { eventLog } = { eventLog: createEventLog(file, keepingLogger().logger) };
  await eventLog.record({
    event: 'channel.posted',
    channel: 'slack',
    work_item: 'w',
    event_type: 'e',
    thread: '1.1',
  });
  await eventLog.record({
    event: 'channel.post_failed',
    channel: 'slack',
    work_item: 'w',
    event_type: 'e',
    error: 'x',
  });
  await eventLog.record({ event: 'channel.dropped', channel: 'slack', reason: 'unmapped' });
  await eventLog.record({
    event: 'channel.dropped',
    channel: 'slack',
    reason: 'unauthorized-actor',
    actor: 'U1',
  });
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event, level }) => [event, level])).toEqual([
    ['channel.posted', 'info'],
    ['channel.post_failed', 'warning'],
    ['channel.dropped', 'debug'],
    ['channel.dropped', 'warning'],
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({ source: 'slack-app', pid: process.pid, channel: 'slack' });
    expect(line.ts).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  expect(Object.keys(lines[2])).not.toContain('actor');
  await rm(dir, { recursive: true });
});

test('many records at once never share a line', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-eventlog-'));
  const file = path.join(dir, 'events.jsonl');
  const eventLog = createEventLog(file, keepingLogger().logger);
  const one = (work_item: string) =>
    eventLog.record({ event: 'channel.mirrored', channel: 'slack', work_item, actor: 'U1' });
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => one(`item-${index}-${'x'.repeat(index * 20)}`)),
  );
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(lines.map(({ work_item }) => work_item)).size).toBe(200);
  await rm(dir, { recursive: true });
});

test('a log that cannot be written is said in our own log, and stops nobody', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-eventlog-'));
  await writeFile(path.join(dir, 'file'), '');
  await chmod(dir, 0o700);
  const { logger, entries } = keepingLogger();
  const eventLog = createEventLog(path.join(dir, 'file', 'events.jsonl'), logger);
  await eventLog.record({ event: 'channel.mirrored', channel: 'slack', work_item: 'w', actor: 'U1' });
  expect(entries.at(-1)).toMatchObject({ level: 'error', message: 'the event log cannot be written' });
  await rm(dir, { recursive: true });
});
