import { z } from 'zod';
import type { Logger } from '../eventlog/logger-type.js';
import { type Backoff, delayMs } from './backoff.js';
import { BodyCut, bodyText } from './body.js';
import { catchUp } from './catch-up.js';
import type { CursorStore } from './cursor.js';
import { createFrameReader, type Frame, type StreamItem } from './frames.js';
import type { Hearing } from './hearing.js';
import type { Progress } from './progress.js';
import { OVERSIZED, readRecord } from './record.js';

/** Milliseconds between saves of a place that only moved over records we ignore. A record of ours is saved at once. */
const SAVE_EVERY_MS = 1000;

/** The longest `retry:` of a server that is followed, milliseconds. */
const MAX_RETRY_MS = 300_000;

/** Milliseconds that the stream waits for a byte of a catch-up, and the longest wait between two tries of a failing one. */
const CATCH_UP_SILENCE_MS = 20_000;
const CATCH_UP_MAX_MS = 300_000;

export type ListenOptions = {
  eventsUrl: URL;
  token: () => string | undefined;
  cursor: CursorStore;
  progress: Progress;
  hearing: Hearing;
  onByte: () => void;
  logger: Logger;
  signal: AbortSignal;
  silenceMs: number;
  backoff: Backoff;
  random: () => number;
};

/** How a connection ended. `proved` once something came over it; `again` when the next one should open at once. */
export type Ended = { reason: string; proved: boolean; again: boolean };

type Next = 'go-on' | 'reconnect' | 'reconnect-now';

const desync = z.looseObject({ reason: z.string() });

/**
 * Listens on open streams, one at a time.
 *
 * Every connection begins with a catch-up by time, before the first of its frames is looked at. An offset alone does not
 * prove that nothing is missing: when the log was rotated or truncated while we were away and has grown past our
 * offset since, the-loop finds other bytes there and notices nothing. How long we were away proves nothing either, as a log
 * rotates in an instant; so it is one query a connection, always. Records heard twice are known by their key.
 * A catch-up that fails leaves the stream running and stays owed, over restarts too, until it succeeds. It is tried again
 * between two pieces of the stream, so that one record at a time is handed on, whichever way it came.
 */
export function createListener(options: ListenOptions) {
  const { cursor, progress, hearing, onByte, logger, signal, silenceMs, backoff, random } = options;
  // Both on the clock that never jumps.
  let savedAt = 0;
  let catchUpDueAt = 0;
  let unsaved = false;
  let catchUpFailures = 0;
  let replayFrom: Date | undefined;
  let retryMs = 0;

  async function save(): Promise<void> {
    await hearing.insist('saving the cursor', () => cursor.save(progress.place));
    savedAt = performance.now();
    unsaved = false;
  }

  async function saveNowAndThen(): Promise<void> {
    if (unsaved && performance.now() - savedAt >= SAVE_EVERY_MS) await save();
  }

  /** Gives whether the catch-up brought anything. */
  async function catchUpNow(): Promise<boolean> {
    const result = await catchUp({
      url: options.eventsUrl,
      token: options.token,
      since: progress.since,
      signal,
      silenceMs: Math.min(silenceMs, CATCH_UP_SILENCE_MS),
      onRead: async ({ parsed, at }) => {
        onByte();
        await hearing.hear(parsed);
        if (signal.aborted) return;
        progress.caughtUpTo(at);
        unsaved = true;
        await saveNowAndThen();
      },
    });
    if (result.kind === 'done') {
      catchUpFailures = 0;
      progress.settle();
      await save();
      return result.count > 0;
    }
    const level = catchUpFailures === 0 && !signal.aborted ? 'warn' : 'debug';
    logger[level]('could not catch up with the-loop; the stream goes on', { reason: result.reason });
    const patience = { ...backoff, maxMs: CATCH_UP_MAX_MS };
    catchUpDueAt = performance.now() + delayMs(catchUpFailures, 0, patience, random);
    catchUpFailures += 1;
    return false;
  }

  /**
   * Catches up. The query can be empty for good, where the-loop was started with its log elsewhere than its config says;
   * when it brought nothing, what is missing can still be on the stream of a next connection, up to 256 KiB of it: behind
   * our offset while that holds, and from the first byte of a log that started over.
   */
  async function onDesync(data: string): Promise<Next> {
    const reason = desyncReason(data);
    logger.warn('the-loop lost our place in its log; catching up', { reason });
    const holds = reason === 'queue-overflow';
    if (holds) progress.owe();
    else progress.lose();
    await save();
    if (await catchUpNow()) return 'go-on';
    if (holds) return 'reconnect';
    if (reason !== 'truncated' && reason !== 'rotated') return 'go-on';
    if (replayFrom !== undefined) return 'go-on';
    progress.replay();
    await save();
    return 'reconnect-now';
  }

  async function onLog(frame: Frame): Promise<void> {
    const { parsed, at } = frame.overLimit ? OVERSIZED : readRecord(frame.data);
    const tooOld = replayFrom !== undefined && at !== undefined && at < replayFrom;
    if (!tooOld) await hearing.hear(parsed);
    if (signal.aborted) return;
    progress.advance(frame.id, at);
    unsaved = true;
    // One comes for each reply that anybody sends, and heard twice it does what it did: its place is saved now and then.
    const isReply = parsed.kind === 'record' && parsed.record.event === 'session.reply_sent';
    if (parsed.kind === 'record' && !isReply) await save();
  }

  async function take(item: StreamItem): Promise<Next> {
    if (item.kind === 'retry') retryMs = Math.min(item.ms, MAX_RETRY_MS);
    if (item.kind !== 'frame') return 'go-on';
    if (item.frame.event === 'desync') return onDesync(item.frame.data);
    if (item.frame.event === 'log') await onLog(item.frame);
    return 'go-on';
  }

  async function listen(body: ReadableStream<Uint8Array>): Promise<Ended> {
    const reader = createFrameReader();
    let proved = false;
    const ended = (reason: string, again = false): Ended => ({ reason, proved, again });
    replayFrom = progress.replaying ? progress.since : undefined;
    progress.owe();
    const pieces = bodyText(body, silenceMs, signal);
    try {
      await catchUpNow();
      for await (const text of pieces) {
        onByte();
        for (const item of reader.feed(text)) {
          proved ||= item.kind !== 'retry';
          const next = await take(item);
          if (signal.aborted) return ended('stopped');
          if (next !== 'go-on') return ended('asking for what was left out', next === 'reconnect-now');
        }
        await saveNowAndThen();
        if (progress.owed && performance.now() >= catchUpDueAt) await catchUpNow();
      }
      return ended('the-loop closed the stream');
    } catch (error) {
      if (error instanceof BodyCut) return ended(error.message);
      throw error;
    } finally {
      if (unsaved) await save();
    }
  }

  return { listen, retryMs: () => retryMs };
}

function desyncReason(data: string): string {
  try {
    const parsed = desync.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data.reason.slice(0, 40) : 'unknown';
  } catch {
    return 'unknown';
  }
}
