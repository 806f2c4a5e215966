import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../src/sandbox/slack/faults.js';
import type { Chance } from './random.js';
import type { SoakWorld } from './world.js';

/** After how many messages of members something goes wrong on the far sides. */
const EVERY = 20;

/** Every method that the app calls while it works. */
const METHODS = [
  'chat.postMessage',
  'chat.postMessage',
  'chat.update',
  'reactions.add',
  'conversations.replies',
  'conversations.history',
  'chat.postEphemeral',
] as const;

const SLACK_FAULTS: readonly [Fault, ...Fault[]] = [
  { kind: 'ratelimited', retryAfter: 1 },
  { kind: 'http', status: 500 },
  { kind: 'http', status: 503 },
  { kind: 'reset' },
  { kind: 'reset-after' },
  { kind: 'cut' },
  { kind: 'error', error: 'internal_error' },
  { kind: 'garbage' },
  { kind: 'delay', ms: 1_500 },
];

/** Ways in which something goes wrong, by name. */
function ways({ slack, ticket, loop }: SoakWorld, random: Chance): [string, () => void][] {
  const slackCall = () => slack.faults.next(random.pick(METHODS), random.pick(SLACK_FAULTS));
  return [
    ['Slack calls', slackCall],
    ['Slack calls', slackCall],
    ['Slack calls', slackCall],
    ['Slack sockets dropped', () => slack.faults.dropSockets()],
    ['Slack frames cut', () => slack.faults.cutFrames(1)],
    ['Slack reconnects asked for', () => slack.disconnect('refresh_requested')],
    ['GitHub 502', () => ticket.faults.next({ kind: 'http', status: 502 }, 1, 'POST')],
    ['GitHub resets after the write', () => ticket.faults.next({ kind: 'reset-after' }, 1, 'POST')],
    ['GitHub resets', () => ticket.faults.next({ kind: 'reset' }, 1)],
    ['GitHub garbage', () => ticket.faults.next({ kind: 'garbage' }, 1, 'POST')],
    ['GitHub secondary limits', () => ticket.faults.secondaryRateLimit(1)],
    ['session resets after the paste', () => loop.faults.next('reply', { kind: 'reset-after' })],
    ['session resets', () => loop.faults.next('reply', { kind: 'reset' })],
    ['session 409', () => loop.faults.next('reply', { kind: 'http', status: 409, body: AMBIGUOUS })],
    ['session 503', () => loop.faults.next('reply', { kind: 'http', status: 503 })],
    ['streams dropped', () => loop.dropStreams()],
    ['streams out of place', () => loop.streams.desync('queue-overflow')],
    ['stream catch-ups cut', () => loop.faults.next('events', { kind: 'reset-after' })],
  ];
}

const AMBIGUOUS = { detail: 'two instances answer for it', candidates: ['one', 'two'] };

/**
 * Lets the far sides go wrong in every way, one thing after the other, until `signal` aborts.
 *
 * @param said how many messages members have written so far: bad luck keeps their pace, however slow the machine is
 */
export async function badLuck(
  world: SoakWorld,
  random: Chance,
  said: () => number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const [first, ...others] = ways(world, random);
  let next = 0;
  while (first !== undefined && !signal.aborted) {
    if (said() >= next) {
      const [name, happen] = random.pick([first, ...others]);
      happen();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      next += EVERY;
    }
    await sleep(20, undefined, { signal }).catch(() => undefined);
  }
  world.slack.faults.clear();
  world.ticket.faults.clear();
  for (const route of ['reply', 'events'] as const) world.loop.faults.clear(route);
  return counts;
}
