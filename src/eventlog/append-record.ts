import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './describe-error.js';

const LINE_FEED = 10;

/** Appends one record, as {@link appendRecords} does. */
export async function appendRecord(file: string, record: Readonly<Record<string, unknown>>): Promise<void> {
  await appendRecords(file, [record]);
}

/**
 * Appends records to a JSONL log that several processes append to: whole lines in one write, so lines never interleave,
 * whatever their length (`appendFile` writes a long one in pieces). A line that a killed process left half-written is
 * ended first, or ours would be lost with it.
 *
 * @param file created with its folder when it is not there yet
 * @throws Node's error, such as `EACCES` or `ENOSPC`; `ERR_SHORT_WRITE` when the disk took a part of the lines
 */
export async function appendRecords(
  file: string,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const handle = await openLog(file);
  try {
    const { size } = await handle.stat();
    const last = Buffer.from([LINE_FEED]);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const bytes = Buffer.from(`${last[0] === LINE_FEED ? '' : '\n'}${lines}`);
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten < bytes.length)
      throw Object.assign(new Error('the lines were written in part'), { code: 'ERR_SHORT_WRITE' });
  } finally {
    await handle.close();
  }
}

/** The folder is there but for the first time: it is made when it is missed, not looked for at every record. */
async function openLog(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'a+');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await makeFolder(path.dirname(file));
    return open(file, 'a+');
  }
}

/** Node's own recursive `mkdir` never ends where a parent can be neither found nor made, as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await mkdir(folder).catch((again: unknown) => {
      if (errorCode(again) !== 'EEXIST') throw again;
    });
  }
}
