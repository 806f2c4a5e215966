import { type OpenOperator, openOperator } from '../app.js';
import { loadSettings } from '../config/load.js';
import type { Settings } from '../config/settings.js';
import type { SlackSettings } from '../config/slack-settings.js';
import { createLogger } from '../eventlog/logger.js';
import type { Logger } from '../eventlog/logger-type.js';
import { sectionOf } from './listen.js';
import { withProgress } from './progress.js';

/** Options that every command on the app's state takes. */
export type OperateOptions = { config?: string | undefined; json?: boolean | undefined };

/** The log of a command: from `warn` up unless LOG_LEVEL asks for more, since stderr is for people there. */
export function commandLogger({ log: { level, format } }: Settings): Logger {
  return createLogger({ level: level === 'info' ? 'warn' : level, format });
}

/**
 * Runs one command on the app's state: in the running app where that holds the embedded database, else on the database
 * itself. No token is needed to look at it; what a token is missing for waits in the outbox, with the reason.
 *
 * @param doing what the command does, for a line on stderr when it takes long
 * @param check looks at what was given, with the settings, before the database is asked for; throws when it is wrong
 * @throws ConfigError, UsageError (exit 2), StoreError or DoorError (exit 1)
 */
export async function operate<T>(
  {
    command,
    doing = 'looking into the app’s database',
    check,
  }: { command: string; doing?: string; check?: (settings: Settings) => void },
  options: OperateOptions,
  work: (operator: OpenOperator, settings: Settings, slack: SlackSettings) => Promise<T>,
): Promise<T> {
  const settings = await loadSettings({ config: options.config, allowBuiltInChannel: true });
  const slack = sectionOf(settings);
  check?.(settings);
  const run = async () => {
    const operator = await openOperator(settings, slack, commandLogger(settings), command);
    try {
      return await work(operator, settings, slack);
    } finally {
      await operator.close();
    }
  };
  return withProgress(doing, run());
}
