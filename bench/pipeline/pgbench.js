import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** As many connections as the app has. */
export const CLIENTS = 8;

/** Makes the table that pgbench writes to: as many rows as there are replies in a run, each the size of one. */
export async function preparePgbench(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `CREATE TABLE bare AS SELECT n AS id, 0 AS step, repeat('x', 300) AS text FROM generate_series(1, 1000) n`,
  );
  await client.query('ALTER TABLE bare ADD PRIMARY KEY (id)');
  await client.end();
}

/** Bare transactions a second, each a row changed by its key and committed: the least that a step of a reply is. */
export async function pgbenchRate(pgbench, url, seconds) {
  const script = path.join(tmpdir(), `the-loop-slack-bench-${process.pid}.sql`);
  await writeFile(script, '\\set id random(1, 1000)\nUPDATE bare SET step = step + 1 WHERE id = :id;\n');
  try {
    const args = ['-n', '-f', script, '-c', String(CLIENTS), '-j', '1', '-T', String(seconds), url];
    const { stdout } = await promisify(execFile)(pgbench, args);
    return Number(/tps = ([\d.]+)/.exec(stdout)[1]);
  } finally {
    await rm(script, { force: true });
  }
}
