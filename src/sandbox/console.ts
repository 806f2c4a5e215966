import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { ask, replyIn, untilListening } from './round.js';
import { SandboxSlackError } from './slack/errors.js';
import type { SlackMessage } from './slack/model.js';
import { watchWorld } from './watch.js';
import { startWorld, type World } from './world.js';

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

/** What a typed line asks for: `/command rest`, or a reply. */
function readLine(line: string, member: string): { command: string; rest: string } {
  const [, command, rest = ''] = /^\/(\w+)\s*(.*)$/.exec(line) ?? [];
  if (command !== undefined) return { command, rest };
  return line.trim() === '' ? { command: 'help', rest: '' } : { command: 'as', rest: `${member} ${line}` };
}

/**
 * Runs the sandbox for a person at a terminal: what comes is printed, and what is typed is a reply in the thread. Ends
 * with `/quit`, or with the end of the input.
 *
 * @throws RoundError when the app ends by itself, ConfigError for an unreadable settings file
 */
export async function runConsole(options: {
  config?: string | undefined;
  question?: string | undefined;
  input: NodeJS.ReadableStream;
  write: (text: string) => void;
  /** Ends it as `/quit` does. */
  signal: AbortSignal;
}): Promise<void> {
  const { write } = options;
  write(
    'starting a local Slack, ticket and the-loop, and the app against them (the first start takes some seconds)\n',
  );
  const world = await startWorld({ config: options.config });
  const [member = ''] = world.members;
  const app = world.startApp();
  const lines = createInterface({ input: options.input });
  // Taken now: lines that come while the app starts would be lost to an iterator made later.
  const typed = lines[Symbol.asyncIterator]();
  const stopWatching = watchWorld(world, (title, text = '') =>
    write(`\n${title}\n${text === '' ? '' : indent(text)}`),
  );
  const close = () => lines.close();
  app.ended.then(close);
  options.signal.addEventListener('abort', close, { once: true });
  try {
    if (!(await untilListening(world, app, options.signal))) return;
    write(`
  Slack       ${world.slack.apiUrl}
  the ticket  ${world.ticket.apiUrl}/repos/octo/app/issues/7/comments
  the-loop    ${world.loop.url}/api/v1/stream
  event log   ${world.eventLog}
${help(member)}`);
    let newest = await ask(world, app, options.question ?? (await readFile(QUESTION, 'utf8')));
    for await (const line of { [Symbol.asyncIterator]: () => typed }) {
      const { command, rest } = readLine(line, member);
      if (command === 'quit') return;
      if (command === 'ask' && rest !== '') newest = await ask(world, app, rest);
      else if (command === 'log') write(indent(app.log()));
      else if (command === 'tap') write(tap(world, newest, member, rest));
      else if (command === 'as') {
        const [, who = '', text = ''] = /^(\S+)\s+(.+)$/.exec(rest) ?? [];
        const known = world.members;
        if (known.includes(who)) {
          const decision = await replyIn(world, app, newest, { as: who, text });
          if (decision.kind === 'dropped')
            write(`\nthe app · dropped the reply of ${who}: ${decision.reason}\n`);
        } else write(`\n  /as ID TEXT, where ID is one of ${known.join(', ')}\n`);
      } else write(help(member));
    }
  } finally {
    stopWatching();
    lines.close();
    await app.stop();
    await world.close();
    write('stopped\n');
  }
}
