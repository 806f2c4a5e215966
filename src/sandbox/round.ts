import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AGENT_MARKER, VISIBLE_LINE } from '../ledger/marker.js';
import type { AppProcess } from './app-process.js';
import { asTyped } from './slack/acting/post.js';
import type { SlackMessage } from './slack/model.js';
import { WORK_ITEM, type World } from './world.js';

const record = z.looseObject({ event: z.string() });

/** A record of the event log. */
export type EventRecord = z.infer<typeof record>;

/** The app ended, or did nothing within the bound. `log` is the end of its log. */
export class RoundError extends Error {
  readonly code: 'app_ended' | 'timed_out';
  readonly exitCode: number | null;
  readonly log: string;

  constructor(code: RoundError['code'], message: string, app: { exitCode: number | null; log: string }) {
    super(message);
    this.name = 'RoundError';
    this.code = code;
    this.exitCode = app.exitCode;
    this.log = app.log;
  }
}

/** How long a step of a round may take, in milliseconds; the first start of the embedded database is the slowest. */
const STEP_MS = 60_000;

/** Every `channel.*` record of the event log so far. */
export async function channelRecords(world: World): Promise<EventRecord[]> {
  const records: EventRecord[] = [];
  for await (const line of createInterface({ input: createReadStream(world.eventLog) })) {
    const parsed = record.safeParse(parseJson(line));
    if (parsed.success && parsed.data.event.startsWith('channel.')) records.push(parsed.data);
  }
  return records;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Waits until the app listens on both sides; false when `signal` ends the wait first.
 *
 * @throws RoundError when the app ended instead, or takes too long
 */
export function untilListening(world: World, app: AppProcess, signal?: AbortSignal): Promise<boolean> {
  return until(app, 'the app to connect', () => {
    if (signal?.aborted) return false;
    return world.slack.connections() > 0 && world.loop.streams.count() > 0 ? true : undefined;
  });
}

/** The agent asks about a work item: on the ticket first, then on the event stream, as `the-loop ask` does. */
export function putQuestion(world: World, question: string, workItem: string = WORK_ITEM): void {
  const { html_url } = world.ticket.addComment(workItem, {
    user: 'the-loop-bot',
    body: `${VISIBLE_LINE}\n\n${question}\n\n${AGENT_MARKER}`,
  });
  world.loop.ask({ workItem, question, actor: 'dev', commentUrl: html_url });
}

/** The agent asks. Resolves with Slack's message. */
export async function ask(world: World, app: AppProcess, question: string): Promise<SlackMessage> {
  const before = world.slack.messages(world.channel).length;
  putQuestion(world, question);
  return until(app, 'the question in Slack', () => world.slack.messages(world.channel)[before]);
}

/** What the app did with a reply: marked it, or dropped it for a reason. */
export type Decision = { kind: 'marked' } | { kind: 'dropped'; reason: string };

/**
 * A member replies in the thread of a message. Resolves once the app is done with the reply: it carries a verdict, or a
 * record says that it was dropped.
 *
 * @throws RoundError when the app ends or takes too long
 */
export async function replyIn(
  world: World,
  app: AppProcess,
  to: SlackMessage,
  reply: { as: string; text: string },
): Promise<Decision> {
  const threadTs = to.thread_ts ?? to.ts;
  const drops = async () =>
    (await channelRecords(world)).flatMap(({ event, reason }) =>
      event === 'channel.dropped' && typeof reason === 'string' && reason !== 'self-authored' ? [reason] : [],
    );
  const mirrorsDecided = async () =>
    (await channelRecords(world)).filter(({ event }) => event.startsWith('channel.mirror')).length;
  const before = (await drops()).length;
  const mirrored = await mirrorsDecided();
  const delivered = world.loop.delivered().length;
  const { channel } = world;
  const { ts } = world.slack.post({ user: reply.as, channel, threadTs, text: asTyped(reply.text) }).message;
  const look = async (): Promise<Decision | undefined> => {
    const marks = world.slack.reactions(channel, ts).map(({ name }) => name);
    if (marks.includes('white_check_mark') || marks.includes('warning')) return { kind: 'marked' };
    // Without reactions nothing is marked: then both far sides tell.
    const reached = world.loop.delivered().length > delivered;
    if (reached && (await mirrorsDecided()) > mirrored) return { kind: 'marked' };
    const reason = (await drops())[before];
    // An answer that could not be delivered is on record first and marked right after.
    return reason === undefined || reason === 'undeliverable' ? undefined : { kind: 'dropped', reason };
  };
  return until(app, 'the reply to be decided', look);
}

/**
 * Looks every 50 ms until there is something, since the event log is a file that another process writes.
 *
 * @throws RoundError when the app ends or the bound passes first
 */
async function until<T>(
  app: AppProcess,
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = Date.now() + STEP_MS;
  while (Date.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    const exitCode = await Promise.race([app.ended, sleep(50, 'running' as const)]);
    if (exitCode !== 'running') {
      throw new RoundError('app_ended', `the app ended while the sandbox waited for ${what}`, {
        exitCode,
        log: app.log(),
      });
    }
  }
  throw new RoundError('timed_out', `the sandbox waited ${STEP_MS / 1000} s for ${what}`, {
    exitCode: null,
    log: app.log(),
  });
}
