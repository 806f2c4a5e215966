import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../eventlog/describe-error.js';

/** What a file keeps when its content is replaced. */
type Kept = { mode: number; uid: number; gid: number };

async function writeBeside(file: string, text: string, { mode, uid, gid }: Kept): Promise<string> {
  const temporary = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(6).toString('hex')}`,
  );
  // Nobody else reads it before it has its owner.
  const handle = await open(temporary, 'wx', 0o600);
  try {
    const made = await handle.stat();
    if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid);
    await handle.chmod(mode & 0o7777);
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return temporary;
}

/**
 * Replaces a file at once, whole or not at all, keeping its owner, its group and its mode; a link stays a link to it.
 *
 * @throws when it cannot be replaced, as by someone who may not give a file to its owner; it is left as it is then
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file);
  const temporary = await writeBeside(target, text, await stat(target));
  try {
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes a file that must not be there yet, with its folder.
 *
 * @returns false when something is there already; it is left as it is
 */
export async function createFile(file: string, text: string): Promise<boolean> {
  await mkdir(path.dirname(file), { recursive: true });
  let handle: FileHandle;
  try {
    handle = await open(file, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await handle.writeFile(text);
  } catch (error) {
    // Half a file would keep the next try from writing a whole one.
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return true;
}
