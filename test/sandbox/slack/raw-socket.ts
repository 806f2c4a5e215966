import { WebSocket } from 'ws';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { type Cleanup, client } from './helpers.js';

type Envelope = {
  readonly type: string;
  readonly envelope_id?: string;
  readonly retry_attempt?: number;
  readonly retry_reason?: string;
  readonly reason?: string;
  readonly payload?: { readonly event_id?: string; readonly event?: { readonly text?: string } };
};

/** A bare Socket Mode connection: keeps what it is sent, acknowledges only when told to. */
export type RawSocket = {
  readonly received: Envelope[];
  readonly closed: Promise<void>;
  acknowledge(envelope: Envelope, payload?: object): void;
  /** The next `count` frames of this type, resolved when they have come. */
  next(type: string, count: number): Promise<Envelope[]>;
  terminate(): void;
};

export async function openRawSocket(cleanup: Cleanup, slack: LocalSlack): Promise<RawSocket> {
  const { url } = await client(slack, slack.tokens.app).apps.connections.open();
  const socket = new WebSocket(String(url));
  const received: Envelope[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const look of [...waiting]) look();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  cleanup.add(async () => {
    socket.terminate();
    await closed;
  });
  const next = (type: string, count: number) =>
    new Promise<Envelope[]>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`expected ${count} ${type}, got ${JSON.stringify(received)}`)),
        4_000,
      );
      const look = () => {
        const found = received.filter((envelope) => envelope.type === type);
        if (found.length < count) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  await next('hello', 1);
  return {
    received,
    closed,
    next,
    acknowledge: (envelope, payload = {}) =>
      socket.send(JSON.stringify({ envelope_id: envelope.envelope_id, payload })),
    terminate: () => socket.terminate(),
  };
}
