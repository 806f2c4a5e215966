import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createClient } from '../../src/store/client.js';
import { openServer } from '../../src/store/server.js';
import { testServer } from '../helpers/databases.js';

const server = await testServer();

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

/** A way to the server on which the connections that were open when `swallow` was called hear nothing more. */
async function mutedWay({ hostname, port: at }: URL) {
  const open = new Set<Socket>();
  const muted = new Set<Socket>();
  const way = net.createServer((near) => {
    const far = net.connect(Number(at) || 5432, hostname);
    open.add(near);
    far.on('data', (chunk) => muted.has(near) || near.write(chunk));
    near.on('data', (chunk) => far.write(chunk));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(near);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const { port } = way.address() as AddressInfo;
  return {
    port,
    swallow: () => {
      for (const socket of open) muted.add(socket);
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy();
        way.close(() => resolve());
      }),
  };
}

(server === undefined ? test.skip : test)(
  'a query whose answer never comes is given up, and the next one goes over another connection',
  async () => {
    const url = new URL(server ?? '');
    const way = await mutedWay(url);
    url.hostname = '127.0.0.1';
    url.port = String(way.port);
    const pool = openServer(url.href, 1, 500);
    const prisma = createClient(pool.adapter);
    close = async () => {
      await prisma.$disconnect();
      await pool.close();
      await way.close();
    };
    expect(await prisma.$queryRaw`SELECT 1 AS n`).toEqual([{ n: 1 }]);
    way.swallow();
    const begun = performance.now();
    await expect(prisma.$queryRaw`SELECT 2 AS n`).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(await prisma.$queryRaw`SELECT 3 AS n`).toEqual([{ n: 3 }]);
  },
);
