import { pollOnce } from '../app.js';
import { loadSettings } from '../config/load.js';
import { createLogger } from '../eventlog/logger.js';
import { EXIT, UsageError } from './exit.js';
import { channelOf, type ListenOptions } from './listen.js';

/**
 * Runs one poll cycle and ends. Exits 1 when an answer was taken in that has not reached ticket and session yet; it is
 * kept, and the next cycle goes on with it.
 *
 * @throws ConfigError, UsageError (exit 2) or StoreError (exit 1)
 */
export async function poll(options: ListenOptions): Promise<void> {
  const settings = await loadSettings({
    config: options.config,
    allowBuiltInChannel: options.allowBuiltInChannel === true,
  });
  const slack = channelOf(settings);
  if (slack.readMode === 'off')
    throw new UsageError('channels.slack.read.mode is off: nothing is read; use socket or poll');
  if (settings.tokens.bot() === undefined) throw new UsageError(`no bot token: set ${slack.botTokenEnv}`);
  const { threads, waiting } = await pollOnce(settings, slack, createLogger(settings.log));
  process.stdout.write(`${threads} threads read, ${waiting} answers wait for another try\n`);
  if (waiting > 0) process.exitCode = EXIT.failed;
}
