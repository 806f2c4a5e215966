import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { AGENT_MARKER, VISIBLE_LINE } from '../ledger/marker.js';
import type { AppProcess } from './app-process.js';
import { asTyped } from './slack/acting/post.js';
import { WORK_ITEM, type World } from './world.js';

/** A message as the local Slack keeps it. */
type Posted = ReturnType<World['slack']['messages']>[number];

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

/** Waits until the app listens on both sides. @throws RoundError when it ended instead, or takes too long */
export function untilListening(world: World, app: AppProcess): Promise<void> {
  return step(app, 'the app to connect', async () => {
    await world.slack.waitFor(() => world.slack.connections() > 0, { timeoutMs: STEP_MS });
    await world.loop.waitFor(() => world.loop.streams.count() > 0, { timeoutMs: STEP_MS });
  });
}

/** The agent asks: on the ticket first, then on the event stream, as `the-loop ask` does. Resolves with Slack's message. */
export async function ask(world: World, app: AppProcess, question: string): Promise<Posted> {
  const before = world.slack.messages(world.channel).length;
  const { html_url } = world.ticket.addComment(WORK_ITEM, {
    user: 'the-loop-bot',
    body: `${VISIBLE_LINE}\n\n${question}\n\n${AGENT_MARKER}`,
  });
  world.loop.ask({ workItem: WORK_ITEM, question, actor: 'dev', commentUrl: html_url });
  return step(app, 'the question in Slack', () =>
    world.slack.waitFor(() => world.slack.messages(world.channel)[before], { timeoutMs: STEP_MS }),
  );
}

/** A member replies in the thread of a message. Resolves with the reply's `ts`. */
export function reply(world: World, to: Posted, as: string, text: string): string {
  const threadTs = to.thread_ts ?? to.ts;
  return world.slack.post({ user: as, channel: world.channel, threadTs, text: asTyped(text) }).message.ts;
}

/** Waits until the app is done with a reply: it carries a verdict, or a record says it was dropped. */
export function untilDecided(world: World, app: AppProcess, replyTs: string): Promise<void> {
  const marked = () =>
    world.slack
      .reactions(world.channel, replyTs)
      .some(({ name }) => name === 'white_check_mark' || name === 'warning');
  const dropped = async () =>
    (await channelRecords(world)).some(
      ({ event, reason }) => event === 'channel.dropped' && reason !== 'self-authored',
    );
  return step(app, 'the reply to be decided', () => pollUntil(async () => marked() || (await dropped())));
}

/** Looks every 50 ms: the event log is a file that another process writes. */
async function pollUntil(look: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + STEP_MS;
  while (Date.now() < end) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('too late');
}

async function step<T>(app: AppProcess, what: string, wait: () => Promise<T>): Promise<T> {
  const ended = app.ended.then((exitCode) => {
    throw new RoundError('app_ended', `the app ended while the sandbox waited for ${what}`, {
      exitCode,
      log: app.log(),
    });
  });
  const late = wait().catch(() => {
    throw new RoundError('timed_out', `the sandbox waited ${STEP_MS / 1000} s for ${what}`, {
      exitCode: null,
      log: app.log(),
    });
  });
  return Promise.race([late, ended]);
}
