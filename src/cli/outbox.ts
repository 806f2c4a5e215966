import type { Changed, PostLine } from '../operator/operator.js';
import { EXIT, UsageError } from './exit.js';
import { fixFor } from './fixes.js';
import { type OperateOptions, operate } from './operate.js';
import type { OutboxAction } from './outbox-actions.js';
import { age, ahead, printable, table } from './table.js';

/** As much of an id as tells posts apart. */
const ID_SHOWN = 8;

function forPeople(posts: readonly PostLine[]): string {
  if (posts.length === 0) return 'Nothing waits: everything told is in Slack.';
  const rows = posts.map(({ id, state, since, tries, nextTryAt, event, workItem, error }) => [
    ...[id.slice(0, ID_SHOWN), state, age(since), String(tries)],
    ...[nextTryAt === null ? '-' : ahead(nextTryAt), event, workItem, error ?? '-'],
  ]);
  const head = ['ID', 'STATE', 'AGE', 'TRIES', 'NEXT TRY', 'EVENT', 'WORK ITEM', 'ERROR'];
  const errors = new Set(posts.flatMap(({ error }) => error ?? []));
  const fixes = [...errors].flatMap((error) => {
    const fix = fixFor(error);
    return fix === undefined ? [] : [`${error}: ${fix}`];
  });
  return [table(head, rows), ...(fixes.length === 0 ? [] : ['', ...fixes])].join('\n');
}

async function list(options: OperateOptions): Promise<void> {
  const posts = await operate({ command: 'outbox' }, options, (operator) => operator.posts());
  const withFixes = posts.map((post) => ({
    ...post,
    fix: post.error === null ? null : (fixFor(post.error) ?? null),
  }));
  process.stdout.write(`${options.json === true ? JSON.stringify(withFixes, null, 2) : forPeople(posts)}\n`);
}

const DONE = {
  retry: 'is due now; the running app posts it, or the next listen does',
  drop: 'is given up: it is never posted',
} as const;

/** What is said when nothing changed, and whether the input was at fault. */
function refusal(id: string, changed: Exclude<Changed, 'done'>): { problem: string; code: number } {
  switch (changed) {
    case 'no-such-post':
      return {
        problem: `no post has an id that begins with ${id} (four characters at least); outbox lists them`,
        code: EXIT.wrong,
      };
    case 'ambiguous':
      return { problem: `several ids begin with ${id}; give more of it`, code: EXIT.wrong };
    case 'dropped':
      return { problem: `${id} was given up before: it is never posted`, code: EXIT.failed };
    case 'posted-already':
      return { problem: `${id} is in Slack already`, code: EXIT.failed };
    case 'posting':
      return { problem: `${id} is being posted just now; look again in two minutes`, code: EXIT.failed };
  }
}

async function change(action: 'retry' | 'drop', id: string, options: OperateOptions): Promise<void> {
  const changed = await operate({ command: `outbox ${action}` }, options, (operator) => operator[action](id));
  if (options.json === true) process.stdout.write(`${JSON.stringify({ id, changed }, null, 2)}\n`);
  else if (changed === 'done') process.stdout.write(`${printable(id)} ${DONE[action]}\n`);
  if (changed === 'done') return;
  const { problem, code } = refusal(printable(id), changed);
  process.stderr.write(`${problem}\n`);
  process.exitCode = code;
}

/**
 * Lists what is not in Slack yet, makes one post due now, or gives one up.
 *
 * @throws UsageError, ConfigError (exit 2), StoreError or DoorError (exit 1)
 */
export async function outbox(
  action: OutboxAction,
  id: string | undefined,
  options: OperateOptions,
): Promise<void> {
  if (action === 'list') {
    if (id !== undefined) throw new UsageError('list takes no id; it lists every post that waits');
    return list(options);
  }
  if (id === undefined)
    throw new UsageError(`which one? outbox ${action} ID takes an id, or its beginning; outbox lists them`);
  return change(action, id, options);
}
