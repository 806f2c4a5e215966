import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { errorCode } from '../eventlog/describe-error.js';
import { ConfigError } from './errors.js';

/** A configuration file as read: its path, and its content as plain data (`{}` for an empty file). */
export type YamlFile = { file: string; data: unknown };

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

/**
 * Reads a YAML file.
 *
 * @returns undefined when there is no such file
 * @throws ConfigError when it cannot be read or is not YAML; the problem names the line
 */
export async function readYamlFile(file: string): Promise<YamlFile | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw new ConfigError(
      [{ file, path: '', problem: 'cannot be read; check that it is a file and readable' }],
      {
        cause,
      },
    );
  }
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    const where = line === undefined ? '' : `line ${line}`;
    throw new ConfigError([{ file, path: where, problem: 'is not YAML here' }], { cause: error });
  }
  try {
    return { file, data: document.toJS({ maxAliasCount: 100 }) ?? {} };
  } catch (cause) {
    throw new ConfigError([{ file, path: '', problem: 'has aliases that do not resolve' }], { cause });
  }
}
