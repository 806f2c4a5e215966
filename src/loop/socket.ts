import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { errorCode } from './error-code.js';

/** A connection nothing was written to yet, or why there is none (Node's error code, or `CONNECT_TIMEOUT`). */
export type Opened = { kind: 'open'; socket: Socket } | { kind: 'failed'; code: string };

/** Opens a connection to a URL's host, with TLS and a checked certificate for https, within `timeoutMs`. Never rejects. */
export function openSocket(url: URL, timeoutMs: number): Promise<Opened> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port === '' ? (secure ? 443 : 80) : url.port);
    const socket = secure
      ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connectTcp({ host, port });
    const timer = setTimeout(() => fail('CONNECT_TIMEOUT'), timeoutMs);

    function fail(code: string): void {
      clearTimeout(timer);
      socket.destroy();
      resolve({ kind: 'failed', code });
    }

    const onError = (error: unknown) => fail(errorCode(error));
    socket.on('error', onError);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve({ kind: 'open', socket });
    });
  });
}
