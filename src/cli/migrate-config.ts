import path from 'node:path';
import { ConfigError } from '../config/errors.js';
import { findConfig } from '../config/locate.js';
import { migrateConfig } from '../config/migrate.js';
import { replaceFile } from '../config/write-file.js';
import { readConfigText } from '../config/yaml-file.js';
import { describeError } from '../eventlog/describe-error.js';
import { UsageError } from './exit.js';
import { printable } from './table.js';

/** What `migrate-config` is called with. */
export type MigrateConfigOptions = { dryRun?: true; json?: true };

/**
 * Moves a configuration file forward to today's keys, in place and at once.
 *
 * @param named the file; the one that the app would read unless given
 * @throws UsageError, ConfigError
 */
export async function migrateConfigFile(
  named: string | undefined,
  options: MigrateConfigOptions,
): Promise<void> {
  if (named === '') throw new UsageError('the argument names no file');
  const file = named === undefined ? findConfig() : path.resolve(named);
  if (file === undefined)
    throw new UsageError('there is no configuration file; name one (config --init writes one to start with)');
  const text = await readConfigText(file);
  if (text === undefined) throw new UsageError(`${file}: there is no such file`);
  const migrated = migrateConfig(text);
  if (migrated.kind === 'unreadable')
    throw new ConfigError([
      {
        file,
        path: migrated.line === undefined ? '' : `line ${migrated.line}`,
        problem: migrated.problem,
      },
    ]);
  if (migrated.kind === 'stuck')
    throw new ConfigError(
      migrated.byHand.map((step) => ({
        file,
        path: '',
        problem: `was left as it is: an anchor, an alias or an unusual shape is in the way. By hand: ${step}`,
      })),
    );
  for (const note of migrated.notes) process.stderr.write(`${printable(`${file}: ${note}`)}\n`);
  if (migrated.kind === 'moved' && !options.dryRun) await write(file, migrated.text);
  const after = migrated.kind === 'moved' ? migrated.text : text;
  const changes = migrated.kind === 'moved' ? migrated.changes : [];
  if (options.json) {
    const written = migrated.kind === 'moved' && !options.dryRun;
    const whole = options.dryRun ? { text: after } : {};
    const result = { file, written, changes, notes: migrated.notes, ...whole };
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const lines = changes.length === 0 ? ['nothing to change'] : changes;
  const said = lines.map((change) => `${printable(`${file}: ${change}`)}\n`).join('');
  if (options.dryRun) process.stdout.write(after);
  (options.dryRun ? process.stderr : process.stdout).write(said);
}

async function write(file: string, text: string): Promise<void> {
  try {
    await replaceFile(file, text);
  } catch (cause) {
    throw new UsageError(
      `${file} was left as it is: it cannot be replaced (${describeError(cause)}); check its folder`,
      { cause },
    );
  }
}
