import type { Server } from 'node:http';
import { SandboxSlackError } from '../errors.js';

/**
 * Listens on 127.0.0.1 and gives the port.
 * @throws SandboxSlackError `not_listening`
 */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new SandboxSlackError('not_listening', `cannot listen on 127.0.0.1:${port}`, { cause })),
    );
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new SandboxSlackError('not_listening', 'the local Slack got no TCP port'));
    });
  });
}

/** Closes the port and every connection. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
