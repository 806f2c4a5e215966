import type { ServerResponse } from 'node:http';
import { sendJson } from './http.js';
import type { LogFile } from './log-file.js';
import { parseLine, type RawRecord } from './records.js';
import { type Answer, refusal } from './sessions.js';

/** Bytes of the log that a resuming reader may be behind before it gets a `desync` instead. */
const REPLAY_WINDOW = 256 * 1024;
const MAX_SUBSCRIBERS = 8;
/** Bytes waiting for a reader that is too slow, before its place is given up. */
const MAX_QUEUED = 1024 * 1024;
/** How often a log that other processes append to is looked at, milliseconds. */
const LOOK_MS = 50;

type Subscriber = { response: ServerResponse; offset: number; inode: number; frames: number };
type DesyncReason = 'truncated' | 'rotated' | 'replay-window' | 'queue-overflow';

export type StreamOptions = {
  log: LogFile;
  emit: (record: RawRecord) => void;
  keepAliveMs: number;
  retryMs: number;
};

/** The `GET /api/v1/stream` route: every subscriber follows the log from its own byte offset. */
export class EventStream {
  readonly #options: StreamOptions;
  readonly #subscribers = new Set<Subscriber>();
  #timers: NodeJS.Timeout[] = [];
  #silent = false;
  on = true;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** While silent, streams stay open and nothing is written to them, not even a keep-alive. */
  set silent(silent: boolean) {
    this.#silent = silent;
    if (!silent) this.pump();
  }

  /** Takes a request with its `Last-Event-ID`, answers it or refuses it. */
  open(response: ServerResponse, lastEventId: string | undefined): void {
    const { log, emit, retryMs } = this.#options;
    const refused = this.#refuse(lastEventId);
    if (refused !== undefined) {
      sendJson(response, refused.answer, refused.headers);
      return;
    }
    const { size, inode } = log.stat();
    const cursor = lastEventId === undefined ? undefined : Number(lastEventId);
    const desync = cursor === undefined ? undefined : cannotReplay(cursor, size);
    const offset = cursor === undefined || desync !== undefined ? size : cursor;
    const subscriber: Subscriber = { response, offset, inode, frames: 0 };
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    if (desync !== undefined && cursor !== undefined) writeDesync(subscriber, desync, cursor);
    response.write(`retry: ${retryMs}\n\n`);
    this.#subscribers.add(subscriber);
    response.once('close', () => this.#gone(subscriber));
    this.#startTimers();
    emit({ event: 'stream.subscribed', subscribers: this.#subscribers.size, cursor });
    if (desync !== undefined) emit({ event: 'stream.desync', reason: desync, cursor });
  }

  #refuse(lastEventId: string | undefined): { answer: Answer; headers?: Record<string, string> } | undefined {
    if (!this.on) return { answer: refusal(404, 'the event stream is switched off') };
    if (lastEventId !== undefined && !/^\d+$/.test(lastEventId)) {
      this.#options.emit({ event: 'stream.refused', reason: 'bad-cursor' });
      const detail = `Last-Event-ID must be a non-negative integer byte offset, got '${lastEventId}'`;
      return { answer: refusal(400, detail) };
    }
    if (this.#subscribers.size < MAX_SUBSCRIBERS) return undefined;
    return { answer: refusal(503, 'too many stream subscribers'), headers: { 'retry-after': '5' } };
  }

  /** Writes what the log has gained to every subscriber. */
  pump(): void {
    if (this.#silent) return;
    for (const subscriber of this.#subscribers) this.#catchUp(subscriber);
  }

  /** Cuts every open stream, without an ending. */
  drop(): void {
    for (const { response } of this.#subscribers) response.destroy();
  }

  /** Writes bytes as they are to every open stream. */
  writeRaw(bytes: string | Uint8Array): void {
    for (const { response } of this.#subscribers) response.write(bytes);
  }

  /** Tells every subscriber that its place is lost, and goes on from the log's end, as after an overflowing queue. */
  desync(reason: DesyncReason): void {
    for (const subscriber of this.#subscribers) this.#skipToEnd(subscriber, reason);
  }

  close(): void {
    this.drop();
    this.#stopTimers();
  }

  #catchUp(subscriber: Subscriber): void {
    const { log } = this.#options;
    const { size, inode } = log.stat();
    const lost = this.#lostPlace(subscriber, size, inode);
    if (lost !== undefined) {
      this.#skipToEnd(subscriber, lost);
      return;
    }
    for (const line of log.linesFrom(subscriber.offset)) {
      subscriber.offset = line.end;
      if (parseLine(line.text) === undefined) continue;
      subscriber.frames += 1;
      subscriber.response.write(`id: ${line.end}\nevent: log\ndata: ${line.text}\n\n`);
    }
  }

  #lostPlace({ offset, inode, response }: Subscriber, size: number, now: number): DesyncReason | undefined {
    if (inode !== now) return 'rotated';
    if (size < offset) return 'truncated';
    return response.writableLength > MAX_QUEUED ? 'queue-overflow' : undefined;
  }

  #skipToEnd(subscriber: Subscriber, reason: DesyncReason): void {
    const { size, inode } = this.#options.log.stat();
    writeDesync(subscriber, reason, subscriber.offset);
    subscriber.offset = size;
    subscriber.inode = inode;
  }

  #gone(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size === 0) this.#stopTimers();
    this.#options.emit({ event: 'stream.disconnected', frames: subscriber.frames, reason: 'shutdown' });
  }

  #startTimers(): void {
    if (this.#timers.length > 0) return;
    const keepAlive = () => {
      if (!this.#silent) this.writeRaw(': keep-alive\n\n');
    };
    this.#timers = [
      setInterval(keepAlive, this.#options.keepAliveMs),
      setInterval(() => this.pump(), LOOK_MS),
    ];
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }
}

function cannotReplay(cursor: number, size: number): DesyncReason | undefined {
  if (cursor > size) return 'truncated';
  return size - cursor > REPLAY_WINDOW ? 'replay-window' : undefined;
}

function writeDesync({ response }: Subscriber, reason: DesyncReason, cursor: number): void {
  response.write(`event: desync\ndata: ${JSON.stringify({ reason, cursor })}\n\n`);
}
