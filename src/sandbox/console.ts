import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { setInterval as every } from 'node:timers/promises';
import { type PageServer, startPage } from './page/server.js';
import { ask, putQuestion, RoundError, replyIn, untilListening } from './round.js';
import { SandboxSlackError } from './slack/errors.js';
import type { SlackMessage } from './slack/model.js';
import { Stage } from './stage.js';
import { watchWorld } from './watch.js';
import type { World } from './world.js';

/** The question that the sandbox's agent starts with; the package's root is two levels up, from src and from dist. */
const QUESTION = new URL('../../docs/examples/question.md', import.meta.url);

const help = (member: string) => `
  Type an answer and press Enter: ${member} replies in the newest thread.

  /tap N        ${member} taps choice N of the newest question
  /ask TEXT     the agent asks something else
  /as ID TEXT   someone else replies, such as U0MALLORY, who is not authorized
  /log          the app's own log
  /quit         stop everything
`;

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');
}

/** Taps a choice of a message as it is now; gives what to tell when there is no such control. */
function tap(world: World, message: SlackMessage, user: string, number: string): string {
  try {
    const { channel } = message;
    world.slack.press({
      user,
      channel,
      messageTs: message.ts,
      actionId: `choice:${number.trim()}`,
    });
    return '';
  } catch (error) {
    if (!(error instanceof SandboxSlackError)) throw error;
    return `\n  no choice ${number} can be tapped on the newest question now\n`;
  }
}

/** The newest message that asks: it alone has a row of controls or links. Undefined in a world where nobody asked yet. */
function newestQuestion({ slack, channel }: World): SlackMessage | undefined {
  return slack.messages(channel).findLast(({ bot_id, blocks = [] }) => {
    return bot_id === slack.identity.botId && blocks.some(({ type }) => type === 'actions');
  });
}

/** What a typed line asks for: `/command rest`, or a reply. */
function readLine(line: string, member: string): { command: string; rest: string } {
  const [, command, rest = ''] = /^\/(\w+)\s*(.*)$/.exec(line) ?? [];
  if (command !== undefined) return { command, rest };
  return line.trim() === '' ? { command: 'help', rest: '' } : { command: 'as', rest: `${member} ${line}` };
}

/** Carries out what was typed; gives what to tell. */
async function obey(stage: Stage, line: string): Promise<string> {
  const { world, app } = stage;
  const [member = ''] = world.members;
  const { command, rest } = readLine(line, member);
  if (command === 'ask' && rest !== '') {
    await ask(world, app, rest);
    return '';
  }
  if (command === 'log') return indent(app.log());
  if (command !== 'tap' && command !== 'as') return help(member);
  const newest = newestQuestion(world);
  if (newest === undefined) return '\n  nothing was asked yet: /ask TEXT\n';
  if (command === 'tap') return tap(world, newest, member, rest);
  const [, who = '', text = ''] = /^(\S+)\s+(.+)$/.exec(rest) ?? [];
  const known = world.members;
  if (!known.includes(who)) return `\n  /as ID TEXT, where ID is one of ${known.join(', ')}\n`;
  const decision = await replyIn(world, app, newest, { as: who, text });
  return decision.kind === 'dropped' ? `\nthe app · dropped the reply of ${who}: ${decision.reason}\n` : '';
}

/** How often a new world is looked at for whether the app listens, in milliseconds. */
const LOOK_MS = 100;

/** After a reset the agent asks as at the start: once the app listens, whoever kills and restarts it before. */
async function askAgain(stage: Stage, question: string, signal: AbortSignal): Promise<void> {
  const { world } = stage;
  for await (const _ of every(LOOK_MS, undefined, { ref: false })) {
    if (stage.world !== world || signal.aborted) return;
    if (stage.state === 'up') return putQuestion(world, question);
  }
}

/**
 * Runs the sandbox for a person: as a page in the browser, and at the terminal, where what comes is printed, and what is
 * typed is a reply in the thread. Ends with `/quit` or a signal, and at a terminal with the end of the input: where there is
 * none, as in a script or a container, the page stays up.
 *
 * @throws RoundError when the app ends by itself, ConfigError for an unreadable settings file, PagePortError
 */
export async function runConsole(options: {
  config?: string | undefined;
  question?: string | undefined;
  /** The page's port; 0 for a free one. */
  port: number;
  /** Called with the page's address once it answers. */
  onPage: (url: string) => void;
  input: NodeJS.ReadableStream;
  /** Whether a person types at the input. */
  isTerminal: boolean;
  write: (text: string) => void;
  /** Ends it as `/quit` does. */
  signal: AbortSignal;
}): Promise<void> {
  const { write } = options;
  write(
    'starting a local Slack, ticket and the-loop, and the app against them (the first start takes some seconds)\n',
  );
  const question = options.question ?? (await readFile(QUESTION, 'utf8'));
  const stage = await Stage.open(options.config);
  const lines = createInterface({ input: options.input });
  // Taken now: lines that come while the app starts would be lost to an iterator made later.
  const typed = lines[Symbol.asyncIterator]();
  const watch = () =>
    watchWorld(stage.world, (title, text = '') => write(`\n${title}\n${text === '' ? '' : indent(text)}`));
  let stopWatching = watch();
  stage.onReset(() => {
    stopWatching();
    write('\nreset: everything starts anew\n');
    stopWatching = watch();
    void askAgain(stage, question, options.signal);
  });
  const close = () => lines.close();
  const over = Promise.race([stage.ended, once(options.signal, 'abort')]);
  over.then(close);
  let page: PageServer | undefined;
  try {
    page = await startPage(stage, options.port);
    write(`Page: ${page.url}\n`);
    options.onPage(page.url);
    const { world, app } = stage;
    if (!(await untilListening(world, app, options.signal))) return;
    write(`
  Slack       ${world.slack.apiUrl}
  the ticket  ${world.ticket.apiUrl}/repos/octo/app/issues/7/comments
  the-loop    ${world.loop.url}/api/v1/stream
  event log   ${world.eventLog}
${help(world.members[0] ?? '')}`);
    await ask(world, app, question);
    for await (const line of { [Symbol.asyncIterator]: () => typed }) {
      if (readLine(line, '').command === 'quit') return;
      const app = stage.app;
      try {
        write(await obey(stage, line));
      } catch (error) {
        // Someone at the page killed or restarted the app while this line waited for it.
        if (!(error instanceof RoundError) || (stage.app === app && stage.state !== 'down')) throw error;
        write('\n  the app was stopped meanwhile; what was said is not lost\n');
      }
    }
    if (options.isTerminal || options.signal.aborted || stage.state === 'ended') return;
    write('\nno terminal to type at: the page stays up until SIGINT (Ctrl-C) or SIGTERM\n');
    await over;
  } finally {
    stopWatching();
    lines.close();
    await page?.close();
    await stage.close();
    write('stopped\n');
  }
}
