import { runConsole } from '../sandbox/console.js';
import { playRound, UnknownMember } from '../sandbox/headless.js';
import { openInBrowser } from '../sandbox/open-in-browser.js';
import { PagePortError } from '../sandbox/page/server.js';
import { RoundError } from '../sandbox/round.js';
import { EXIT, UsageError } from './exit.js';
import { readText } from './read-text.js';

/** What `sandbox` is called with. */
export type SandboxOptions = {
  headless?: true;
  ask?: string;
  answer?: string;
  as?: string;
  config?: string;
  port?: string;
  open?: true;
};

/**
 * Tries the app without a workspace: on a page and at the terminal, or as one round that prints JSON.
 *
 * @throws UsageError, ConfigError
 */
export async function sandbox(options: SandboxOptions): Promise<void> {
  try {
    await (options.headless ? headless(options) : atTheTerminal(options));
  } catch (error) {
    if (error instanceof PagePortError) throw new UsageError(`--port: ${error.message}`);
    if (error instanceof UnknownMember) throw new UsageError(`--as: ${error.message}`);
    if (!(error instanceof RoundError)) throw error;
    process.stderr.write(`${error.message}\n${error.log}`);
    process.exitCode = error.exitCode === EXIT.wrong ? EXIT.wrong : EXIT.failed;
  }
}

/** Aborts with the first signal that asks the process to end, so that the app and its folder do not outlive it. */
function stopping(): AbortController {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => controller.abort());
  }
  return controller;
}

async function headless({ ask, answer, as, config, port, open }: SandboxOptions): Promise<void> {
  if (port !== undefined || open)
    throw new UsageError('--port and --open are for the page; --headless has none');
  if (ask === undefined || answer === undefined) {
    throw new UsageError('--headless plays one round: give --ask FILE and --answer TEXT');
  }
  if (answer.trim() === '') throw new UsageError('--answer: must hold some text');
  const question = await readText(ask, '--ask');
  if (question.trim() === '') throw new UsageError(`--ask: ${ask} is empty; a question holds some text`);
  const { signal } = stopping();
  const report = await playRound({ question, answer, as, config, signal });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (report.delivered !== null) return;
  const reason = report.events.flatMap((record) =>
    record.event === 'channel.dropped' ? [String(record.reason)] : [],
  );
  process.stderr.write(`the answer was not delivered: ${reason.at(-1) ?? 'see events'}\n`);
  process.exitCode = EXIT.failed;
}

/** 0, a free one, unless given. */
function portOf(port = '0'): number {
  const number = Number(port);
  if (/^\d+$/.test(port) && number <= 65_535) return number;
  throw new UsageError('--port: must be a number from 0 to 65535; 0 takes a free one');
}

async function atTheTerminal(options: SandboxOptions): Promise<void> {
  for (const name of ['answer', 'as'] as const) {
    if (options[name] !== undefined)
      throw new UsageError(`--${name} goes with --headless; here, type the reply`);
  }
  if (options.ask === '-') throw new UsageError('--ask - goes with --headless: stdin is where you type');
  await runConsole({
    config: options.config,
    port: portOf(options.port),
    onPage: (url) => {
      if (options.open)
        openInBrowser(url, () => process.stderr.write(`no browser could be started; open ${url}\n`));
    },
    question: options.ask === undefined ? undefined : await readText(options.ask, '--ask'),
    input: process.stdin,
    isTerminal: process.stdin.isTTY === true,
    write: (line) => process.stdout.write(line),
    signal: stopping().signal,
  });
}
