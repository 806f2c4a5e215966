import { readFile, stat } from 'node:fs/promises';
import { errorCode } from '../eventlog/describe-error.js';
import { ConfigError } from './errors.js';
import { parseYaml, plainData } from './yaml-text.js';

/** A configuration file as read: its path, and its content as plain data (`{}` for an empty file). */
export type YamlFile = { file: string; data: unknown };

/** The largest file that is read, in bytes. */
const LARGEST = 1_000_000;

/**
 * Reads a YAML file that someone named, and so must be there.
 *
 * @param namedBy the option or variable, for the error
 * @throws ConfigError when it is missing, cannot be read or is not YAML
 */
export async function readNamedYamlFile(file: string, namedBy: string): Promise<YamlFile> {
  const found = await readYamlFile(file);
  if (found) return found;
  throw new ConfigError([{ file, path: '', problem: `there is no such file (named by ${namedBy})` }]);
}

async function readBytes(file: string): Promise<Buffer | string | undefined> {
  try {
    // Before it is opened: a pipe would be waited for.
    const found = await stat(file);
    if (!found.isFile()) return 'must be a regular file';
    if (found.size > LARGEST) return 'must be at most 1 MB large';
    return await readFile(file);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    const problem = 'cannot be read; check that it is a file and readable';
    throw new ConfigError([{ file, path: '', problem }], { cause });
  }
}

/**
 * Reads a configuration file's text as it is, byte order mark and line breaks too.
 *
 * @returns undefined when there is no such file
 * @throws ConfigError when it cannot be read, or is no UTF-8 text in a regular file of at most 1 MB
 */
export async function readConfigText(file: string): Promise<string | undefined> {
  const bytes = await readBytes(file);
  if (bytes === undefined) return undefined;
  if (typeof bytes === 'string') throw new ConfigError([{ file, path: '', problem: bytes }]);
  const refuse = (cause?: unknown) =>
    new ConfigError([{ file, path: '', problem: 'cannot be read as UTF-8 text; save it as UTF-8' }], {
      cause,
    });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw refuse(cause);
  }
  // UTF-16 without its mark is UTF-8 full of NUL.
  if (text.includes('\0')) throw refuse();
  return text;
}

/**
 * Reads a YAML file.
 *
 * @returns undefined when there is no such file
 * @throws ConfigError when it cannot be read or is not YAML; the problem names the line
 */
export async function readYamlFile(file: string): Promise<YamlFile | undefined> {
  const text = await readConfigText(file);
  if (text === undefined) return undefined;
  const read = parseYaml(text);
  if (read.kind === 'problem') {
    const { line, problem } = read;
    throw new ConfigError([{ file, path: line === undefined ? '' : `line ${line}`, problem }]);
  }
  const data = plainData(read.document);
  if (data === undefined) throw new ConfigError([{ file, path: '', problem: 'has too many aliases' }]);
  return { file, data };
}
