import { migrateDatabase } from '../app.js';
import { loadSettings } from '../config/load.js';
import { StoreError } from '../store/errors.js';
import { commandLogger, type OperateOptions } from './operate.js';
import { withProgress } from './progress.js';

/**
 * Brings the database up to date, as `listen` does at its start.
 *
 * @throws ConfigError (exit 2), StoreError (exit 1)
 */
export async function migrate(options: OperateOptions): Promise<void> {
  const settings = await loadSettings({ config: options.config, allowBuiltInChannel: true });
  const migrating = withProgress(
    'bringing the database up to date',
    migrateDatabase(settings, commandLogger(settings)),
  );
  const { database, applied } = await migrating.catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.code !== 'locked') throw error;
    const { code, message } = error;
    throw new StoreError(code, `${message}. That process brought it up to date when it opened it`, {
      cause: error,
    });
  });
  const names = applied.map((name) => `applied ${name}\n`).join('');
  const said = names === '' ? 'nothing to apply' : `${names}the database is up to date now`;
  process.stdout.write(
    options.json === true ? `${JSON.stringify({ database, applied }, null, 2)}\n` : `${said}: ${database}\n`,
  );
}
