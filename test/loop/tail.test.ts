import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SourceStatus } from '../../src/loop/status.js';
import { tailLog } from '../../src/loop/tail.js';
import { keptLog, listener, memoryCursor, until } from './support.js';

let folder: string;
let path: string;
let stop: () => Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tail-'));
  path = join(folder, 'events.jsonl');
  stop = async () => {};
});

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

let clock = Date.parse('2026-11-30T08:00:00Z');

/** A line of the log, each a second after the one before. */
function asked(question: string): string {
  clock += 1000;
  const ts = new Date(clock).toISOString();
  return `${JSON.stringify({ ts, event: 'session.awaiting_input', work_item: 'github:octo/app#7', question })}\n`;
}

const write = (...questions: string[]) => appendFileSync(path, questions.map(asked).join(''));

type Given = Partial<Parameters<typeof tailLog>[0]> & { cursor?: ReturnType<typeof memoryCursor> };

/** Tails and waits until it follows the file, or waits for one. */
async function tail(given: Given = {}) {
  const controller = new AbortController();
  const ears = listener();
  const statuses: SourceStatus[] = [];
  const { logger, lines } = keptLog();
  const cursor = given.cursor ?? memoryCursor();
  const tailing = tailLog({
    path,
    onRecord: ears.onRecord,
    onStatus: (status) => statuses.push(status),
    logger,
    signal: controller.signal,
    pollMs: 5,
    backoff: { minMs: 5, maxMs: 20 },
    ...given,
    cursor,
  });
  const end = async () => {
    controller.abort();
    await tailing;
  };
  stop = end;
  await until(() => statuses.length > 0, 'the tail to look at the file');
  const hears = (...questions: string[]) =>
    until(
      () => ears.questions().length >= questions.length,
      `hearing ${questions}, heard ${ears.questions()}`,
    ).then(() => expect(ears.questions()).toEqual(questions));
  return { ...ears, statuses, lines, cursor, end, hears };
}

describe('where it begins', () => {
  test('at the end of a log that is there', async () => {
    write('before');
    const { hears } = await tail();
    write('after');
    await hears('after');
  });

  test('before a last line that is half-written', async () => {
    write('before');
    const line = asked('being written');
    appendFileSync(path, line.slice(0, 30));
    const { hears } = await tail();
    appendFileSync(path, line.slice(30));
    await hears('being written');
  });

  test('at the first byte of a log that comes later', async () => {
    const { statuses, hears } = await tail();
    expect(statuses.at(-1)).toMatchObject({ state: 'waiting', reason: 'the event log is not there yet' });
    write('first');
    await hears('first');
    expect(statuses.at(-1)).toMatchObject({ state: 'live' });
  });

  test('at the first byte of a log that came while the app was away', async () => {
    const first = await tail();
    await first.end();
    write('first');
    const { hears } = await tail({ cursor: first.cursor });
    await hears('first');
  });

  test('where the cursor says, after a restart', async () => {
    write('before');
    const first = await tail();
    write('one');
    await first.hears('one');
    await first.end();
    write('two');
    const { hears } = await tail({ cursor: first.cursor });
    await hears('two');
  });

  test('at the time up to which another source was heard, with what stands within ten seconds before it', async () => {
    write('long ago', ...Array.from({ length: 20 }, (_, n) => `old ${n}`), 'just before');
    const cursor = memoryCursor({ position: '', heardAt: new Date(clock) });
    clock += 5_000;
    write('meanwhile');
    const { hears, end } = await tail({ cursor });
    await hears(...Array.from({ length: 10 }, (_, n) => `old ${n + 10}`), 'just before', 'meanwhile');
    await end();
    const again = await tail({ cursor });
    write('next');
    await again.hears('next');
  });

  test('at that time too when all of the log was written before it', async () => {
    write('long ago');
    const cursor = memoryCursor({ position: '', heardAt: new Date(clock + 60_000) });
    const { hears } = await tail({ cursor });
    await until(() => cursor.saves.length > 0, 'the place at the end to be kept');
    clock += 60_000;
    write('next');
    await hears('next');
  });

  test('at the first byte when the cursor is unreadable, which is logged', async () => {
    write('one');
    const { hears, lines } = await tail({ cursor: memoryCursor({ position: '740', heardAt: new Date() }) });
    await hears('one');
    expect(lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
  });
});

describe('lines', () => {
  /** Appends the first part of a line behind a whole one, and waits until both have been read. */
  async function halfWritten(part: Buffer, cursor: ReturnType<typeof memoryCursor>): Promise<void> {
    appendFileSync(path, Buffer.concat([Buffer.from('{"event":"channel.posted"}\n'), part]));
    const whole = readFileSync(path).length - part.length;
    await until(() => cursor.place?.position.startsWith(`${whole}:`) ?? false, 'the whole line to be read');
  }

  test('a half-written line waits for its rest', async () => {
    const { hears, lines, cursor } = await tail();
    const line = Buffer.from(asked('one'));
    await halfWritten(line.subarray(0, 40), cursor);
    appendFileSync(path, line.subarray(40));
    await hears('one');
    expect(lines.join('\n')).not.toContain('malformed');
  });

  test('a character split over two reads is whole', async () => {
    const { hears, cursor } = await tail();
    const line = Buffer.from(asked('😀 é 漢'));
    const middle = line.indexOf(Buffer.from('😀')) + 2;
    await halfWritten(line.subarray(0, middle), cursor);
    appendFileSync(path, line.subarray(middle));
    await hears('😀 é 漢');
  });

  test('a restart in the middle of a line reads it whole', async () => {
    const first = await tail();
    write('one');
    await first.hears('one');
    const line = asked('two');
    appendFileSync(path, line.slice(0, 40));
    await first.end();
    appendFileSync(path, line.slice(40));
    const { hears } = await tail({ cursor: first.cursor });
    await hears('two');
  });

  test('corrupt lines are skipped, and logged once without their text', async () => {
    const { hears, lines } = await tail();
    appendFileSync(path, 'sentinel\n{"sentinel":\n\n  \n[]\n');
    write('after');
    appendFileSync(path, 'sentinel again\n{"event":"session.awaiting_input","question":"sentinel"}\n');
    write('later');
    await hears('after', 'later');
    const warnings = lines.filter((line) => line.startsWith('warn') && line.includes('malformed'));
    expect(warnings).toHaveLength(3);
    expect(lines.join('\n')).not.toContain('sentinel');
  });

  test('a line over 1 MB is skipped, and the next one heard', async () => {
    const { hears, lines } = await tail();
    appendFileSync(path, asked('x'.repeat(3 * 1024 * 1024)));
    write('after');
    await hears('after');
    expect(lines.join('\n')).toContain('refused: over 1 MB');
  });

  test('each record over 1 MB is told of: it may be a question that nobody will see', async () => {
    const { hears, lines } = await tail();
    for (let n = 0; n < 3; n += 1) appendFileSync(path, asked('x'.repeat(2 * 1024 * 1024)));
    write('after');
    await hears('after');
    expect(lines.filter((line) => line.includes('refused: over 1 MB'))).toHaveLength(3);
  });

  test('events that are not ours move the cursor without a word', async () => {
    const { heard, cursor, lines } = await tail();
    appendFileSync(path, '{"event":"channel.posted"}\n');
    await until(() => cursor.place?.position.startsWith('27:') ?? false, 'the cursor to move');
    expect(heard).toEqual([]);
    expect(lines).toEqual([expect.stringContaining('not there yet')]);
  });
});

describe('a log that starts over', () => {
  const long = 'x'.repeat(3000);

  test('truncated', async () => {
    write('before');
    const { hears } = await tail();
    write('one', long);
    await hears('one', long);
    truncateSync(path, 0);
    write('two');
    await hears('one', long, 'two');
  });

  test('truncated and grown past the old offset while the app was away', async () => {
    write('before');
    const first = await tail();
    write('one');
    await first.hears('one');
    await first.end();
    writeFileSync(path, asked('two') + asked(long) + asked('three'));
    const { hears } = await tail({ cursor: first.cursor });
    await hears('two', long, 'three');
  });

  test('truncated and grown past the old offset between two looks', async () => {
    const { hears } = await tail();
    write('one');
    await hears('one');
    writeFileSync(path, asked('two') + asked(long));
    await hears('one', 'two', long);
  });

  test('rotated while it is read, with a line that came just before', async () => {
    const { hears } = await tail();
    write('one');
    await hears('one');
    write('last of the old');
    renameSync(path, `${path}.1`);
    write('first of the new');
    await hears('one', 'last of the old', 'first of the new');
  });

  test('rotated under a writer that goes on in the old one for a moment', async () => {
    const pollMs = 500;
    const { hears, questions } = await tail({ pollMs });
    write('one');
    await hears('one');
    const old = openSync(path, 'a');
    renameSync(path, `${path}.1`);
    write('new');
    const written: number[] = [];
    const writer = setInterval(() => {
      writeSync(old, asked(`late ${written.length}`));
      written.push(Date.now());
    }, 10);
    await until(() => questions().includes('new'), 'the new log');
    clearInterval(writer);
    closeSync(old);
    // What is written in the last moment before the new log is opened may be lost; a whole look before it may not.
    const intime = written.filter((at) => at < Date.now() - pollMs / 2).length;
    expect(intime).toBeGreaterThan(0);
    expect(questions().filter((question) => question.startsWith('late')).length).toBeGreaterThanOrEqual(
      intime,
    );
  });

  test('rotated while the app was away, with lines it had not read', async () => {
    const first = await tail();
    write('one');
    await first.hears('one');
    await first.end();
    write('last of the old');
    renameSync(path, `${path}.1`);
    writeFileSync(`${path}.lock`, 'something else');
    write('first of the new', long);
    const { hears } = await tail({ cursor: first.cursor });
    await hears('last of the old', 'first of the new', long);
  });

  test('copied and truncated while the app was away', async () => {
    const first = await tail();
    write('one');
    await first.hears('one');
    await first.end();
    write('last of the old');
    copyFileSync(path, `${path}.1`);
    truncateSync(path, 0);
    write('first of the new');
    const { hears } = await tail({ cursor: first.cursor });
    await hears('last of the old', 'first of the new');
  });

  test('removed, and there again', async () => {
    const { hears, statuses } = await tail();
    write('one');
    await hears('one');
    rmSync(path);
    await until(() => statuses.at(-1)?.state === 'waiting', 'the file to be missed');
    write('two');
    await hears('one', 'two');
  });
});

describe('handing on', () => {
  test('a record that is refused is offered again, the next ones wait, and the cursor with them', async () => {
    const offered: string[] = [];
    let refusals = 2;
    const cursor = memoryCursor();
    const { lines } = await tail({
      cursor,
      onRecord: async ({ record }) => {
        if (record.event !== 'session.awaiting_input') return;
        offered.push(record.question);
        if (record.question === 'one' && refusals > 0) {
          refusals -= 1;
          expect(cursor.place?.position).toBe('0:');
          throw new Error(`sentinel ${record.question}`);
        }
      },
    });
    write('one', 'two');
    await until(() => offered.includes('two'), 'the second record');
    expect(offered).toEqual(['one', 'one', 'one', 'two']);
    expect(lines.join('\n')).not.toContain('sentinel');
  });

  test('the cursor is behind each record before the next one is offered', async () => {
    const cursor = memoryCursor();
    const places: (string | undefined)[] = [];
    await tail({
      cursor,
      onRecord: async () => {
        places.push(cursor.place?.position);
      },
    });
    const [one, two] = [asked('one'), asked('two')];
    appendFileSync(path, one + two);
    await until(() => places.length === 2, 'both records');
    expect(places).toEqual(['0:', expect.stringMatching(`^${one.length}:`)]);
  });

  test('a path that cannot be read is said in the status and the log once', async () => {
    path = folder;
    const { statuses, lines } = await tail();
    await until(() => statuses.some(({ state }) => state === 'waiting'), 'the trouble to be said');
    expect(statuses.at(-1)?.reason).toContain('EISDIR');
    expect(lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
    path = join(folder, 'events.jsonl');
  });
});
