import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type Database, openDatabase } from '../../src/store/database.js';
import { keepingLogger } from '../helpers/logger.js';

let dir: string;
let db: Database;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-tidy-'));
  const { logger } = keepingLogger();
  db = await openDatabase({ url: undefined, embeddedDir: dir, command: 'test', logger });
});
afterAll(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

const size = z.tuple([z.object({ kb: z.number(), counted: z.number() })]);

async function bindings(): Promise<{ kb: number; counted: number }> {
  const rows: unknown = await db.prisma.$queryRaw`
    SELECT (pg_relation_size('thread_bindings') / 1024)::float8 AS kb, reltuples::float8 AS counted
    FROM pg_class WHERE relname = 'thread_bindings'`;
  return size.parse(rows)[0];
}

test('what was replaced is cleared away, so that the embedded database does not grow by use alone', async () => {
  await db.prisma.$executeRaw`
    INSERT INTO thread_bindings (channel, thread_ts, work_item) SELECT 'C1', n::text, n::text FROM generate_series(1, 1000) n`;
  await db.tidy();
  const before = await bindings();
  expect(before.counted).toBe(1000);
  for (let round = 0; round < 10; round += 1) {
    await db.prisma.$executeRaw`UPDATE thread_bindings SET read_at = statement_timestamp()`;
    await db.tidy();
  }
  const after = await bindings();
  // Ten rounds of a thousand replaced rows would make it eleven times as large.
  expect(after.kb).toBeLessThan(before.kb * 4);
});
