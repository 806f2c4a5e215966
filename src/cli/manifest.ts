import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** The package's own; two levels up from this file both in `src/cli` and in `dist/cli`. */
const MANIFEST = new URL('../../manifest.yml', import.meta.url);

/** Prints the Slack app's manifest, which api.slack.com takes as YAML and as JSON. */
export async function manifest(options: { json?: boolean }): Promise<void> {
  const yaml = await readFile(MANIFEST, 'utf8');
  process.stdout.write(options.json === true ? `${JSON.stringify(parse(yaml), null, 2)}\n` : yaml);
}
