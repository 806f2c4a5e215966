import type { Fault as SlackFault } from '../../src/sandbox/slack/faults.js';
import type { Fault as LoopFault } from '../../src/sandbox/the-loop/faults.js';
import { secondaryRateLimit, type TicketFault } from '../../src/sandbox/ticket/faults.js';
import { until } from '../helpers/until.js';
import type { Lane } from './lane.js';

/** One far side going wrong in one way, while a question is asked or while it is answered. */
export type Row = {
  side: string;
  fault: string;
  when: 'question' | 'answer';
  /** Lets it go wrong. Called once before the question that is tapped, and once before the one that is answered in words. */
  apply: (lane: Lane) => void | Promise<void>;
  /** What happens once the question was asked, or the answer given: the end of an outage, mostly. */
  after?: (lane: Lane) => void | Promise<void>;
  /** The delivery call itself went unanswered: nobody can know, and the member must be told. */
  inDoubt?: true;
  /** Seconds that the row waits by its nature: the longest go first. */
  slow?: number;
};

/** Longer than a Slack call may take (src/slack/client.ts), but processed soon after it was given up. */
const SLACK_LATE = 15_500;
/** Longer than a ticket call and a session call may take. */
const TICKET_LATE = 31_000;
const LOOP_LATE = 31_000;

const SLACK: Record<string, SlackFault> = {
  'reset before': { kind: 'reset' },
  'reset after': { kind: 'reset-after' },
  'cut answer': { kind: 'cut' },
  'too late': { kind: 'delay', ms: SLACK_LATE },
  '429': { kind: 'ratelimited', retryAfter: 1 },
  '500': { kind: 'http', status: 500 },
  '502': { kind: 'http', status: 502 },
  garbage: { kind: 'garbage' },
  internal_error: { kind: 'error', error: 'internal_error' },
};

const TICKET: Record<string, TicketFault> = {
  'reset before': { kind: 'reset' },
  'reset after': { kind: 'reset-after' },
  'cut answer': { kind: 'cut' },
  'too late': { kind: 'delay', ms: TICKET_LATE },
  '429': { kind: 'http', status: 429, headers: { 'retry-after': '1' } },
  'secondary limit': secondaryRateLimit(1),
  '500': { kind: 'http', status: 500 },
  '502': { kind: 'http', status: 502 },
  garbage: { kind: 'garbage' },
};

const LOOP: Record<string, LoopFault> = {
  'reset before': { kind: 'reset' },
  'reset after': { kind: 'reset-after' },
  'cut answer': { kind: 'cut' },
  'too late': { kind: 'delay', ms: LOOP_LATE },
  '429': { kind: 'http', status: 429, headers: { 'retry-after': '1' } },
  '500': { kind: 'http', status: 500 },
  '502': { kind: 'http', status: 502 },
  garbage: { kind: 'garbage' },
};

/** Answers of the delivery call that leave its fate open; the others say that nothing was delivered. */
const OPEN_FATE = new Set(['reset before', 'reset after', 'cut answer', 'too late', '500', 'garbage']);

const late = (fault: string, seconds: number) => (fault === 'too late' ? { slow: seconds } : {});

function slackRows(
  method: string,
  when: Row['when'],
  options: { times?: number; first?: SlackFault; seconds?: number; before?: Row['apply'] } = {},
): Row[] {
  const { times = 1, first, seconds = 16, before } = options;
  return Object.entries(SLACK).map(([fault, what]) => ({
    ...{ side: `Slack ${method}`, fault, when },
    ...late(fault, 2 * seconds * times),
    async apply(lane) {
      await before?.(lane);
      if (first) lane.slack('chat.postMessage', first);
      lane.slack(method, what, times);
    },
  }));
}

const ticketRows = (method: 'GET' | 'POST', first?: TicketFault): Row[] =>
  Object.entries(TICKET).map(([fault, what]) => ({
    ...{ side: `GitHub ${method === 'GET' ? 'look-up' : 'comment'}`, fault, when: 'answer' as const },
    ...late(fault, 64),
    apply(lane) {
      if (first) lane.ticket(first, 'POST');
      lane.ticket(what, method);
    },
  }));

const replyRows: Row[] = Object.entries(LOOP).map(([fault, what]) => ({
  ...{ side: 'the-loop reply', fault, when: 'answer' as const },
  ...late(fault, 64),
  ...(OPEN_FATE.has(fault) ? { inDoubt: true as const } : {}),
  apply: (lane) => lane.loop('reply', what),
}));

/** The stream is cut and meets `fault` as it comes back, while a question is asked. */
const streamRows: Row[] = Object.entries(LOOP).map(([fault, what]) => ({
  ...{ side: 'the-loop stream', fault, when: 'question' as const },
  apply(lane) {
    lane.loop('stream', fault === 'too late' ? { kind: 'delay', ms: 3_000 } : what);
    lane.count('cut stream');
    lane.rig.loop.dropStreams();
  },
}));

/** The stream is cut, and the catch-up with which it comes back meets `fault`. */
const catchUpRows: Row[] = Object.entries(LOOP).map(([fault, what]) => ({
  ...{ side: 'the-loop catch-up', fault, when: 'question' as const },
  apply(lane) {
    lane.loop('events', fault === 'too late' ? { kind: 'delay', ms: 3_000 } : what);
    lane.count('cut stream');
    lane.rig.loop.dropStreams();
  },
}));

const desyncRows: Row[] = (['truncated', 'rotated', 'replay-window', 'queue-overflow'] as const).map(
  (reason) => ({
    ...{ side: 'the-loop stream', fault: `desync ${reason}`, when: 'question' as const },
    apply(lane) {
      lane.count('lost place');
      lane.rig.loop.streams.desync(reason);
    },
  }),
);

const untilAsked = (lane: Lane) => until('the outage to be met', lane.metAnOutage, 20_000);

const outages: Row[] = [
  {
    ...{ side: 'Slack', fault: 'down', when: 'question' },
    apply(lane) {
      lane.count('down');
      lane.rig.slack.faults.down(true);
    },
    async after(lane) {
      await untilAsked(lane);
      lane.rig.slack.faults.down(false);
    },
  },
  {
    ...{ side: 'GitHub', fault: 'down', when: 'answer' },
    async apply(lane) {
      lane.count('down');
      await lane.rig.ticket.faults.down(true);
    },
    async after(lane) {
      await untilAsked(lane);
      await lane.rig.ticket.faults.down(false);
    },
  },
  {
    ...{ side: 'the-loop', fault: 'down', when: 'answer' },
    async apply(lane) {
      lane.count('down');
      await lane.rig.loop.faults.down(true);
    },
    async after(lane) {
      await until('the ticket to have it', () => lane.written(), 20_000);
      await lane.rig.loop.faults.down(false);
    },
  },
];

const wire: Row[] = [
  {
    ...{ side: 'Socket Mode', fault: 'cut in the middle of a frame', when: 'answer' },
    apply(lane) {
      lane.count('cut frame');
      lane.rig.slack.faults.cutFrames(1);
    },
  },
  {
    ...{ side: 'Socket Mode', fault: 'dropped', when: 'answer' },
    apply(lane) {
      lane.count('dropped socket');
      lane.rig.slack.faults.dropSockets();
    },
  },
  ...(['warning', 'refresh_requested'] as const).map(
    (reason): Row => ({
      ...{ side: 'Socket Mode', fault: `disconnect ${reason}`, when: 'answer' },
      apply(lane) {
        lane.count('disconnect');
        lane.rig.slack.disconnect(reason);
      },
    }),
  ),
  {
    ...{ side: 'Socket Mode', fault: 'every envelope three times', when: 'answer' },
    apply(lane) {
      lane.count('duplicate', 2);
      lane.rig.slack.faults.duplicateEvents(3);
    },
  },
  {
    ...{ side: 'Socket Mode', fault: 'events out of order', when: 'answer' },
    apply(lane) {
      lane.count('reorder');
      // The answer is held until a stranger's word comes, which goes out first.
      lane.rig.slack.faults.reorderEvents(2);
    },
    after: (lane) => lane.strangerSpeaks(),
  },
  {
    ...{ side: 'Socket Mode', fault: 'event lost, app started again', when: 'answer' },
    apply(lane) {
      lane.count('lost event');
      lane.rig.slack.faults.loseEvents(1);
    },
    after: (lane) => lane.restart(),
  },
  {
    ...{ side: 'the-loop stream', fault: 'cut', when: 'question' },
    apply(lane) {
      lane.count('cut stream');
      lane.rig.loop.dropStreams();
    },
  },
  {
    ...{ side: 'the-loop stream', fault: 'cut behind the question', when: 'question' },
    apply: () => undefined,
    after(lane) {
      lane.count('cut stream');
      lane.rig.loop.dropStreams();
    },
  },
  {
    ...{ side: 'the-loop stream', fault: 'half a frame of bytes that are none', when: 'question' },
    apply(lane) {
      lane.count('garbage');
      lane.rig.loop.streams.writeRaw(Uint8Array.from([0xff, 0xfe, 0x0a, 0x0a, 0x64, 0x61]));
      lane.rig.loop.dropStreams();
    },
  },
  {
    ...{ side: 'the-loop stream', fault: 'silent', when: 'question', slow: 100 },
    apply(lane) {
      lane.count('silence');
      lane.rig.loop.faults.silent(true);
    },
    // Only a new connection ends it, once ours has given the silent one up after 45 s.
    async after(lane) {
      const before = lane.rig.loop.calls().length;
      await until('a new connection', () => lane.rig.loop.calls().length > before, 60_000);
      lane.rig.loop.faults.silent(false);
    },
  },
  {
    ...{ side: 'the-loop log', fault: 'truncated', when: 'question' },
    apply(lane) {
      lane.count('truncated log');
      lane.rig.loop.truncateLog();
    },
  },
  {
    ...{ side: 'the-loop log', fault: 'rotated', when: 'question' },
    apply(lane) {
      lane.count('rotated log');
      lane.rig.loop.rotateLog();
    },
  },
  {
    ...{ side: 'the-loop log', fault: 'the question written three times', when: 'question' },
    apply: () => undefined,
    after(lane) {
      lane.count('duplicate', 2);
      return lane.repeatQuestion(2);
    },
  },
];

const RESET_AFTER = { kind: 'reset-after' } as const;

/** The whole matrix. */
export const ROWS: readonly Row[] = [
  ...slackRows('chat.postMessage', 'question'),
  // A post in doubt is looked for: the first of a work item in the channel, the next in its thread.
  ...slackRows('conversations.history', 'question', { first: RESET_AFTER, seconds: 8 }),
  ...slackRows('conversations.replies', 'question', { first: RESET_AFTER, seconds: 8 }),
  ...slackRows('reactions.add', 'answer'),
  ...slackRows('reactions.add', 'answer', { times: 2 }).map((row) => ({ ...row, side: `${row.side} twice` })),
  ...slackRows('chat.update', 'answer'),
  ...slackRows('chat.postEphemeral', 'answer', { before: (lane) => lane.strangerTaps() }),
  ...slackRows('apps.connections.open', 'answer', {
    before(lane) {
      lane.count('dropped socket');
      lane.rig.slack.faults.dropSockets();
    },
  }),
  ...ticketRows('POST'),
  ...ticketRows('GET', RESET_AFTER),
  ...replyRows,
  ...streamRows,
  ...catchUpRows,
  ...desyncRows,
  ...outages,
  ...wire,
];
