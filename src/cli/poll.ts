import { pollOnce } from '../app.js';
import { loadSettings } from '../config/load.js';
import { createLogger } from '../eventlog/logger.js';
import { EXIT, UsageError } from './exit.js';
import { fixFor } from './fixes.js';
import { channelOf, type ListenOptions } from './listen.js';
import { withProgress } from './progress.js';

/** What `poll` is called with. */
export type PollOptions = ListenOptions & { json?: true };

/** The threads that could not be read, by the reason. */
function unread(failed: readonly string[]): { error: string; threads: number; fix: string | null }[] {
  return [...new Set(failed)].map((error) => ({
    error,
    threads: failed.filter((other) => other === error).length,
    fix: fixFor(error) ?? null,
  }));
}

/** A number and its noun. */
const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/**
 * Runs one poll cycle and ends. Exits 1 when a thread could not be read, or when an answer was taken in that has not reached
 * ticket and session yet; it is kept, and the next cycle goes on with it.
 *
 * @throws ConfigError, UsageError (exit 2) or StoreError (exit 1)
 */
export async function poll(options: PollOptions): Promise<void> {
  const settings = await loadSettings({
    config: options.config,
    allowBuiltInChannel: options.allowBuiltInChannel === true,
  });
  const slack = channelOf(settings);
  if (slack.readMode === 'off')
    throw new UsageError('channels.slack.read.mode is off: nothing is read; use socket or poll');
  if (settings.tokens.bot() === undefined) throw new UsageError(`no bot token: set ${slack.botTokenEnv}`);
  const { read, failed, waiting } = await withProgress(
    'reading the threads',
    pollOnce(settings, slack, createLogger(settings.log)),
  );
  const reasons = unread(failed);
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ read, waiting, failed: reasons }, null, 2)}\n`
      : `${counted(read, 'thread', 'threads')} read, ${counted(waiting, 'answer waits', 'answers wait')} for another try\n`,
  );
  for (const { error, threads, fix } of reasons) {
    process.stderr.write(
      `${counted(threads, 'thread', 'threads')} could not be read: ${error}${fix === null ? '' : `. Fix: ${fix}`}\n`,
    );
  }
  if (failed.length > 0 || waiting > 0) process.exitCode = EXIT.failed;
}
