import { expect, test } from '@jest/globals';
import { broadcast, type Channel } from '../../src/channels/channel.js';
import type { ChannelEvent } from '../../src/channels/event.js';
import { eventFromRecord } from '../../src/channels/from-record.js';
import { createHearer } from '../../src/channels/hear.js';
import { messageParts } from '../../src/channels/verbosity.js';
import { keepingLogger } from '../helpers/logger.js';

const base = { ts: '2026-11-30T06:41:04.342Z', work_item: 'github:octo/app#7' };
const PAGE = 'https://github.com/octo/app/issues/7';

type Elsewhere = Parameters<Channel['answeredElsewhere']>[0];

function takingChannel(
  name: string,
  events: string[],
): Channel & { taken: ChannelEvent[]; elsewhere: Elsewhere[] } {
  const taken: ChannelEvent[] = [];
  const elsewhere: Elsewhere[] = [];
  return {
    name,
    taken,
    elsewhere,
    wants: (type) => events.includes(type),
    accept: async (event) => void taken.push(event),
    answeredElsewhere: async (answer) => void elsewhere.push(answer),
  };
}

test('an event goes to every channel that wants it, and to no other (R2.1, R2.3)', async () => {
  const [first, second, other] = [
    takingChannel('a', ['x']),
    takingChannel('b', ['x', 'y']),
    takingChannel('c', ['y']),
  ];
  await broadcast([first, second, other], { key: 'k', type: 'x', workItem: 'w', text: 't' });
  expect([first, second, other].map(({ taken }) => taken.length)).toEqual([1, 1, 0]);
});

test.each([
  [
    {
      ...base,
      event: 'session.awaiting_input',
      question: 'Which?',
      actor: 'dev',
      comment_url: `${PAGE}#issuecomment-1`,
    },
    { type: 'session.awaiting_input', text: 'Which?', url: `${PAGE}#issuecomment-1`, actor: 'dev' },
  ],
  [
    { ...base, event: 'session.awaiting_input', question: 'Which?', actor: null, comment_url: null },
    { type: 'session.awaiting_input', url: PAGE, actor: undefined },
  ],
  [
    { ...base, event: 'graph.escalated', node: 'implementation', attempts: 3, repeated: true },
    {
      type: 'conflict-escalated',
      text: '`implementation` was tried 3 times without success, each time in the same way.',
    },
  ],
  [
    { ...base, event: 'graph.escalated', node: 'implementation', attempts: 1, repeated: false },
    { type: 'conflict-escalated', text: '`implementation` was tried once without success.' },
  ],
  [
    { ...base, event: 'graph.parked', node: 'requirements-approval' },
    { type: 'decision-pending', text: 'Work is parked at `requirements-approval` until someone decides.' },
  ],
  [
    { ...base, event: 'graph.completed', node: 'complete' },
    { type: 'work-item-complete', url: PAGE },
  ],
  // A node's name comes from outside: it cannot close its code span, nor add a line.
  [
    { ...base, event: 'graph.parked', node: 'a`\n<!channel> **b**' },
    { text: 'Work is parked at `a <!channel> **b**` until someone decides.' },
  ],
] as const)('%j becomes an event', (record, expected) => {
  expect(eventFromRecord('key', record, PAGE)).toMatchObject({
    key: 'key',
    workItem: base.work_item,
    ...expected,
  });
});

test('a record whose work item is no ref is logged and skipped, without its text', async () => {
  const channel = takingChannel('a', ['session.awaiting_input']);
  const { logger, entries } = keepingLogger();
  const hear = createHearer({ channels: [channel], readRef: () => 'malformed', logger });
  for (let times = 0; times < 3; times += 1)
    await hear({ key: 'k', record: { ...base, event: 'session.awaiting_input', question: 'secret words?' } });
  expect(channel.taken).toEqual([]);
  expect(entries).toMatchObject([{ level: 'warn', fields: { event: 'session.awaiting_input' } }]);
  expect(JSON.stringify(entries)).not.toContain('secret words');
});

test('an answer given elsewhere is passed on, with who gave it and when', async () => {
  const channel = takingChannel('a', []);
  const hear = createHearer({
    channels: [channel],
    readRef: (ref) => ({ ref, url: undefined }),
    logger: keepingLogger().logger,
  });
  await hear({ key: 'k', record: { ...base, event: 'session.reply_sent', actor: 'octocat' } });
  expect(channel.elsewhere).toEqual([{ workItem: base.work_item, actor: 'octocat', at: new Date(base.ts) }]);
});

test('each verbosity has all of the one before, and more (R2.2)', () => {
  const parts = (['quiet', 'normal', 'verbose'] as const).map((verbosity) => {
    const { text, detail } = messageParts(verbosity);
    return [text, detail].filter(Boolean).length;
  });
  expect(parts).toEqual([0, 1, 2]);
});
