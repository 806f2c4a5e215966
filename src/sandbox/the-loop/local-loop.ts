import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Changes } from './changes.js';
import type { Delivered } from './deliver.js';
import { type Fault, FaultQueue, type Route } from './faults.js';
import { openLogFile } from './log-file.js';
import { type RawRecord, stamp } from './records.js';
import { type Call, createLoopServer } from './server.js';
import type { SessionState } from './sessions.js';
import { EventStream } from './stream.js';

export type LocalLoopOptions = {
  /** The JSONL event log; a temporary file when not told. Other processes may append to it. */
  logPath?: string;
  /** Milliseconds between keep-alive comments, 15 s unless told. */
  keepAliveMs?: number;
  /** What the stream's `retry:` line says, 3 s unless told. */
  retryMs?: number;
  /** The bearer token a gateway in front would ask for; none unless told. */
  token?: string;
  /** 127.0.0.1's port, a free one unless told. */
  port?: number;
};

type Ask = {
  workItem: string;
  question: string;
  actor?: string;
  commentUrl?: string;
};

/** A the-loop on loopback that answers as a running one does (test/fixtures/the-loop), with switches for what can go wrong. */
export type LocalLoop = {
  url: string;
  logPath: string;
  /** An agent asks: its session is live from now on unless set otherwise, and the question is on the log. */
  ask(ask: Ask): void;
  /** Appends a record, with the fields every record has. */
  emit(record: RawRecord): void;
  delivered(): readonly Delivered[];
  setSession(ref: string, state: SessionState): void;
  /** Resolves once the condition holds, looked at after each call, delivery, record and stream change; rejects after `timeoutMs`. */
  waitFor(condition: () => boolean, options?: { timeoutMs?: number }): Promise<void>;
  /** The requests so far, oldest first. */
  calls(): readonly Call[];
  /** Cuts every open stream, without an ending. */
  dropStreams(): void;
  streams: {
    /** How many are open. */
    count(): number;
    /** Writes bytes as they are to every open stream. */
    writeRaw(bytes: string | Uint8Array): void;
    /** Loses every subscriber's place: a desync frame, then on from the end. */
    desync(reason: 'truncated' | 'rotated' | 'replay-window' | 'queue-overflow'): void;
    /** Off: the stream route answers 404. */
    on(on: boolean): void;
  };
  truncateLog(): void;
  rotateLog(): void;
  faults: {
    /** Sets a fault for the next `times` requests (1 unless told) to a route. */
    next(route: Route, fault: Fault, times?: number): void;
    /** Forgets the faults that are still waiting for a route. */
    clear(route: Route): void;
    /** The faults that met a request so far, oldest first. */
    made(): readonly { route: Route; fault: Fault }[];
    /** Down: connections are refused and open ones cut. Resolves once it is so. */
    down(down: boolean): Promise<void>;
    /** Silent: open streams stay open and nothing is written to them. */
    silent(silent: boolean): void;
  };
  close(): Promise<void>;
};

/** Starts a local the-loop on 127.0.0.1. */
export async function startLocalLoop(options: LocalLoopOptions = {}): Promise<LocalLoop> {
  const ownFolder = options.logPath === undefined ? mkdtempSync(join(tmpdir(), 'local-loop-')) : undefined;
  const log = openLogFile(options.logPath ?? join(ownFolder ?? '', 'events.jsonl'));
  const changes = new Changes();
  const queue = new FaultQueue();
  const deliveries: Delivered[] = [];
  const sessions = new Map<string, SessionState>();
  let closed = false;

  const append = (source: string, record: RawRecord) => {
    if (closed) return;
    log.append(stamp(source, record));
    stream.pump();
    changes.announce();
  };
  const stream: EventStream = new EventStream({
    log,
    emit: (record) => append('service', record),
    keepAliveMs: options.keepAliveMs ?? 15_000,
    retryMs: options.retryMs ?? 3000,
  });
  const server = createLoopServer({
    log,
    stream,
    queue,
    token: options.token,
    changed: () => changes.announce(),
    stateOf: (ref) => sessions.get(ref) ?? 'none',
    delivered: (delivery) => {
      deliveries.push(delivery);
      append('service', { event: 'session.reply_sent', work_item: delivery.ref, actor: delivery.actor });
    },
  });
  const port = await server.listen(options.port ?? 0);

  return {
    url: `http://127.0.0.1:${port}`,
    logPath: log.path,
    ask({ workItem, question, actor = 'dev', commentUrl }) {
      if (!sessions.has(workItem)) sessions.set(workItem, 'live');
      append('ask', {
        event: 'session.awaiting_input',
        work_item: workItem,
        question,
        actor,
        comment_url: commentUrl,
        comment_posted: commentUrl !== undefined,
      });
    },
    emit: (record) => append('poll', record),
    delivered: () => deliveries,
    setSession(ref, state) {
      sessions.set(ref, state);
      changes.announce();
    },
    waitFor: (condition, waitOptions) => changes.waitFor(condition, waitOptions),
    calls: () => server.calls,
    dropStreams: () => stream.drop(),
    streams: {
      count: () => stream.subscribers,
      writeRaw: (bytes) => stream.writeRaw(bytes),
      desync: (reason) => stream.desync(reason),
      on: (on) => {
        stream.on = on;
      },
    },
    truncateLog() {
      log.truncate();
      stream.pump();
    },
    rotateLog() {
      log.rotate();
      stream.pump();
    },
    faults: {
      next: (route, fault, times) => queue.next(route, fault, times),
      clear: (route) => queue.clear(route),
      made: () => queue.made,
      async down(down) {
        if (down) await server.stop();
        else await server.listen(port);
      },
      silent(silent) {
        stream.silent = silent;
      },
    },
    async close() {
      closed = true;
      stream.close();
      await server.stop();
      if (ownFolder !== undefined) rmSync(ownFolder, { recursive: true, force: true });
    },
  };
}
