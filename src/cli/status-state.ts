import { stat } from 'node:fs/promises';
import type { Settings } from '../config/settings.js';
import type { Overview, Waiting } from '../operator/operator.js';
import { sourceName } from '../store/cursors.js';
import { fixFor } from './fixes.js';
import type { Finding, Section } from './status-report.js';
import { age } from './table.js';

/** What Slack would have sent by now: events from a channel we posted in this long ago, in milliseconds. */
const EVENT_DUE_MS = 60_000;

/** A backlog this old is worth a line of its own, in milliseconds. */
const OLD_MS = 120_000;

/** The bytes of the-loop's log that were not heard yet; undefined where the log is elsewhere or the place is no offset. */
async function bytesBehind(log: string, position: string): Promise<number | undefined> {
  if (!/^\d+$/.test(position)) return undefined;
  const size = await stat(log).then(
    (file) => file.size,
    () => undefined,
  );
  return size === undefined || size < Number(position) ? undefined : size - Number(position);
}

function oldest(waiting: Waiting | undefined, now: number): string {
  if (!waiting) return '';
  const error = waiting.error === null ? '' : `, ${waiting.error}`;
  return `; the oldest: ${waiting.workItem}, ${age(waiting.since, now)} ago, ${waiting.tries} tries${error}`;
}

/** How many bytes of the-loop's log the app has not heard yet; undefined where that cannot be told. */
export async function lagOf(settings: Settings, overview: Overview): Promise<number | undefined> {
  const name = sourceName(settings.source);
  const heard = overview.sources.find((cursor) => cursor.name === name);
  return heard && (await bytesBehind(settings.eventLogPath, heard.position));
}

/** How far each source was heard, what waits, and the conversations in numbers (requirements/000, R4.3 and issue 6). */
export function stateSections(
  settings: Settings,
  overview: Overview,
  { where, behind }: { where: string; behind: number | undefined },
  now: number,
): Section[] {
  const { source } = settings;
  const name = sourceName(source);
  const heard = overview.sources.find((cursor) => cursor.name === name);
  const hasHeard = heard !== undefined && heard.position !== 'start';
  const { posts, replies } = overview;
  return [
    { title: 'Database', rows: [['state', where]] },
    {
      title: source.kind === 'log' ? 'The-loop’s event log' : 'The-loop’s event stream',
      rows: [
        ['source', source.kind === 'log' ? source.path : source.url],
        ['position', hasHeard ? heard.position : 'nothing heard yet'],
        ...(hasHeard ? [['heard', `everything up to ${age(heard.heardAt, now)} ago`] as const] : []),
        ...(behind === undefined ? [] : [['lag', `${behind} bytes of ${settings.eventLogPath}`] as const]),
      ],
    },
    {
      title: 'Backlog',
      rows: [
        ['posts', `${posts.waiting} wait, ${posts.failed} failed${oldest(posts.oldest, now)}`],
        ['answers', `${replies.waiting} on their way${oldest(replies.oldest, now)}`],
      ],
    },
    {
      title: 'Conversations',
      rows: [
        ['threads', String(overview.threads)],
        ['open questions', String(overview.openQuestions)],
        ['answers that reached no session', String(replies.undeliverable)],
        ['answers in doubt', String(replies.unknown)],
      ],
    },
  ];
}

/** What the app's own state says is wrong. */
export function stateFindings(
  { posts, replies, lastPostAt, lastEventAt }: Overview,
  reads: boolean,
  now: number,
): Finding[] {
  const found: Finding[] = [];
  if (posts.failed > 0) {
    const many = posts.failed === 1 ? '1 post' : `${posts.failed} posts`;
    found.push({
      level: 'problem',
      what: `${many} failed for good`,
      fix: 'the-loop-slack outbox shows why; outbox retry ID posts one again, outbox drop ID gives it up',
    });
  }
  for (const [what, waiting] of [
    ['posts', posts.oldest],
    ['answers', replies.oldest],
  ] as const) {
    if (!waiting) continue;
    // What only a person can mend is said at once; the rest may pass by itself.
    const needsSomeone = waiting.error !== null && fixFor(waiting.error) !== undefined;
    if (!needsSomeone && now - Date.parse(waiting.since) < OLD_MS) continue;
    const reason = waiting.error ?? 'nothing went wrong yet: is listen running?';
    found.push({
      level: 'problem',
      what: `${what} wait, the oldest for ${age(waiting.since, now)}: ${reason}`,
      fix: waiting.error === null ? 'start listen' : fixFor(waiting.error),
    });
  }
  const due = lastPostAt !== undefined && now - Date.parse(lastPostAt) > EVENT_DUE_MS;
  const silent =
    due && (lastEventAt === undefined || Date.parse(lastPostAt) - Date.parse(lastEventAt) > EVENT_DUE_MS);
  if (reads && silent) {
    found.push({
      level: 'problem',
      what: 'Slack sent no event for our own last post: the app is not subscribed to this kind of channel, or listen was not running',
      fix: 'add message.channels, message.groups, message.im and message.mpim under Event Subscriptions at api.slack.com/apps (manifest.yml has them), and install the app again',
    });
  }
  return found;
}
