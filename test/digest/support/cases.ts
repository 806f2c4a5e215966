import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../cases/', import.meta.url);

/** The JSON of one file of `test/digest/cases`. Its shape is the caller's to know. */
export function readCases<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

/** A comment of the kind agents post. */
export interface Comment {
  readonly name: string;
  readonly markdown: string;
}

const REAL = new URL('real/', FOLDER);

/** Kept as `.txt`, because a formatter that knows Markdown would mend what is odd about them. */
export const comments: readonly Comment[] = readdirSync(REAL)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .map((name) => ({
    name: name.replace(/\.txt$/, '.md'),
    markdown: readFileSync(new URL(name, REAL), 'utf8'),
  }));
