import { expect, test } from '@jest/globals';
import { stateFindings } from '../../src/cli/status-state.js';
import type { Overview } from '../../src/operator/operator.js';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

function overview(changes: Partial<Overview>): Overview {
  return {
    ...{ threads: 1, openQuestions: 0, sources: [] },
    posts: { waiting: 0, failed: 0 },
    replies: { waiting: 0, undeliverable: 0, unknown: 0 },
    ...changes,
  };
}

const waiting = (seconds: number, error: string | null) => ({
  waiting: 1,
  failed: 0,
  oldest: { workItem: 'github:octo/app#7', since: before(seconds), tries: 3, error },
});

test.each([
  { name: 'nothing waits', posts: { waiting: 0, failed: 0 }, fixes: [] },
  { name: 'what passes by itself is young', posts: waiting(60, 'ratelimited'), fixes: [] },
  { name: 'what passes by itself is old', posts: waiting(180, 'ratelimited'), fixes: [undefined] },
  {
    name: 'someone must mend it',
    posts: waiting(5, 'not_in_channel'),
    fixes: [expect.stringContaining('/invite')],
  },
  { name: 'nobody tries', posts: waiting(180, null), fixes: ['start listen'] },
])('posts: $name', ({ posts, fixes }) => {
  const found = stateFindings(overview({ posts }), true, NOW);
  expect(found.map(({ fix }) => fix)).toEqual(fixes);
});

test.each([
  {
    name: 'Slack sent our own post back',
    lastPostAt: before(300),
    lastEventAt: before(299),
    reads: true,
    said: false,
  },
  {
    name: 'Slack sent nothing at all',
    lastPostAt: before(300),
    lastEventAt: undefined,
    reads: true,
    said: true,
  },
  {
    name: 'Slack sent nothing since',
    lastPostAt: before(300),
    lastEventAt: before(4000),
    reads: true,
    said: true,
  },
  { name: 'the post is new', lastPostAt: before(20), lastEventAt: undefined, reads: true, said: false },
  { name: 'nothing is read', lastPostAt: before(300), lastEventAt: undefined, reads: false, said: false },
])('events: $name', ({ lastPostAt, lastEventAt, reads, said }) => {
  const found = stateFindings(overview({ lastPostAt, lastEventAt }), reads, NOW);
  expect(found.some(({ fix }) => fix?.includes('message.im') === true)).toBe(said);
});
