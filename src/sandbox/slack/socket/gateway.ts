import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { LIMITS } from '#blocks/limits.js';
import type { Changes } from '../changes.js';
import { Connections, type DisconnectReason, disconnectJson } from './connections.js';
import { Deliveries, type DeliverySettings } from './deliveries.js';
import type { Delivery, Notice } from './envelope.js';
import { Tickets } from './tickets.js';

const SOCKET_PATH = '/link/';
/** Real Slack says roughly how long the connection will last; five hours is what it tends to say. */
const APPROXIMATE_CONNECTION_SECONDS = 18_060;
const CLOSE_GRACE_MS = 500;
const MAX_FRAME_BYTES = 1_000_000;

const acknowledgement = z.object({ envelope_id: z.string(), payload: z.unknown().optional() });

/** The Socket Mode side of the local Slack. */
export type Gateway = {
  /** The path and query that `apps.connections.open` answers, good for one connection. */
  issuePath(): string;
  /** Takes over an HTTP upgrade; refuses one without a good ticket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  send(notice: Notice): Delivery;
  openConnections(): number;
  disconnect(reason: DisconnectReason): void;
  drop(): void;
  cutFrames(count: number): void;
  close(): Promise<void>;
};

export type GatewaySettings = DeliverySettings & {
  readonly appId: string;
  readonly pingIntervalMs: number;
  readonly now: () => number;
};

export function makeGateway(settings: GatewaySettings, changes: Changes): Gateway {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const connections = new Connections(changes);
  const deliveries = new Deliveries(connections, settings, changes);
  const tickets = new Tickets(settings.now);

  const accept = (socket: WebSocket, wire: Duplex) => {
    if (connections.size >= LIMITS.socket.connections) {
      socket.on('error', () => socket.terminate());
      socket.send(disconnectJson('too_many_websockets'));
      socket.close();
      return;
    }
    const ping = setInterval(() => socket.ping('local-slack'), settings.pingIntervalMs);
    socket.on('message', (data) => {
      const ack = readAcknowledgement(data);
      if (ack !== undefined) deliveries.acknowledge(ack.envelope_id, ack.payload ?? {});
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(ping);
      connections.remove(socket);
    });
    socket.send(helloJson(connections.size + 1, settings.appId));
    connections.add(socket, wire);
    deliveries.flush();
  };

  return {
    issuePath: () => `${SOCKET_PATH}?ticket=${tickets.issue()}&app_id=${settings.appId}`,
    upgrade: (request, socket, head) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const ticket = url.searchParams.get('ticket') ?? '';
      if (url.pathname !== SOCKET_PATH || !tickets.redeem(ticket)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (accepted) => accept(accepted, socket));
    },
    send: (notice) => deliveries.send(notice),
    openConnections: () => connections.size,
    disconnect: (reason) => connections.disconnect(reason),
    drop: () => connections.drop(),
    cutFrames: (count) => connections.cutFrames(count),
    close: async () => {
      deliveries.close();
      await connections.close(CLOSE_GRACE_MS);
      server.close();
    },
  };
}

function helloJson(connections: number, appId: string): string {
  return JSON.stringify({
    type: 'hello',
    num_connections: connections,
    debug_info: {
      host: 'local-slack',
      build_number: 1,
      approximate_connection_time: APPROXIMATE_CONNECTION_SECONDS,
    },
    connection_info: { app_id: appId },
  });
}

/** Slack ignores frames that are not acknowledgements; so do we. */
function readAcknowledgement(data: RawData): z.infer<typeof acknowledgement> | undefined {
  try {
    return acknowledgement.safeParse(JSON.parse(data.toString())).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
