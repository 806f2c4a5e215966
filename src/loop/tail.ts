import type { FileHandle } from 'node:fs/promises';
import type { Logger } from '../eventlog/logger-type.js';
import { pause } from '../time/pause.js';
import { BACKOFF, type Backoff } from './backoff.js';
import type { CursorStore } from './cursor.js';
import { errorCode } from './error-code.js';
import { createHearing } from './hearing.js';
import { bytesBefore, bytesOf, findRotated, firstPlace, inodeAt, withLog } from './log-file.js';
import { createLineReader, type Line, type LineReader } from './log-lines.js';
import { LOG_START, parsePlace, placeAt, placeText } from './log-place.js';
import { OVERLAP_MS } from './progress.js';
import { type Heard, MAX_RECORD_BYTES, OVERSIZED, readRecord } from './record.js';
import { createStatus, type SourceStatus } from './status.js';

export type TailOptions = {
  /** The JSONL event log. It may be missing, and come later. */
  path: string;
  cursor: CursorStore;
  /** Called for one record at a time, in order. One that rejects is called again, with backoff, until it resolves. */
  onRecord: (heard: Heard) => Promise<void>;
  onStatus?: (status: SourceStatus) => void;
  logger: Logger;
  /** Ends the tailing. */
  signal: AbortSignal;
  /** Milliseconds between looks at the file, 500 unless told. */
  pollMs?: number;
  backoff?: Partial<Backoff>;
  random?: () => number;
};

const CHUNK = 64 * 1024;

/**
 * Reads a log as it grows, until the signal aborts. A first start begins at the log's end, or at its first byte when the
 * log comes later; a later one begins where the cursor says, by a place or, where it has none, by the time of a record. A place is an offset and the bytes before it, so a log that
 * was truncated, rotated or replaced is noticed even after it has grown past the offset: it is then read from its first byte,
 * after what was still unread of the old one where that lies beside it (`events.jsonl.1`).
 */
export async function tailLog(options: TailOptions): Promise<void> {
  const { path, cursor, onRecord, logger, signal, pollMs = 500, random = Math.random } = options;
  const report = createStatus(options.onStatus);
  const backoff = { ...BACKOFF, ...options.backoff };
  const hearing = createHearing({ onRecord, logger, signal, backoff, random, report });
  let heardAt = new Date();
  let place = LOG_START;
  let saved = '';
  /** Set until the first record that was written since: what stands before it was heard from another source. */
  let skipBefore: Date | undefined;
  let trouble = '';

  async function save(): Promise<void> {
    // A place among what is skipped would be taken for one up to which all was heard.
    if (skipBefore !== undefined) return;
    const position = placeText(place);
    if (position === saved) return;
    await hearing.insist('saving the cursor', () => cursor.save({ position, heardAt }));
    saved = position;
  }

  async function hearLine({ text, bytes, print }: Line): Promise<void> {
    const { parsed, at } = text === undefined ? OVERSIZED : readRecord(text);
    if (skipBefore !== undefined && (at === undefined || at < skipBefore)) {
      place = placeAt(place.offset + bytes, print);
      return;
    }
    skipBefore = undefined;
    if (text?.trim() !== '') await hearing.hear(parsed);
    if (signal.aborted) return;
    heardAt = at ?? heardAt;
    place = placeAt(place.offset + bytes, print);
    if (parsed.kind === 'record') await save();
  }

  /**
   * Reads from `from` to the file's end, and gives where that was; undefined when the file has started over. That is looked
   * at after each read and before anything of it is believed: a truncation in between would pass for more of the old log.
   */
  async function readOn(file: FileHandle, lines: LineReader, from: number): Promise<number | undefined> {
    const chunk = Buffer.alloc(CHUNK);
    let offset = from;
    while (!signal.aborted) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK, offset);
      if (!lines.recent().equals(await bytesBefore(file, offset))) return undefined;
      if (bytesRead === 0) {
        skipBefore = undefined;
        break;
      }
      offset += bytesRead;
      for (const line of lines.push(chunk.subarray(0, bytesRead))) {
        await hearLine(line);
        if (signal.aborted) return offset;
      }
    }
    await save();
    return offset;
  }

  /** Hears what the log lost to a rotation, and begins at the first byte. */
  async function startOver(): Promise<void> {
    const rotated = await findRotated(path, place);
    logger.info('the event log started over', { restFound: rotated !== undefined });
    if (rotated !== undefined) {
      await withLog(rotated, async (file) => {
        const recent = await bytesOf(file, place);
        if (recent !== undefined)
          await readOn(file, createLineReader(MAX_RECORD_BYTES, recent), place.offset);
      });
    }
    if (signal.aborted) return;
    place = LOG_START;
    await save();
  }

  /** Follows the file that is at the path now, until another is or it has started over. */
  async function followFile(file: FileHandle): Promise<void> {
    const recent = await bytesOf(file, place);
    if (recent === undefined) await startOver();
    const { ino } = await file.stat();
    const lines = createLineReader(MAX_RECORD_BYTES, recent ?? Buffer.alloc(0));
    let offset = place.offset;
    let changedAt = -1;
    report('live');
    trouble = '';
    while (!signal.aborted) {
      const { size, mtimeMs } = await file.stat();
      if (mtimeMs !== changedAt || size !== offset) {
        const end = await readOn(file, lines, offset);
        if (end === undefined) return;
        offset = end;
        changedAt = mtimeMs;
      }
      const replaced = (await inodeAt(path)) !== ino;
      await pause(pollMs, signal);
      if (!replaced) continue;
      // A writer that had the old file open a moment ago may have put its line there; hence the pause and this last read.
      await readOn(file, lines, offset);
      if (signal.aborted) return;
      place = LOG_START;
      await save();
      return;
    }
  }

  const begun = await hearing.insist('finding the place in the event log', async () => {
    const known = await cursor.load();
    if (known === null) place = await firstPlace(path);
    else if (known.position === '') skipBefore = new Date(known.heardAt.getTime() - OVERLAP_MS);
    else {
      const kept = parsePlace(known.position);
      if (kept === undefined)
        logger.warn('the kept place in the event log is unreadable; reading from its first byte');
      place = kept ?? LOG_START;
    }
    if (known !== null) heardAt = known.heardAt;
    return true;
  });
  if (begun === undefined) return;
  await save();

  while (!signal.aborted) {
    try {
      await withLog(path, followFile);
    } catch (error) {
      const reason =
        errorCode(error) === 'ENOENT'
          ? 'the event log is not there yet'
          : `the event log cannot be read (${errorCode(error)})`;
      report('waiting', reason);
      if (reason !== trouble) logger.warn(reason);
      trouble = reason;
      await pause(pollMs, signal);
    }
  }
}
