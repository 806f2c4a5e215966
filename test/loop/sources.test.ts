import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { tailLog } from '../../src/loop/tail.js';
import { type LocalLoop, startLocalLoop } from '../../src/sandbox/the-loop/local-loop.js';
import { follow } from './following.js';
import { keptLog, listener, memoryCursor, until } from './support.js';

let folder: string;
let loop: LocalLoop;
let stop: () => Promise<unknown>;

afterEach(async () => {
  await stop();
  await loop.close();
  rmSync(folder, { recursive: true });
});

test('a record has one key on the stream, in the log, in a replay and in a catch-up', async () => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
  loop = await startLocalLoop({ logPath: join(folder, 'events.jsonl'), retryMs: 10 });
  const controller = new AbortController();
  const inLog = listener();
  const { logger } = keptLog();
  const tailing = tailLog({
    path: loop.logPath,
    cursor: memoryCursor({ position: '0:', heardAt: new Date() }),
    onRecord: inLog.onRecord,
    logger,
    signal: controller.signal,
    pollMs: 5,
  });
  const onStream = follow({ baseUrl: loop.url });
  await loop.waitFor(() => loop.streams.count() === 1);
  loop.ask({ workItem: 'github:octo/app#7', question: 'Größe? 😀\n1. ja\n2. nein\u0001' });
  loop.emit({
    event: 'graph.escalated',
    work_item: 'github:octo/app#7',
    node: 'n',
    attempts: 3.0,
    repeated: true,
  });
  await until(() => onStream.heard.length === 2, 'the stream');
  const again = [
    follow({ baseUrl: loop.url, cursor: memoryCursor({ position: '0', heardAt: new Date(0) }) }),
    follow({ baseUrl: loop.url, cursor: memoryCursor({ position: '', heardAt: new Date(0) }) }),
  ];
  stop = () => {
    controller.abort();
    return Promise.all([tailing, ...[onStream, ...again].map((following) => following.stop())]);
  };
  await until(
    () => [inLog, ...again].every(({ heard }) => heard.length === 2),
    'the log, the replay and the catch-up',
  );
  const keys = onStream.heard.map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  for (const { heard } of [inLog, ...again]) expect(heard.map(({ key }) => key)).toEqual(keys);
});
