import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './error-code.js';
import { PRINT_BYTES } from './log-lines.js';
import { LOG_START, type LogPlace, placeAt } from './log-place.js';

/** Files beside the log that are looked at for what a rotation took away. */
const MAX_SIBLINGS = 50;
const STEP = 64 * 1024;
const LINE_FEED = 10;

/** Opens a file for reading, uses it, and closes it whatever happens. Rejects with Node's error (ENOENT, EACCES, …). */
export async function withLog<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** The bytes just before an offset, as many as a place is known by. Fewer when the file does not reach that far. */
export async function bytesBefore(file: FileHandle, offset: number): Promise<Buffer> {
  const length = Math.min(PRINT_BYTES, offset);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset - length);
  return buffer.subarray(0, bytesRead);
}

/** The bytes before a place, where the file still has them: what a reader there goes on from. Undefined in another log. */
export async function bytesOf(file: FileHandle, place: LogPlace): Promise<Buffer | undefined> {
  const bytes = await bytesBefore(file, place.offset);
  return placeAt(place.offset, bytes).print === place.print ? bytes : undefined;
}

/** The place after the last whole line. A line half-written now is still to come. */
async function lastLineEnd(file: FileHandle): Promise<LogPlace> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(STEP);
  for (let end = size; end > 0; end -= STEP) {
    const start = Math.max(0, end - STEP);
    const { bytesRead } = await file.read(bytes, 0, end - start, start);
    const at = bytes.subarray(0, bytesRead).lastIndexOf(LINE_FEED);
    if (at !== -1) return placeAt(start + at + 1, await bytesBefore(file, start + at + 1));
  }
  return LOG_START;
}

/**
 * The file beside a log that has a place the log itself lost: where a rotation moved the log, or copied it before
 * truncating it. Undefined when there is none.
 */
export async function findRotated(path: string, place: LogPlace): Promise<string | undefined> {
  const name = basename(path);
  const names = (await readdir(dirname(path))).filter((other) => other !== name && other.startsWith(name));
  for (const other of names.sort().slice(0, MAX_SIBLINGS)) {
    const sibling = join(dirname(path), other);
    if (await hasPlace(sibling, place)) return sibling;
  }
  return undefined;
}

/** A neighbour that is gone or may not be read is somebody else's, and no reason to stop. */
async function hasPlace(path: string, place: LogPlace): Promise<boolean> {
  try {
    return (await stat(path)).isFile() && (await withLog(path, (file) => bytesOf(file, place))) !== undefined;
  } catch {
    return false;
  }
}

/** Where a first start begins: at the end of a log that is there, at the first byte of one that comes later. */
export async function firstPlace(path: string): Promise<LogPlace> {
  try {
    return await withLog(path, lastLineEnd);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return LOG_START;
    throw error;
  }
}

/** The inode of the file at a path; undefined when there is none. */
export async function inodeAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).ino;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
