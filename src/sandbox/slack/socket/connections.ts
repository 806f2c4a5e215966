import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Changes } from '../changes.js';

/** Why Slack asks a client to reconnect. */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'too_many_websockets' | 'link_disabled';

/** WebSocket close code of a server that shuts down (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;

type Connection = {
  readonly socket: WebSocket;
  /** The bytes under the WebSocket, to break a frame off. */
  readonly wire: Duplex;
  leaving: boolean;
};

/** The start of a text frame that announces 4,096 bytes (RFC 6455, 5.2) and never keeps its word. */
const HALF_A_FRAME = Buffer.concat([Buffer.from([0x81, 0x7e, 0x10, 0x00]), Buffer.from('{"envelope_id":')]);

/** The open Socket Mode connections of the app, in turn. */
export class Connections {
  readonly #open: Connection[] = [];
  readonly #changes: Changes;
  #turn = 0;
  #framesToCut = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  add(socket: WebSocket, wire: Duplex): void {
    this.#open.push({ socket, wire, leaving: false });
    this.#changes.emit('connections', { open: this.#open.length });
  }

  remove(socket: WebSocket): void {
    const index = this.#open.findIndex((connection) => connection.socket === socket);
    if (index < 0) return;
    this.#open.splice(index, 1);
    this.#changes.emit('connections', { open: this.#open.length });
  }

  get size(): number {
    return this.#open.length;
  }

  /** The next connection in turn that is not about to leave, other than `unlike` when there is another. */
  next(unlike?: WebSocket): WebSocket | undefined {
    const usable = this.#open.filter(({ socket, leaving }) => !leaving && socket.readyState === socket.OPEN);
    const others = usable.filter(({ socket }) => socket !== unlike);
    const choice = others.length > 0 ? others : usable;
    this.#turn += 1;
    return choice[this.#turn % Math.max(1, choice.length)]?.socket;
  }

  /** Sends one envelope, or half of it when frames are to be cut. */
  send(socket: WebSocket, envelope: string): void {
    const connection = this.#open.find((open) => open.socket === socket);
    if (this.#framesToCut === 0 || connection === undefined) {
      socket.send(envelope);
      return;
    }
    this.#framesToCut -= 1;
    connection.leaving = true;
    connection.wire.write(HALF_A_FRAME, () => connection.wire.destroy());
  }

  /** The next `count` envelopes break off in the middle of their frame, with their connection. */
  cutFrames(count: number): void {
    this.#framesToCut = count;
  }

  /** Tells every client to reconnect. Nothing new is sent on a connection so told. */
  disconnect(reason: DisconnectReason): void {
    for (const connection of this.#open) {
      connection.leaving = true;
      connection.socket.send(disconnectJson(reason));
    }
  }

  /**
   * Says goodbye to every client and cuts those that have not answered after `graceMs`. Clients that are
   * cut in the middle of their own goodbye keep a timer for half a minute, which is why this waits.
   */
  async close(graceMs: number): Promise<void> {
    const closed = this.#open.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
    for (const { socket } of this.#open) socket.close(GOING_AWAY);
    const timer = setTimeout(() => this.drop(), graceMs);
    await Promise.all(closed);
    clearTimeout(timer);
  }

  /** Cuts every connection without a close frame. */
  drop(): void {
    for (const { socket } of [...this.#open]) socket.terminate();
  }
}

export function disconnectJson(reason: DisconnectReason): string {
  return JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'local-slack' } });
}
