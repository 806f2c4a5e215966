import path from 'node:path';
import { builtInProblem } from '../config/built-in.js';
import { describeProblem, type Problem } from '../config/errors.js';
import { initConfig } from '../config/init.js';
import { loadSettings } from '../config/load.js';
import { findConfig } from '../config/locate.js';
import type { Origin, Traced } from '../config/origin.js';
import type { Settings } from '../config/settings.js';
import { UsageError } from './exit.js';
import { printable } from './table.js';

/** What `config` is called with. */
export type ConfigOptions = { config?: string; init?: true; json?: true };

function shownOrigin(origin: Origin): string {
  const near = (file: string) => {
    const relative = path.relative('', file);
    return relative.startsWith('..') ? file : relative;
  };
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'unset':
      return '-';
    case 'derived':
      return `from ${origin.from}`;
    case 'file':
      return `${near(origin.file)}: ${origin.path}`;
    case 'environment':
      return 'environment';
    case 'env-file':
      return near(origin.file);
  }
}

function shownValue(value: unknown): string {
  if (value === null) return '-';
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function table(rows: readonly Traced[]): string {
  const cells = rows.map(
    ({ key, value, origin }) =>
      [printable(key), printable(shownValue(value)), printable(shownOrigin(origin))] as const,
  );
  const width = (column: 0 | 1) => Math.min(40, Math.max(...cells.map((row) => row[column].length)));
  const [keys, values] = [width(0), width(1)];
  return cells
    .map(([key, value, from]) => `${key.padEnd(keys)}  ${value.padEnd(values)}  ${from}\n`)
    .join('');
}

/** What is allowed and surely not meant; the-loop's own channel first, with which `listen` would not run. */
function remarks({ warnings, builtInChannel }: Settings): readonly Problem[] {
  return builtInChannel === undefined ? warnings : [builtInProblem(builtInChannel), ...warnings];
}

function report(settings: Settings): string {
  const { slack, files, traced } = settings;
  const channel = slack.kind === 'on' ? 'on' : slack.reason;
  const read = { ours: files.ours ?? null, loop: files.loop ?? null };
  return `${JSON.stringify({ channel, files: read, settings: traced, warnings: remarks(settings) }, null, 2)}\n`;
}

/** What is allowed and yet surely not meant, on stderr, with `--json` too: stdout is the settings, and nothing else. */
function warn(settings: Settings): void {
  const { slack, files } = settings;
  const say = (line: string) => process.stderr.write(`${printable(line)}\n`);
  for (const remark of remarks(settings)) say(describeProblem(remark));
  if (files.ours === undefined) say('there is no configuration file; config --init writes one');
  else if (slack.kind === 'off')
    say('channels.slack.enabled is not true: nothing is posted, nothing is read');
}

async function init(options: ConfigOptions): Promise<void> {
  const before = options.config === undefined ? findConfig() : undefined;
  const written = await initConfig({ config: options.config });
  if (written.kind === 'exists')
    throw new UsageError(
      `${written.file} is there already, and was left as it is; name another with --config`,
    );
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ written: written.file }, null, 2)}\n`
      : `${printable(written.file)} was written\n`,
  );
  if (before !== undefined)
    process.stderr.write(`${printable(before)} is not read here any more: the new file comes before it\n`);
}

/**
 * Prints every setting as it is resolved, and where each came from; with `--init` writes a file to start with.
 *
 * @throws ConfigError, UsageError
 */
export async function config(options: ConfigOptions): Promise<void> {
  if (options.init) return init(options);
  const settings = await loadSettings({ config: options.config, allowBuiltInChannel: true });
  process.stdout.write(options.json ? report(settings) : table(settings.traced));
  warn(settings);
}
