import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The package's own file; two levels up from this one both in `src/cli` and in `dist/cli`. */
const PACKAGE = new URL('../../package.json', import.meta.url);

/** The version of this app, as its package names it. */
export function version(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;
}
