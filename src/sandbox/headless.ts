import { ask, channelRecords, type EventRecord, replyIn, untilListening } from './round.js';
import { startWorld, WORK_ITEM } from './world.js';

/** What one round left behind, as the far sides saw it. */
export type RoundReport = {
  posted: { channel: string; ts: string; thread_ts: string | null; text: string; blocks: unknown };
  mirror: { body: string } | null;
  delivered: { ref: string; text: string; actor: string; comment: boolean } | null;
  /** The `channel.*` records, in order. */
  events: EventRecord[];
};

/** Somebody who is not in the workspace cannot reply in it. */
export class UnknownMember extends Error {
  override readonly name = 'UnknownMember';

  constructor(member: string, members: readonly string[]) {
    super(`${member} is not in the workspace; its members are ${members.join(', ')}`);
  }
}

/**
 * Plays one round against the real app: an agent asks, a member answers in the thread, everyone is looked at.
 *
 * @throws UnknownMember, RoundError when the app ends or hangs, ConfigError for an unreadable settings file
 */
export async function playRound(options: {
  question: string;
  answer: string;
  /** Who replies; the first member of the workspace unless given. */
  as: string | undefined;
  config?: string | undefined;
  /** Ends the round early: everything is stopped, and it rejects. */
  signal: AbortSignal;
}): Promise<RoundReport> {
  const world = await startWorld({ config: options.config });
  const as = options.as ?? world.members[0] ?? '';
  if (!world.members.includes(as)) {
    await world.close();
    throw new UnknownMember(as, world.members);
  }
  const app = world.startApp();
  const stop = () => void app.stop();
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    await untilListening(world, app);
    const posted = await ask(world, app, options.question);
    const asked = world.ticket.comments(WORK_ITEM).length;
    await replyIn(world, app, posted, { as, text: options.answer });
    await app.stop();
    const mirror = world.ticket.comments(WORK_ITEM)[asked];
    return {
      posted: {
        channel: posted.channel,
        ts: posted.ts,
        thread_ts: posted.thread_ts ?? null,
        text: posted.text,
        blocks: posted.blocks ?? [],
      },
      mirror: mirror === undefined ? null : { body: mirror.body },
      delivered: world.loop.delivered()[0] ?? null,
      events: await channelRecords(world),
    };
  } finally {
    options.signal.removeEventListener('abort', stop);
    await app.stop();
    await world.close();
  }
}
