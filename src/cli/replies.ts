import type { ReplyLine } from '../operator/operator.js';
import { workItemOf } from './given.js';
import { type OperateOptions, operate } from './operate.js';
import { age, table } from './table.js';

/** What `replies` is called with. */
export type RepliesOptions = OperateOptions & { workItem?: string };

function forPeople(lines: readonly ReplyLine[]): string {
  if (lines.length === 0) return 'No answers yet.';
  return table(
    ['AGE', 'WORK ITEM', 'MEMBER', 'KIND', 'TICKET', 'SESSION', 'DETAIL'],
    lines.map(({ at, workItem, member, kind, mirror, delivery, ...line }) => [
      ...[age(at), workItem, member, kind, mirror, delivery],
      [line.mirrorError, line.deliveryError].filter((error) => error !== null).join('; ') ||
        (line.mirrorUrl ?? '-'),
    ]),
  );
}

/**
 * Prints the accepted answers and how far each came, the newest first.
 *
 * @throws UsageError, ConfigError (exit 2), StoreError or DoorError (exit 1)
 */
export async function replies(options: RepliesOptions): Promise<void> {
  const workItem = options.workItem === undefined ? undefined : workItemOf(options.workItem).text;
  const lines = await operate({ command: 'replies' }, options, (operator) => operator.replies(workItem));
  process.stdout.write(`${options.json === true ? JSON.stringify(lines, null, 2) : forPeople(lines)}\n`);
}
