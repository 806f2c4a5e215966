import { createReadStream } from 'node:fs';
import { UsageError } from './exit.js';

/**
 * Reads a text named on the command line: a file, or stdin for `-`. A byte order mark is left out.
 *
 * @param what the option or argument, for the error
 * @param most bytes it may have
 * @throws UsageError when it cannot be read, is too large or is not UTF-8
 */
export async function readText(file: string, what: string, most = Number.POSITIVE_INFINITY): Promise<string> {
  const bytes = await readBytes(file, what, most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${what}: ${shown(file)} is not UTF-8 text; name a Markdown file`, { cause });
  }
}

/** What is said of a text that no reader of the event log would take. */
export function tooLarge(what: string): UsageError {
  return new UsageError(`${what}: over 1 MB; keep what is asked, and link or attach the rest`);
}

const shown = (file: string) => (file === '-' ? 'stdin' : file);

async function readBytes(file: string, what: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > most) break;
    }
  } catch (cause) {
    throw new UsageError(`${what}: ${file} cannot be read; name a Markdown file, or - for stdin`, { cause });
  }
  if (size > most) throw tooLarge(what);
  return Buffer.concat(chunks);
}
