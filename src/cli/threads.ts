import type { ThreadLine } from '../operator/operator.js';
import { type OperateOptions, operate } from './operate.js';
import { age, table } from './table.js';

/** Prints every work item's thread, the one with the newest traffic first. */
export async function threads(options: OperateOptions): Promise<void> {
  const lines = await operate({ command: 'threads' }, options, (operator) => operator.threads());
  process.stdout.write(`${options.json === true ? JSON.stringify(lines, null, 2) : forPeople(lines)}\n`);
}

function forPeople(lines: readonly ThreadLine[]): string {
  if (lines.length === 0) return 'No threads yet: the first question of a work item opens one.';
  return table(
    ['WORK ITEM', 'THREAD', 'LAST TRAFFIC', 'OPEN'],
    lines.map(({ workItem, channel, threadTs, lastTrafficAt, openQuestions }) => [
      workItem,
      `${channel}/${threadTs}`,
      `${age(lastTrafficAt)} ago`,
      openQuestions === 0 ? '-' : String(openQuestions),
    ]),
  );
}
