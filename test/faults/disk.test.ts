import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../helpers/until.js';
import { handIn, made } from './tally.js';
import { type AppChild, ONCE, startWorld, type World } from './world.js';

const run = promisify(execFile);

/** A small disk of its own, or undefined, and a line that says so, where none can be made. */
async function smallDisk(): Promise<string | undefined> {
  const dir = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'none', dir]);
    return dir;
  } catch {
    await rm(dir, { recursive: true, force: true });
    process.stderr.write('no small disk can be mounted here: the full disk is skipped\n');
    return undefined;
  }
}

const disk = await smallDisk();

(disk === undefined ? describe.skip : describe)('when the disk of the embedded database is full', () => {
  const dir = disk ?? '';
  const ballast = path.join(dir, 'ballast');
  let world: World;
  let app: AppChild;
  let n = 0;

  beforeAll(async () => {
    world = await startWorld({ stateRoot: path.join(dir, 'state') });
    app = world.start();
    await world.ready();
  }, 120_000);
  afterAll(async () => {
    await world.close(n);
    handIn(world.tally);
    await run('umount', ['-l', dir]);
    await rm(dir, { recursive: true, force: true });
  }, 60_000);

  const fill = async () => {
    made(world.tally, 'full disk');
    const file = await open(ballast, 'w');
    const { bavail, bsize } = await statfs(dir);
    const piece = Buffer.alloc(1024 * 1024);
    try {
      for (let left = bavail * bsize; left > 0; left -= piece.length) await file.write(piece);
    } catch {
      // Full, as it is meant to be.
    } finally {
      await file.close();
    }
  };

  test('a question and an answer that come meanwhile are there once it has room again', async () => {
    n += 1;
    world.ask(n);
    await world.asked(n);
    await fill();
    world.answer(n);
    n += 1;
    world.ask(n);
    await until('the log to say what is wrong', () => app.log().includes('the disk is full'), 60_000);
    await rm(ballast);
    for (const one of [1, 2]) {
      await world.asked(one);
      if (one === 2) world.answer(2);
      await world.done(one);
      expect(world.stands(one)).toEqual(ONCE);
    }
    expect(app.ended()).toBe(false);
  }, 240_000);
});
