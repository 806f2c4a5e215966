import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { appendRecord } from '../../src/eventlog/append-record.js';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-append-'));
  file = path.join(dir, 'logs', 'events.jsonl');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const lines = async () => (await readFile(file, 'utf8')).split('\n');

test('makes the folder and the file, and adds a line to what is there', async () => {
  await appendRecord(file, { a: 1 });
  await appendRecord(file, { b: 'Größe 🎈' });
  expect(await lines()).toEqual(['{"a":1}', '{"b":"Größe 🎈"}', '']);
});

test('ends a line that somebody left half-written, so that ours is whole', async () => {
  await appendRecord(file, { a: 1 });
  await writeFile(file, '{"a":1}\n{"half', { flag: 'w' });
  await appendRecord(file, { b: 2 });
  expect(await lines()).toEqual(['{"a":1}', '{"half', '{"b":2}', '']);
});

test('a long line is whole although other processes append at the same time', async () => {
  const writer = `
    const { appendRecord } = await import(process.argv[1]);
    for (let n = 0; n < 20; n += 1) await appendRecord(process.argv[2], { by: process.pid, text: 'x'.repeat(900_000) });
  `;
  const module = new URL('../../dist/eventlog/append-record.js', import.meta.url).href;
  const ends = Array.from({ length: 3 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, module, file], {
      stdio: 'ignore',
    });
    return new Promise((resolve) => child.once('close', resolve));
  });
  expect(await Promise.all(ends)).toEqual([0, 0, 0]);
  const written = (await lines()).filter((line) => line !== '');
  expect(written).toHaveLength(60);
  for (const line of written) expect(JSON.parse(line).text).toHaveLength(900_000);
});

test('says what is in the way', async () => {
  await writeFile(path.join(dir, 'logs'), '');
  await expect(appendRecord(file, {})).rejects.toMatchObject({ code: 'ENOTDIR' });
});

// Node's own recursive mkdir never returns from there.
test('a folder that can never be made is an error, not an endless try', async () => {
  await expect(appendRecord('/proc/nope/x/events.jsonl', { event: 'a' })).rejects.toMatchObject({
    code: expect.stringMatching(/^E(?:NOENT|ACCES|PERM|INVAL|ROFS)$/),
  });
});
