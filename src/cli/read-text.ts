import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './exit.js';

/**
 * Reads a text named on the command line: a file, or stdin for `-`.
 *
 * @param what the option or argument, for the error
 * @throws UsageError when it cannot be read
 */
export async function readText(file: string, what: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`${what}: ${file} cannot be read; name a Markdown file, or - for stdin`, { cause });
  }
}
