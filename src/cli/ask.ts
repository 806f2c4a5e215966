import { ask as askInApp } from '../app.js';
import { loadSettings } from '../config/load.js';
import type { Settings } from '../config/settings.js';
import { plainQuestion } from '../ledger/question.js';
import { type Asked, isRecordable } from '../operator/ask.js';
import { EXIT, UsageError } from './exit.js';
import { operatorName, textOf, workItemOf } from './given.js';
import { commandLogger, type OperateOptions } from './operate.js';
import { refuseOwnTokens } from './own-tokens.js';
import { withProgress } from './progress.js';
import { tooLarge } from './read-text.js';

/** What `ask` is called with. */
export type AskOptions = OperateOptions & { workItem: string; question?: string; questionFile?: string };

/** @throws UsageError for a question that has nowhere to go, before anything is written */
function check(question: string, option: string, settings: Settings): void {
  if (plainQuestion(question) === '') throw new UsageError(`${option}: is empty; write what is asked`);
  if (!isRecordable(question)) throw tooLarge(option);
  refuseOwnTokens(question, option, settings);
}

/** What went otherwise than it should, a line each; no text of the question is in it. */
function problemsOf({ ticket, recorded, channels }: Asked, eventLogPath: string): string[] {
  const problems: string[] = [];
  if (ticket.kind === 'failed') problems.push(`not written on the ticket: ${ticket.reason}`);
  if (ticket.kind === 'written' && ticket.left > 0)
    problems.push(
      `the ticket has the beginning only: a comment holds 65536 characters, and ${ticket.left} did not fit; the event log and Slack have the whole question`,
    );
  if (!recorded.ok)
    problems.push(
      `the event log ${eventLogPath} cannot be written (${recorded.problem}): the-loop does not know of the wait`,
    );
  if (!channels.ok) {
    const later = recorded.ok
      ? 'listen posts the question when it hears it from the event log'
      : 'ask again when that is mended';
    problems.push(`Slack was not told: ${channels.problem}; ${later}`);
  }
  return problems;
}

function forPeople({ ticket, recorded, channels }: Asked, workItem: string): string {
  const places = [
    ...(ticket.kind === 'written' ? [`on the ticket: ${ticket.url}`] : []),
    ...(recorded.ok ? ['in the event log'] : []),
    ...(channels.ok && channels.names.length > 0 ? [`queued for ${channels.names.join(', ')}`] : []),
  ];
  return `${workItem}: asked ${places.length === 0 ? 'nowhere' : places.join('; ')}`;
}

/** Aborts with the first signal that asks the process to end: what was asked is still recorded. */
function stopping(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => controller.abort());
  return controller.signal;
}

/**
 * Asks a question about a work item: on its ticket, in the event log, and on every channel that wants it. Exits 1 when the
 * ticket or the event log could not be written; a channel never changes the exit code (R1.2).
 *
 * @throws UsageError, ConfigError (exit 2) before anything is written
 */
export async function ask(options: AskOptions): Promise<void> {
  const ref = workItemOf(options.workItem);
  const option = options.question === undefined ? '--question-file' : '--question';
  const text = await textOf('question', options.question, options.questionFile);
  const settings = await loadSettings({ config: options.config, allowBuiltInChannel: true });
  check(text, option, settings);
  const question = { ref, text, actor: operatorName() };
  const asked = await withProgress(
    `asking about ${ref.text}`,
    askInApp(settings, commandLogger(settings), question, stopping()),
  );
  const { ticket, recorded, channels } = asked;
  const problems = problemsOf(asked, settings.eventLogPath);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const result = {
    workItem: ref.text,
    commentUrl: ticket.kind === 'written' ? ticket.url : null,
    recorded: recorded.ok,
    channels: channels.ok ? channels.names : [],
    problems,
  };
  const code = ticket.kind === 'failed' || !recorded.ok ? EXIT.failed : EXIT.done;
  const said = options.json === true ? JSON.stringify(result, null, 2) : forPeople(asked, ref.text);
  // A channel that hangs may still hold a connection open: the answer does not wait for it.
  process.stdout.write(`${said}\n`, () => process.exit(code));
}
